import PurserTesting
import Testing

@testable import Purser

@Suite("What is kept back and overtaken")
struct OvertakenTransactionTests {
    private func state(_ signed: Int64, isRevoked: Bool = false, id: String = "T") -> StoreTransaction {
        StoreTransaction.sample(id, "coins", .consumable) { fields in
            fields.signedTime = at(signed)
            fields.revocationTime = isRevoked ? at(signed) : nil
        }
    }

    private func incoming(_ transactions: StoreTransaction...) -> [[BackendEvent]] {
        [transactions.map { $0.reported(.other(nil)) }]
    }

    @Test("O2: a refund that could not be recorded and was reversed before it comes again is not told any more")
    func reversed() {
        var overtaken = OvertakenTransactions()
        overtaken.keptBack([state(2, isRevoked: true)])
        var reversed = incoming(state(3))
        overtaken.bringUpToDate(&reversed)
        #expect(reversed[0].map(\.transaction?.transaction) == [state(3)])
        var again = incoming(state(2, isRevoked: true), state(2, isRevoked: true, id: "other"))
        overtaken.bringUpToDate(&again)
        #expect(again[0].map(\.transaction?.transaction) == [state(3), state(2, isRevoked: true, id: "other")])
    }

    @Test("What nothing newer came of is taken as it is, and what is newer counts from then on")
    func newest() {
        var overtaken = OvertakenTransactions()
        overtaken.keptBack([state(2, isRevoked: true)])
        var again = incoming(state(2, isRevoked: true), state(5), state(4, isRevoked: true))
        overtaken.bringUpToDate(&again)
        #expect(again[0].map(\.transaction?.transaction) == [state(2, isRevoked: true), state(5), state(5)])
    }

    @Test("E3: it does not grow without end")
    func bounded() {
        var overtaken = OvertakenTransactions()
        for number in 0...MemoryLimits.overtakenTransactions { overtaken.keptBack([state(2, id: "\(number)")]) }
        for id in ["0", "1"] {
            var newer = incoming(state(3, id: id))
            overtaken.bringUpToDate(&newer)
        }
        var again = incoming(state(1, id: "0"), state(1, id: "1"))
        overtaken.bringUpToDate(&again)
        #expect(again[0].map(\.transaction?.transaction) == [state(1, id: "0"), state(3, id: "1")])
    }

    @Test("O2: a store whose disk fails for a moment ends with the last state, however the retry falls")
    func store() throws {
        for seed in 1...40 as ClosedRange<UInt64> {
            try Simulation.run(seed: seed) { context in
                let backend = ScriptedBackend()
                var configuration = PurchaseStore.Configuration(backend: backend)
                let storage = KeptStorage()
                configuration.storage = storage
                let store = try await PurchaseStore.open(configuration)
                try await store.waitUntilReady()
                backend.inbox.put([state(1).reported(.other(nil))])
                try await context.sleep(for: .seconds(60))
                storage.reject { _ in true }
                backend.inbox.put([state(2, isRevoked: true).reported(.other(nil))])
                try await context.sleep(for: .milliseconds(1))
                storage.reject { _ in false }
                backend.inbox.put([state(3).reported(.other(nil))])
                try await context.sleep(for: .seconds(600))
                try #require(store.entitlements.purchasedQuantity(of: "coins") == 1)
                try await store.close()
            }
        }
    }
}
