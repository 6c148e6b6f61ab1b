#if Server
    import Purser
    import PurserTesting
    import TestDatabase
    import Testing

    @testable import PurserServer

    /// The book keeps the latest record of each transaction, and reads it anew for each delivery; a ledger keeps everything.
    @Suite("Latest records decide as all records do")
    struct LineCompactionTests {
        @Test(
            "K1: random lives have the updates and entitlements of a ledger's state that saw everything",
            arguments: 0..<UInt64(200))
        func random(seed: UInt64) throws {
            var generator = SeededGenerator(seed: seed)
            let lives = RandomLives(users: 3, using: &generator)
            var shelf = LineShelf()
            var whole: [Holder: LedgerState] = [:]
            var expected: [Holder: [String]] = [:]
            for (index, delivery) in lives.deliveries.enumerated() {
                let now = at(2_000 + Int64(index))
                try shelf.report(delivery.value, now: now)
                var state = whole[delivery.holder] ?? LedgerState(archivingLimit: .max)
                let reported = delivery.value.transactions.map {
                    IncomingTransaction($0, phase: .complete, needsFinish: false)
                }
                let records = state.records(
                    reporting: reported, renewals: delivery.value.renewals.map(RenewalReport.info), now: now)
                for case .update(let update, _) in records {
                    expected[delivery.holder, default: []].append("\(update.kind) \(update.transaction.id)")
                }
                whole[delivery.holder] = state
            }
            for (holder, state) in whole {
                #expect(shelf.reported(holder) == expected[holder] ?? [], "seed \(seed)")
                let stored = StoreEntitlements(state.entitlementSnapshot(), deviceTime: at(150))
                let computed = try shelf.entitlements(of: #require(holder.user), at: 150)
                #expect(computed.activeProductIDs == stored.activeProductIDs, "seed \(seed)")
                #expect(computed.purchasedQuantities == stored.purchasedQuantities, "seed \(seed)")
                #expect(
                    Set(computed.subscriptions.map(\.state)) == Set(stored.subscriptions.map(\.state)), "seed \(seed)")
            }
        }
    }
#endif
