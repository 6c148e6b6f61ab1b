import Foundation
import Purser
import PurserTesting
import Testing

@testable import PurserSimulator

@Suite("Two devices of one customer", .timeLimit(.minutes(30)))
struct DeviceTests {
    private let clock = VirtualClock()
    private let phone: EmbeddedAppStore
    private let tablet: EmbeddedDevice
    private let toPhone: Mailbox<[BackendEvent]>
    private let toTablet: Mailbox<[BackendEvent]>

    init() async throws {
        phone = EmbeddedAppStore(catalog: .sample(), clock: clock)
        tablet = await phone.addDevice()
        toPhone = try await phone.listening()
        toTablet = try await tablet.listening()
    }

    private func received(_ mailbox: Mailbox<[BackendEvent]>) async -> [String] {
        words(await (mailbox.next() ?? []).flatMap { $0 })
    }

    /// What the tablet hears by itself.
    private func changes() async -> [String] {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await tablet.run() }
            defer { group.cancelAll() }
            return await received(toTablet)
        }
    }

    @Test("What one buys answers its own payment, and comes to the other as bought elsewhere")
    func buying() async throws {
        try await phone.submit([payment(1, "coins")])
        #expect(await received(toPhone) == ["coins#01 pays 1"])
        #expect(await changes() == ["coins#01 elsewhere"])
        try await tablet.submit([payment(1, "lamp", launch: 8)])
        #expect(await received(toTablet) == ["lamp#02 pays 1"])
        #expect(await received(toPhone) == ["lamp#02 elsewhere"])
        #expect(await phone.chargeCount == 2)
        // What is owned is answered without a charge.
        try await phone.submit([payment(2, "lamp")])
        #expect(await received(toPhone) == ["lamp#02 pays 2"])
        #expect(await phone.chargeCount == 2)
    }

    @Test("Each has an unfinished queue of its own: what one finishes stays with the other until that has, too")
    func finishing() async throws {
        try await phone.submit([payment(1, "coins")])
        #expect(await changes() == ["coins#01 elsewhere"])
        let id = try #require(await phone.transactions.first?.id)
        #expect(await phone.finish([id]).isEmpty)
        #expect(await phone.unfinishedCount == 0)
        try await tablet.redeliver()
        #expect(await received(toTablet) == ["coins#01 elsewhere"])
        #expect(await tablet.finish([id]).isEmpty)
        try await tablet.redeliver()
        // A refund is to be finished once more on each.
        try await phone.refund(id)
        #expect(await changes() == ["coins#01 elsewhere"])
        #expect(await phone.unfinishedCount == 1)
        #expect(await tablet.finish(["7"]).keys.sorted() == ["7"])
    }

    @Test("Renewals come to both when they are due, also those that fell due while one was closed, purchases first")
    func renewals() async throws {
        await tablet.deactivate()
        try await phone.submit([payment(1, "gold")])
        clock.advance(by: .seconds(70 * 86_400))
        try await tablet.activate()
        #expect(await received(toTablet) == ["gold#01 elsewhere", "gold#01 elsewhere", "gold#02 elsewhere"])
        #expect(await phone.chargeCount == 3)
        clock.advance(by: .seconds(30 * 86_400))
        #expect(await changes() == ["gold#03 elsewhere"])
    }

    @Test("An answer to Ask to Buy comes to the device that asked, and the purchase to both")
    func askToBuy() async throws {
        await phone.updateSettings { ($0.asksToBuy, $0.joinsRequests) = (true, true) }
        try await tablet.submit([payment(1, "coins", launch: 8), payment(2, "lamp", launch: 8)])
        #expect(await received(toTablet) == ["coins 1 pending", "lamp 2 pending"])
        // An equal request joins the other device's.
        try await phone.submit([payment(1, "coins")])
        #expect(await received(toPhone) == ["coins 1 pending"])
        let waiting = await phone.pendingPayments
        #expect(waiting.map(\.payment.productID) == ["coins", "lamp"])
        try await phone.approve(waiting[0])
        #expect(await received(toPhone) == ["coins#01 elsewhere", "coins#01 other 1"])
        #expect(await changes() == ["coins#01 other 1"])
        try await phone.decline(waiting[1])
        #expect(await changes() == ["lamp 2 cancelled"])
        #expect(await phone.chargeCount == 1)
        #expect(await phone.violations == [])
    }

    @Test("A new device hears of what comes; what was bought before comes by a restore")
    func newDevice() async throws {
        try await phone.submit([payment(1, "lamp"), payment(2, "coins")])
        let watch = await phone.addDevice()
        let toWatch = try await watch.listening()
        try await watch.restore(RestoreID(rawValue: 3), for: nil)
        #expect(await received(toWatch) == ["lamp#01 restores 3 finished", "restore 3 ended"])
    }

    @Test("A deleted transaction is revoked on each device that knew of it, and told to no other one any more")
    func deleting() async throws {
        try await phone.submit([payment(1, "coins"), payment(2, "lamp")])
        try await phone.deleteTransaction("2000000000001")
        #expect(await changes() == ["lamp#02 elsewhere"])
        try await phone.deleteTransaction("2000000000002")
        #expect(await changes() == ["lamp#02 elsewhere finished"])
        for id in ["2000000000001", "2000000000002"] {
            #expect(await tablet.finish([FinishRequest(id)]).isEmpty)
            #expect(await phone.finish([id]).isEmpty)
        }
        #expect(await phone.violations == [])
    }

    @Test("A session that is cleared is cleared on each device, which stays open")
    func clearing() async throws {
        try await phone.submit([payment(1, "lamp")])
        #expect(await changes() == ["lamp#01 elsewhere"])
        await phone.deactivate()
        try await phone.clearTransactions()
        #expect(await changes() == ["lamp#01 elsewhere finished"])
        try await tablet.submit([payment(1, "lamp", launch: 8)])
        #expect(await received(toTablet) == ["lamp#02 pays 1"])
        await tablet.deactivate()
        try await phone.clearTransactions()
        await #expect(throws: BackendFailure.self) { try await tablet.submit([payment(2, "coins", launch: 8)]) }
    }
}
