import Purser
import PurserTesting
import Testing

@testable import PurserSimulator

/// Each defect as its source describes it.
@Suite("Apple's known defects, each by its name")
struct StoreDefectTests {
    private let clock = VirtualClock()

    private func shop(
        _ defect: StoreDefect, _ options: EmbeddedAppStoreOptions = EmbeddedAppStoreOptions()
    ) async throws -> (EmbeddedAppStore, Mailbox<[BackendEvent]>) {
        let store = EmbeddedAppStore(
            catalog: .sample(), clock: clock, faults: FaultPlan(seed: 1, defects: [defect: 1]), options: options)
        let mailbox = try await store.listening()
        return (store, mailbox)
    }

    /// All that has come until now, as words.
    private func reported(_ store: EmbeddedAppStore, _ mailbox: Mailbox<[BackendEvent]>) async -> [String] {
        await store.flush()
        store.inbox.put([.promotedPurchase(PromotedPurchase(id: "", productID: "end"))])
        let batches = await mailbox.next() ?? []
        return words(batches.flatMap { $0 }).filter { $0 != "promoted end" }
    }

    private func wait(_ duration: Duration) { clock.advance(by: duration) }

    @Test(
        "cancelledAfterPurchase: it says cancelled, it is charged, and its transaction comes later",
        arguments: [true, false])
    func cancelled(echoesTokens: Bool) async throws {
        let (store, mailbox) = try await shop(
            .cancelledAfterPurchase, EmbeddedAppStoreOptions(answersNamePayments: echoesTokens))
        try await store.submit([payment(1, "coins")])
        #expect(await reported(store, mailbox) == ["coins \(echoesTokens ? "1" : "-") cancelled"])
        #expect(await store.chargeCount == 1)
        wait(.seconds(61))
        #expect(await reported(store, mailbox) == ["coins#01 other -"])
    }

    @Test("errorBeforeCharge: it ends with an unknown error, and its transaction comes later")
    func error() async throws {
        let (store, mailbox) = try await shop(.errorBeforeCharge)
        try await store.submit([payment(1, "coins")])
        #expect(await reported(store, mailbox) == ["coins 1 unknown"])
        wait(.seconds(61))
        #expect(await reported(store, mailbox) == ["coins#01 other -"])
    }

    @Test("nothingListedAfterPurchase: for a second it is neither unfinished nor restored, then it is told")
    func nothingListed() async throws {
        let (store, mailbox) = try await shop(.nothingListedAfterPurchase)
        try await store.submit([payment(1, "lamp")])
        #expect(await reported(store, mailbox) == ["lamp#01 pays 1"])
        wait(.milliseconds(900))
        try await store.redeliver()
        try await store.restore(RestoreID(rawValue: 1), for: nil)
        #expect(await reported(store, mailbox) == ["restore 1 ended"])
        wait(.seconds(1))
        #expect(await reported(store, mailbox) == ["lamp#01 other 1"])
        try await store.redeliver()
        try await store.restore(RestoreID(rawValue: 2), for: nil)
        #expect(await reported(store, mailbox) == ["lamp#01 other 1", "lamp#01 restores 2", "restore 2 ended"])
    }

    @Test("purchaseReportedAgain: a second later it is told once more, though it is finished")
    func toldAgain() async throws {
        let (store, mailbox) = try await shop(.purchaseReportedAgain)
        try await store.submit([payment(1, "coins")])
        #expect(await reported(store, mailbox) == ["coins#01 pays 1"])
        #expect(await store.finish(["2000000000001"]).isEmpty)
        #expect(await store.unfinishedCount == 0)
        wait(.seconds(1))
        #expect(await reported(store, mailbox) == ["coins#01 other -"])
    }

    @Test("emptyEntitlements: a restore brings nothing, and ends well")
    func empty() async throws {
        let (store, mailbox) = try await shop(.emptyEntitlements)
        try await store.submit([payment(1, "lamp")])
        wait(.seconds(100))
        _ = await reported(store, mailbox)
        try await store.restore(RestoreID(rawValue: 1), for: nil)
        #expect(await reported(store, mailbox) == ["restore 1 ended"])
    }

    @Test("finishNotTaken: three times it does not take, and the next purchase is answered with the old transaction")
    func finish() async throws {
        let (store, mailbox) = try await shop(.finishNotTaken)
        try await store.submit([payment(1, "coins")])
        for number: UInt64 in 2...4 {
            #expect(await store.finish(["2000000000001"]).isEmpty)
            #expect(await store.unfinishedCount == 1)
            try await store.submit([payment(number, "coins")])
            try await store.submit([payment(number, "coins")])
        }
        let again = (2...4).flatMap { ["coins#01 pays \($0)", "coins#01 pays \($0)"] }
        #expect(await reported(store, mailbox) == ["coins#01 pays 1"] + again)
        #expect(await store.chargeCount == 1)
        #expect(await store.finish(["2000000000001"]).isEmpty)
        #expect(await store.unfinishedCount == 0)
        try await store.submit([payment(5, "coins")])
        #expect(await reported(store, mailbox) == ["coins#02 pays 5"])
    }

    @Test(
        "originalIDChanged: at the next launch the first transaction has another original identifier, and what follows too"
    )
    func originalID() async throws {
        let (store, _) = try await shop(.originalIDChanged)
        try await store.submit([payment(1, "gold")])
        #expect(await store.transactions.map(\.originalID) == ["2000000000001"])
        await store.deactivate()
        try await store.activate()
        let changed = "7000000000001"
        #expect(await store.transactions.map(\.originalID) == [changed])
        wait(.seconds(40 * 86_400))
        #expect(await store.transactions.map(\.originalID) == [changed, changed])
        #expect(await store.subscription("gold")?.renewalInfo.originalTransactionID == changed)
    }

    @Test("statusMissing: transactions and renewal infos are told, and no status")
    func status() async throws {
        for (defect, count) in [(StoreDefect.statusMissing, 0), (.emptyEntitlements, 1)] {
            let (store, mailbox) = try await shop(defect)
            try await store.submit([payment(1, "gold")])
            await store.flush()
            store.inbox.put([.promotedPurchase(PromotedPurchase(id: "", productID: "end"))])
            let events = await (mailbox.next() ?? []).flatMap { $0 }
            #expect(events.count { if case .subscriptionStatus = $0 { true } else { false } } == count)
            #expect(events.count { if case .renewalInfo = $0 { true } else { false } } == 1)
        }
    }

    @Test("A plan without defects shows none, and draws nothing for them")
    func none() async throws {
        #expect(FaultPlan.none.isCalm && !FaultPlan(defects: [.statusMissing: 0.1]).isCalm)
        #expect(Set(StoreDefect.all).count == StoreDefect.all.count)
        var state = FaultState(FaultPlan.chaos(seed: 3))
        let before = state.generator.next()
        state = FaultState(FaultPlan.chaos(seed: 3))
        let shown = StoreDefect.all.filter { state.shows($0) }
        #expect(shown.isEmpty)
        #expect(state.generator.next() == before)
    }
}
