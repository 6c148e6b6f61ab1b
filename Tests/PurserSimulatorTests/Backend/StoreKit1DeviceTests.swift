import Purser
import PurserTesting
import Testing

@testable import PurserSimulator

@Suite("Two devices of one customer, as StoreKit 1 sees them", .timeLimit(.minutes(30)))
struct StoreKit1DeviceTests {
    private let clock = VirtualClock()
    private let phone: EmbeddedAppStore
    private let tablet: EmbeddedDevice
    private let toPhone: Mailbox<[BackendEvent]>
    private let toTablet: Mailbox<[BackendEvent]>

    init() async throws {
        phone = EmbeddedAppStore(catalog: .sample(), clock: clock, options: .storeKit1)
        tablet = await phone.addDevice()
        toPhone = try await phone.listening()
        toTablet = try await tablet.listening()
    }

    private func received(_ mailbox: Mailbox<[BackendEvent]>) -> [String] { words(mailbox.take().flatMap { $0 }) }

    /// Everything that the tablet has not finished, as at a relaunch.
    private func relaunched() async throws -> [String] {
        await tablet.deactivate()
        try await tablet.activate()
        return received(toTablet)
    }

    @Test("A purchase answers its own device, comes to the other without a payment, and each finishes it for itself")
    func buying() async throws {
        try await tablet.submit([payment(1, "coins", launch: 8)])
        #expect(received(toTablet) == ["coins#01 pays -"] && received(toPhone) == ["coins#01 other -"])
        try await phone.submit([payment(1, "lamp")])
        #expect(received(toPhone) == ["lamp#02 pays -"])
        #expect(try await relaunched() == ["coins#01 other -", "lamp#02 other -"])
        #expect(await phone.finish(["2000000000001", "2000000000002"]).isEmpty)
        #expect(await phone.unfinishedCount == 0)
        #expect(await tablet.finish(["2000000000001"]).isEmpty)
        #expect(try await relaunched() == ["lamp#02 other -"])
        #expect(await phone.chargeCount == 2)
    }

    @Test("F4: a failed transaction stays with the device that paid until that has finished it")
    func failing() async throws {
        await phone.nextPurchase(.userCancels)
        try await tablet.submit([payment(1, "coins", launch: 8)])
        #expect(received(toTablet) == ["coins - cancelled"])
        await phone.nextPurchase(.userCancels)
        try await phone.submit([payment(1, "lamp")])
        #expect(received(toPhone) == ["lamp - cancelled"])
        await phone.deactivate()
        try await phone.activate()
        #expect(received(toPhone) == ["lamp - cancelled"])
        await tablet.deactivate()
        try await tablet.activate()
        let ending = try #require(
            toTablet.take().flatMap { $0 }.compactMap { event -> PaymentEnding? in
                if case .paymentEnded(let ending) = event { ending } else { nil }
            }.first)
        #expect(ending.isLeftover && ending.productID == "coins")
        #expect(await tablet.finish([FinishRequest(try #require(ending.failedTransactionID))]).isEmpty)
        #expect(try await relaunched() == [])
        #expect(await phone.unfinishedCount == 1)
        #expect(await tablet.finish(["7"]).keys.sorted() == ["7"])
    }

    @Test("An answer to Ask to Buy: its end comes to the device that asked, its purchase to both")
    func askToBuy() async throws {
        await phone.updateSettings { $0.asksToBuy = true }
        try await tablet.submit([payment(1, "coins", launch: 8)])
        try await tablet.submit([payment(2, "lamp", launch: 8)])
        #expect(received(toTablet) == ["coins - pending", "lamp - pending"])
        let waiting = await phone.pendingPayments
        try await phone.approve(waiting[0])
        try await phone.decline(waiting[1])
        #expect(received(toPhone) == ["coins#01 other -"])
        #expect(try await relaunched() == ["coins#01 other -", "lamp - cancelled"])
        #expect(await phone.chargeCount == 1)
    }

    @Test("A restore, and buying what is owned, make new transactions for the device that asked alone")
    func copies() async throws {
        try await phone.submit([payment(1, "lamp")])
        #expect(await phone.finish(["2000000000001"]).isEmpty)
        #expect(try await relaunched() == ["lamp#01 other -"])
        #expect(await tablet.finish(["2000000000001"]).isEmpty)
        _ = received(toPhone)
        try await tablet.restore(RestoreID(rawValue: 3), for: nil)
        #expect(received(toTablet) == ["lamp#02 restores 3", "restore 3 ended"])
        try await tablet.submit([payment(1, "lamp", launch: 8)])
        #expect(received(toTablet) == ["lamp#03 pays -"])
        try await phone.restore(RestoreID(rawValue: 4), for: nil)
        #expect(received(toPhone) == ["lamp#04 restores 4", "restore 4 ended"])
        #expect(try await relaunched() == ["lamp#02 other -", "lamp#03 other -"])
        #expect(await phone.unfinishedCount == 1)
        #expect(await tablet.finish(["2000000000002", "2000000000003"]).isEmpty)
        #expect(try await relaunched() == [])
        // A refund is one of what was paid, and is reported to both.
        try await phone.refund("2000000000003")
        #expect(received(toPhone) == ["lamp#01 other -"])
        #expect(try await relaunched() == ["lamp#01 other -"])
        // What is deleted is revoked for the device that had it.
        try await phone.deleteTransaction("2000000000002")
        #expect(received(toPhone) == [])
        #expect(try await relaunched() == ["lamp#01 other -", "lamp#02 other - finished"])
    }
}
