import PurserTesting
import Testing

@testable import Purser

@Suite("E2: what is owned follows from what is recorded, and from no order")
struct EntitlementOrderTests {
    /// Transactions that collide on purpose: few lines, few dates, products that change, types that are not known.
    private static func story(_ generator: inout SeededGenerator) -> [StoreTransaction] {
        (0..<12).map { step in
            let number = generator.index(below: 5)
            let date = Int64(generator.index(below: 2))
            let types: [StoreProduct.ProductType] = [.nonConsumable, .autoRenewable, .unknown, .consumable]
            let type = generator.index(below: 8) == 0 ? types[generator.index(below: 4)] : types[number % 4]
            let product = "p\(generator.index(below: 6) == 0 ? generator.index(below: 3) : number % 3)"
            return StoreTransaction.sample("T\(number)", product, type, at: date) { fields in
                fields.originalID = "T\(number % 2)"
                fields.purchasedQuantity = 1 + generator.index(below: 3)
                fields.signedTime = at(Int64(step))
                if type == .autoRenewable || type == .unknown { fields.expirationTime = at(100 + date) }
                if generator.index(below: 4) == 0 { fields.revocationTime = at(Int64(step)) }
            }
        }
    }

    private static func answers(_ state: EntitlementState) -> [String] {
        let board = EntitlementSnapshot(state: state, trustedDate: at(50))
        let owned = StoreEntitlements(board, deviceTime: at(50))
        return owned.active.map { "\($0.productID) by \($0.transaction.id)" }
            + owned.subscriptions.map { "\($0.originalTransactionID) \($0.transaction.id) \($0.state)" }
            + owned.purchasedQuantities.filter { $0.value != 0 }.sorted { $0.key < $1.key }.map {
                "\($0.key) \($0.value)"
            }
    }

    /// Whether the question for one product agrees with the list of all, before, at and after the ends.
    private static func agrees(_ state: EntitlementState) -> Bool {
        ([50, 100, 101] as [Int64]).allSatisfy { time in
            let board = EntitlementSnapshot(state: state, trustedDate: at(0))
            let owned = StoreEntitlements(board, deviceTime: at(time))
            let active = owned.activeProductIDs
            return ["p0", "p1", "p2"].allSatisfy { owned.contains($0) == active.contains($0) }
        }
    }

    @Test("E2, D2: followed change by change, after a relaunch, after a compaction and shuffled, it is the same")
    func anyOrder() throws {
        for seed in 0..<UInt64(plain(600, long: 3_000)) {
            var generator = SeededGenerator(seed: seed, purpose: "entitlements")
            var ledger = LedgerState(archivingLimit: 1)
            let live = CurrentEntitlements(EntitlementState(hash: ledger.hash), trustedDate: at(0))
            for transaction in Self.story(&generator) {
                var batch = PreparedBatch(capacity: 1)
                let incoming = IncomingTransaction(transaction, phase: .complete, needsFinish: false)
                ledger.prepare(reported: [incoming], now: at(0), into: &batch)
                let rebuilt = batch.published.changes.needsRebuild ? ledger.entitlements : nil
                live.apply(batch.published.changes, rebuilt: rebuilt, trustedDate: at(0))
                try #require(Self.agrees(live.snapshot.state), "seed \(seed)")
            }
            let expected = Self.answers(live.snapshot.state)
            var compacted = LedgerState(archivingLimit: 1)
            ledger.write { compacted.apply($0) }
            try #require(Self.answers(ledger.entitlements) == expected, "seed \(seed)")
            try #require(Self.answers(compacted.entitlements) == expected, "seed \(seed), compacted")
            var shuffled = ledger.transactions.all.map(\.update.transaction)
            shuffled.shuffle(using: &generator)
            let again = EntitlementState(
                of: shuffled, joined: JoinedOriginals(of: shuffled, ledger.hash), balances: ledger.balances,
                hash: ledger.hash)
            try #require(Self.answers(again) == expected, "seed \(seed), shuffled")
            try #require(ledger.balances.values.allSatisfy { $0 >= 0 }, "seed \(seed)")
        }
    }

    @Test("E2: of two purchases of the same date the one whose identifier sorts last counts")
    func tie() {
        let (one, other) = (
            StoreTransaction.sample("T1", "lamp", .nonConsumable),
            StoreTransaction.sample("T2", "lamp", .nonConsumable) { $0.originalID = "T1" }
        )
        for order in [[one, other.revoked(at: 0)], [other.revoked(at: 0), one]] {
            #expect(
                EntitlementState(of: order, hash: KeyedHash(first: 1, second: 2)).owning("lamp") == nil)
        }
    }
}
