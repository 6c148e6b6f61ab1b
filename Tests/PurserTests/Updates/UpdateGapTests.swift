import PurserTesting
import Testing

@testable import Purser

@Suite("Readers that fall behind, or run ahead", .timeLimit(.minutes(30)))
struct UpdateGapTests {
    private let backend = ScriptedBackend()

    private func open(unread: Int, kept: Int = 0, grant: Bool = false) async throws -> PurchaseStore {
        var configuration = PurchaseStore.Configuration(backend: backend)
        (configuration.unreadUpdates, configuration.keptUpdates) = (unread, kept)
        let store = try await PurchaseStore.open(configuration)
        try await store.waitUntilReady()
        return store
    }

    private func report(_ numbers: ClosedRange<Int>, _ store: PurchaseStore) async throws {
        for number in numbers { backend.inbox.put([StoreTransaction.sample("t\(number)").reported(.elsewhere)]) }
        try await eventually { store.lastSequence == UInt64(numbers.upperBound) }
    }

    @Test("S3: a new consumer begins at the moment of the call, also where updates come before it is recorded")
    func now() async throws {
        let store = try await open(unread: 100, kept: 100)
        try await report(1...1, store)
        let named = NamedConsumer("analytics", store.engine.ledger)
        try await report(2...3, store)
        #expect(try await named.reader(from: .now).start == 1)
        try await store.close()
    }

    @Test("S1: a number that no update has yet cannot be acknowledged, and hides nothing")
    func future() async throws {
        let store = try await open(unread: 100, kept: 100)
        try await report(1...2, store)
        let updates = try await store.updates(for: "analytics")
        for number in [3, 50, UInt64.max] {
            let failure = await #expect(throws: PurchaseFailure.self) {
                try await updates.acknowledge(.numbered(number))
            }
            #expect(failure?.code == .invalidRequest)
            #expect(failure?.message.contains("the latest is number 2") == true)
        }
        try await updates.acknowledge(.numbered(2))
        try await report(3...4, store)
        var reader = try await store.updates(for: "analytics").makeAsyncIterator()
        #expect(await reader.next()?.sequence == 3)
        #expect(await reader.next()?.sequence == 4)
        try await store.close()
    }

    @Test("S1: where an earlier version took such a number, the reader goes on with what came after it said so")
    func earlierVersions() throws {
        var state = LedgerState()
        for number in 1...2 { state.apply(LedgerSamples.update(number)) }
        state.apply(.consumer("analytics", 50))
        state.apply(LedgerSamples.update(3))
        #expect(state.consumers == ["analytics": 2])
        var copy = LedgerState()
        state.write { copy.apply($0) }
        #expect(copy.consumers == ["analytics": 2])
    }

    @Test(
        "S1: in memory, a named reader that falls too far behind gets a gap from where to where, and goes on behind it")
    func named() async throws {
        let store = try await open(unread: 10)
        let updates = try await store.updates(for: "analytics")
        try await report(1...1_000, store)
        try await report(1_001...2_000, store)
        var loop = updates.makeAsyncIterator()
        #expect(await loop.next() == nil)
        let gap = try #require(updates.failure?.gap)
        #expect(updates.failure?.code == .updatesNotKept)
        #expect(gap.consumer == "analytics" && gap.first == 1 && gap.last >= 1_000 && gap.last < 2_000)
        #expect(store.updateGaps == [gap])

        let again = await #expect(throws: PurchaseFailure.self) { try await store.updates(for: "analytics") }
        #expect(again?.gap == gap && store.updateGaps == [gap])
        try await store.skip(gap)
        var rest = try await store.updates(for: "analytics").makeAsyncIterator()
        for number in gap.last + 1...2_000 { #expect(await rest.next()?.sequence == number) }
        try await store.close()
    }

    @Test("S1: so does a reader without a name")
    func unnamed() async throws {
        let store = try await open(unread: 10)
        let updates = try store.updates(after: 0)
        try await report(1...1_000, store)
        try await report(1_001...2_000, store)
        var loop = updates.makeAsyncIterator()
        #expect(await loop.next() == nil)
        let gap = try #require(updates.failure?.gap)
        #expect(gap.consumer == nil && gap.first == 1)
        #expect(store.updateGaps == [gap])
        var rest = try store.updates(after: gap.last).makeAsyncIterator()
        #expect(await rest.next()?.sequence == gap.last + 1)
        try await store.close()
    }

    @Test("S1: a reader that never reads costs no more memory than its limit, whatever the size of the batches")
    func bounded() {
        for size in [1, 16, 300, 5_000] {
            var log = UpdateLogState(updates: [], nextSequence: 1, kept: 10, unread: 500)
            let reader = log.register(after: 0)
            for _ in 0..<max(20, 6_000 / size) {
                _ = log.append(.following(log.nextSequence - 1, count: size))
                // Arrays go as a whole, of at most 1,024, and it is looked for them each 256 updates.
                #expect(log.nextSequence - log.oldestKept <= 500 + 1_024 + 256 + UInt64(size))
            }
            guard case .missed(let first, let last) = log.read(reader) else {
                Issue.record("nothing was missed, in batches of \(size)")
                continue
            }
            #expect(first == 1 && last == log.oldestKept - 1)
        }
    }

    @Test("S1: with a ledger on disk nothing is missed, however far a reader is behind")
    func stored() async throws {
        let files = CrashingFiles()
        let ledger = try await TransactionLedger.open(
            storage: FileLedgerStorage(files, worker: BlockingWorker(label: "test")), clock: VirtualClock(),
            keptUpdates: 0,
            unreadUpdates: 0)
        let reader = try ledger.log.reader(after: 0, consumer: "analytics")
        for batch in 0..<30 {
            _ = try await ledger.record(
                reported: (0..<100).map {
                    IncomingTransaction(
                        .sample("t\(batch * 100 + $0)"), phase: .complete, needsFinish: false)
                })
        }
        var numbers: [UInt64] = []
        while numbers.count < 3_000, let portion = await reader.next() { numbers += portion.numbers }
        #expect(numbers == Array(1...3_000))
        #expect(ledger.log.gaps.isEmpty)
        await ledger.close()
    }
}
