import PurserSimulator
import PurserTesting
import Testing

@testable import Purser

@Suite("What a ledger keeps", .timeLimit(.minutes(30)))
struct LedgerMemoryTests {
    private func incoming(_ number: Int, revoked: Bool = false, signed: Int64 = 10) -> IncomingTransaction {
        var fields = LedgerSamples.transaction(number)
        fields.signedTime = Timestamp(milliseconds: signed)
        if revoked { fields.revocationTime = Timestamp(milliseconds: signed) }
        return IncomingTransaction(StoreTransaction(fields), phase: .complete, needsFinish: true)
    }

    @Test("D1, D2: finished consumables leave memory, and are known and refunded all the same")
    func archiving() {
        var state = LedgerState(archivingLimit: 4)
        var expected: [String: Int] = [:]
        for number in 0..<500 {
            state.note(.transaction(incoming(number)))
            state.note(.step("2000000\(number)", .finished))
            expected["com.example.product\(number % 7)", default: 0] += 1 + number % 3
        }
        #expect(state.transactions.count == 4)
        #expect(state.transactions.archivedCount == 496)
        #expect(state.balances == expected)
        var copy = LedgerState(archivingLimit: 4)
        state.write { copy.apply($0) }
        for number in [0, 77, 495, 499] {
            #expect(copy.transactions.sequence(of: "2000000\(number)") != nil)
            let repeated = copy.report(incoming(number, signed: 99))
            let late = copy.report(incoming(number, revoked: true, signed: 5))
            #expect(!repeated.isUpdate && !late.isUpdate)
            let refund = copy.note(.transaction(incoming(number, revoked: true, signed: 100)))
            guard case .update(let update, _) = refund else { return #expect(Bool(false), "no refund") }
            #expect(update.kind == .revoked)
            expected["com.example.product\(number % 7)", default: 0] -= 1 + number % 3
        }
        #expect(copy.balances == expected)
        var batch = PreparedBatch(capacity: 1)
        let isKnown = copy.prepare(.finishRequested, of: "20000005", into: &batch)
        #expect(isKnown && batch.records.isEmpty)
    }

    /// Buys through a store whose ledger begins a new log after every few purchases.
    ///
    /// The files are in memory: each of the many new logs is synced, and how long that takes is the disk's affair.
    private func open(_ appStore: EmbeddedAppStore, _ files: CrashingFiles, kept: Int) async throws -> PurchaseStore {
        var configuration = PurchaseStore.Configuration(backend: appStore)
        configuration.keptUpdates = kept
        configuration.storage = FileLedgerStorage(
            files, options: .init(durability: .buffered, logSize: 4_096), worker: BlockingWorker(label: "test"))
        return try await PurchaseStore.open(configuration)
    }

    @Test("O4, S1: updates are read from the files after a relaunch, as far back as they are kept")
    func replay() async throws {
        let files = CrashingFiles()
        let appStore = EmbeddedAppStore(catalog: SimulatorCatalog(products: [StoreProduct.sample("seeds")]))
        var store = try await open(appStore, files, kept: 200)
        let analytics = try await store.updates(for: "analytics")
        for _ in 0..<60 { _ = try await store.purchase("seeds") }
        var seen: [UInt64] = []
        for await update in analytics {
            seen.append(update.sequence)
            if update.sequence == 21 {
                try await analytics.acknowledge(update)
                break
            }
        }
        #expect(seen == Array(1...21))
        try await store.close()

        store = try await open(appStore, files, kept: 10)
        for _ in 0..<400 { _ = try await store.purchase("seeds") }
        // Old updates go, but not those that the named reader still has to see.
        var iterator = try await store.updates(for: "analytics").makeAsyncIterator()
        for sequence in UInt64(22)...460 { #expect(await iterator.next()?.sequence == sequence) }
        try await store.forgetConsumer("analytics")
        // As much as was kept for it has to be written before that goes.
        for _ in 0..<600 { _ = try await store.purchase("seeds") }
        try await eventually { [store] in
            guard let error = Self.failure({ _ = try store.updates(after: 22) }) else { return false }
            return error.code == .updatesNotKept
        }
        var last = try store.updates(after: 1_050).makeAsyncIterator()
        for sequence in UInt64(1_051)...1_060 { #expect(await last.next()?.sequence == sequence) }
        try await store.close()
        #expect(try files.list().count < 100)

        store = try await open(appStore, files, kept: 10)
        #expect(store.entitlements.purchasedQuantity(of: "seeds") == 1_060)
        try await store.close()
    }

    private static func failure(_ body: () throws -> Void) -> PurchaseFailure? {
        do { try body() } catch { return error as? PurchaseFailure }
        return nil
    }
}
