import Foundation
import Purser
import PurserFormats
import PurserSimulator
import Testing

@Suite("The embedded App Store over its inbox")
struct EmbeddedAppStoreTests {
    /// The identifiers end in 01, 02 and so on.
    private static let counted = EmbeddedAppStoreOptions(firstTransactionID: 2_000_000_000_001)
    private let store = EmbeddedAppStore(catalog: .sample(), options: Self.counted)

    @Test("The answers to one submit are one batch, there before the call returns")
    func oneBatch() async throws {
        let mailbox = try await store.listening()
        try await store.submit([payment(1, "coins"), payment(2, "lamp"), payment(3, "coins")])
        let batches = try #require(await mailbox.next())
        #expect(batches.map(words) == [["coins#01 pays 1", "lamp#02 pays 2", "coins#03 pays 3"]])
        #expect(await store.chargeCount == 3)
        #expect(await store.violations.isEmpty)
    }

    @Test("F1, D1: a finish of the purchase does not finish a refund that its sender has not recorded")
    func finishOfAnOlderState() async throws {
        let mailbox = try await store.listening()
        try await store.submit([payment(1, "coins")])
        let bought = try #require(await store.unfinishedTransactions.first)
        try await store.refund(bought.id)
        // Told and taken, but not on record yet: an identifier alone could not tell the two states apart.
        _ = await mailbox.next()
        #expect(await store.finish([FinishRequest(recorded: bought)]).isEmpty)
        let refunded = try #require(await store.unfinishedTransactions.first)
        #expect(refunded.revocationTime != nil)
        #expect(await store.finish([FinishRequest(recorded: refunded)]).isEmpty)
        #expect(await store.unfinishedTransactions.isEmpty)
        store.inbox.release()
    }

    @Test("F1, U5: a finish of the purchase does not finish a move to another user that its sender has not recorded")
    func finishBeforeTheMoveIsKnown() async throws {
        let mailbox = try await store.listening()
        try await store.submit([payment(1, "coins")])
        let bought = try #require(await store.unfinishedTransactions.first)
        try await store.setAppAccountToken(UUID(), of: bought.id)
        _ = await mailbox.next()
        #expect(await store.finish([FinishRequest(recorded: bought)]).isEmpty)
        let moved = try #require(await store.unfinishedTransactions.first)
        #expect(await store.finish([FinishRequest(recorded: moved)]).isEmpty)
        #expect(await store.unfinishedTransactions.isEmpty)
        store.inbox.release()
    }

    @Test("M2: what was left unfinished is told at the next activation, and nothing after it was finished")
    func relaunch() async throws {
        let first = try await store.listening()
        try await store.submit([payment(1, "coins"), payment(2, "lamp")])
        _ = await first.next()
        await store.deactivate()
        store.inbox.release()

        let second = try await store.listening()
        #expect(await second.next()?.map(words) == [["coins#01 other 1", "lamp#02 other 2"]])
        #expect(await store.finish(["2000000000001", "2000000000002"]).isEmpty)
        await store.deactivate()
        store.inbox.release()

        let third = try await store.listening()
        store.inbox.release()
        #expect(await third.next() == nil)
    }

