import Foundation
import PurserTesting
import Testing

@testable import Purser

@Suite("Upgrading ledgers of earlier formats", .timeLimit(.minutes(10)))
struct UpgradeTests {
    /// What a first opening by this version does: it goes on in the ledger, and compacts it.
    @discardableResult
    private func upgrade(_ files: CrashingFiles) throws -> LedgerState {
        let storage = FileLedgerStorage(
            files, options: .init(logSize: 1, fill: 16, generator: SeededGenerator(seed: 3)))
        var state = try storage.state()
        for number in 1...3 {
            let incoming = IncomingTransaction(.sample("x\(number)"), phase: .complete, token: nil, needsFinish: true)
            try storage.append(state.records(of: .transaction(incoming)), isUrgent: true)
            try storage.append(state.records(of: .step("x\(number)", .finished)), isUrgent: true)
        }
        try storage.compact { .max }
        storage.close()
        return state
    }

    /// Nothing that the ledger held is lost, and nothing of it is news.
    private func check(_ files: CrashingFiles, _ ledger: EarlierLedger, _ circumstances: String) throws {
        var state = try FileLedgerStorage(files).state()
        for update in ledger.latest {
            let (transaction, id) = (update.transaction, update.transaction.id)
            try #require(state.transactions.sequence(of: id) == update.sequence, "\(id), \(circumstances)")
            try #require(state.take(transaction) == nil, "\(id), \(circumstances)")
            try #require(state.take(transaction.described(at: 10_000)) == nil, "\(id) again, \(circumstances)")
        }
        guard !circumstances.contains("power") else { return }
        let new = (1...3).filter { state.transactions.sequence(of: "x\($0)") != nil }.count
        let before = try FileLedgerStorage(ledger.files()).state()
        try #require(state.balances["coins"] == (before.balances["coins"] ?? 0) + new, "\(circumstances)")
        try #require(state.consumers == before.consumers && state.deadLetters == before.deadLetters)
        try #require(state.intents.count == before.intents.count, "\(circumstances)")
        try #require(state.accounts == before.accounts, "\(circumstances)")
    }

    @Test("L1: a ledger that dies anywhere in its upgrade has lost nothing", arguments: [EarlierLedger.shared, .user])
    func dies(ledger: EarlierLedger) throws {
        let whole = try ledger.files()
        try upgrade(whole)
        #expect(LedgerFolder(names: try whole.list()).snapshots.last.map { $0 > UInt64(ledger.snapshot) } == true)
        try check(whole.afterKill(), ledger, "upgraded")
        let start = try ledger.files()
        for request in 1...whole.requests {
            let dying = start.afterKill()
            dying.change { $0.diesAt = request }
            _ = try? upgrade(dying)
            for torn in Set([0, dying.fatalBytes / 2]) {
                let dead = dying.tearing(torn)
                var generator = SeededGenerator(seed: UInt64(request * 10_000 + torn))
                try check(dead.afterKill(), ledger, "request \(request), \(torn) bytes")
                try check(dead.afterPowerLoss(using: &generator), ledger, "power, request \(request), \(torn) bytes")
            }
        }
    }

    @Test(
        "O6, D1: an upgraded ledger that is told everything again tells no update and grants nothing", arguments: 0..<2)
    func toldAgain(relaunches: Int) async throws {
        let folder = try EarlierLedger.copy()
        let ledgers: [(StoreAccount, EarlierLedger, owed: [String])] = [
            (.shared, .shared, ["d2"]), (.user(LedgerSamples.user), .user, []),
        ]
        for (account, ledger, owed) in ledgers {
            for relaunch in 0...relaunches {
                let granted = Lock<[String]>([])
                let backend = ScriptedBackend()
                var configuration = PurchaseStore.Configuration(backend: backend)
                configuration.ledger = .folder(folder.path)
                configuration.account = account
                configuration.grant = { update in granted.withLock { $0.append(update.transaction.id) } }
                let store = try await PurchaseStore.open(configuration)
                let last = store.lastSequence
                #expect(last == (ledger.latest.last?.sequence ?? 0) + UInt64(relaunch))
                try await store.waitUntilReady()
                for update in ledger.latest {
                    for transaction in [update.transaction, update.transaction.described(at: 10_000)] {
                        backend.inbox.put([transaction.told(.elsewhere), transaction.told(.other(nil))])
                    }
                }
                // Behind all others: a purchase that is news.
                let id = "new \(UUID())"
                backend.inbox.put([StoreTransaction.sample(id, at: 20_000).told(.elsewhere)])
                try await eventually { store.lastSequence > last && granted.withLock { $0.contains(id) } }
                #expect(store.lastSequence == last + 1)
                #expect(Set(granted.withLock { $0 }).subtracting(owed) == [id])
                await store.close()
            }
        }
    }
}