    @Test("Submitting before activate is refused and recorded; too many payments and products too")
    func limits() async throws {
        let options = EmbeddedAppStoreOptions(concurrentPayments: 1, productRequestLimit: 2)
        let store = EmbeddedAppStore(catalog: .sample(), options: options)
        await #expect(throws: BackendFailure.self) { try await store.submit([payment(1, "coins")]) }
        try await store.activate()
        await #expect(throws: BackendFailure.self) {
            try await store.submit([payment(1, "coins"), payment(2, "coins")])
        }
        await #expect(throws: BackendFailure.self) { _ = try await store.products(for: ["a", "b", "c"]) }
        #expect(await store.violations.count == 3)
        #expect(await store.chargeCount == 0)
    }

    @Test("A waiting payment is decided about by itself or by its name, and once only")
    func pendingPayments() async throws {
        try await store.activate()
        for number: UInt64 in 1...2 {
            await store.nextPurchase(.asksToBuy)
            try await store.submit([payment(number, "coins")])
        }
        let waiting = await store.pendingPayments
        #expect(waiting.map { "\($0)" } == waiting.map { "\($0.id): payment \($0.payment.token) of coins, asksToBuy" })
        try await store.approve(waiting[0])
        try await store.decline(waiting[1])
        #expect(await store.chargeCount == 1)
        let failure = await #expect(throws: BackendFailure.self) { try await store.approve(waiting[0]) }
        #expect(failure?.code == .unknownTransaction)
        #expect(await store.violations.isEmpty)
    }

    @Test("It sells what a file says; a file that is not there is told with its name")
    func fromFile() async throws {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("PurserGuideTests/Garden.storekit")
        let store = try EmbeddedAppStore(contentsOf: file)
        #expect(try await store.products(for: ["com.example.garden.pond"]).products.count == 1)
        let missing = URL(filePath: "/nowhere.storekit")
        let failure = #expect(throws: ProductFileFailure.self) { try EmbeddedAppStore(contentsOf: missing) }
        #expect(failure?.file == "/nowhere.storekit")
    }

    @Test("Products are described once each, and unknown identifiers named")
    func products() async throws {
        let answer = try await store.products(for: ["lamp", "nothing", "lamp", ""])
        #expect(answer.products.map(\.id) == ["lamp"])
        #expect(answer.invalidIDs == ["nothing", ""])
    }

    @Test("Offline every call fails, and what happened is told once it is online again")
    func offline() async throws {
        let mailbox = try await store.listening()
        await store.setOnline(false)
        await #expect(throws: BackendFailure.self) { try await store.submit([payment(1, "coins")]) }
        #expect(await store.finish(["1"])["1"]?.code == .networkError)
        try await store.buyElsewhere("lamp")
        await store.setOnline(true)
        #expect(await mailbox.next()?.map(words) == [["lamp#01 elsewhere"]])
        #expect(await store.violations.isEmpty)
    }

    @Test("What happens while no store is open is told at the next activation")
    func unreported() async throws {
        let store = EmbeddedAppStore(catalog: .sample(SimulatorSettings(asksToBuy: true)), options: Self.counted)
        let first = try await store.listening()
        try await store.submit([payment(1, "coins"), payment(2, "lamp")])
        _ = await first.next()
        await store.deactivate()
        store.inbox.release()
        try await store.approve("P1")
        try await store.decline("P2")
        await store.promote("pass")

        let second = try await store.listening()
        #expect(await second.next()?.map(words) == [["coins#01 other 1", "lamp 2 cancelled", "promoted pass"]])
    }

    @Test("Held answers go out in their order when they are released")
    func held() async throws {
        let mailbox = try await store.listening()
        await store.holdAnswers()
        try await store.submit([payment(1, "coins")])
        try await store.submit([payment(2, "lamp")])
        try await store.restore(RestoreID(rawValue: 1), for: nil)
        await store.releaseAnswers()
        let batches = try #require(await mailbox.next())
        #expect(
            batches.map(words)
                == [["coins#01 pays 1"], ["lamp#02 pays 2"], ["lamp#02 restores 1", "restore 1 ended"]])
    }

    @Test("Answers after the call come from run()")
    func answersAfterCalls() async throws {
        let store = EmbeddedAppStore(
            catalog: .sample(),
            options: EmbeddedAppStoreOptions(answersInsideCalls: false, firstTransactionID: 2_000_000_000_001))
        let mailbox = try await store.listening()
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await store.run() }
            try? await store.submit([payment(1, "coins")])
            #expect(await mailbox.next()?.map(words) == [["coins#01 pays 1"]])
            group.cancelAll()
        }
    }

    @Test("There is no receipt before the first refresh")
    func receipts() async throws {
        #expect(await store.localReceipt() == nil)
        let fresh = try await store.refreshReceipt()
        #expect(await store.localReceipt() == fresh)
    }
}
