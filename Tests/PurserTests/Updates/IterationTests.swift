import PurserSimulator
import PurserTesting
import Testing

@testable import Purser

@Suite("Loops over a sequence of updates", .timeLimit(.minutes(30)))
struct IterationTests {
    private let appStore = EmbeddedAppStore(catalog: SimulatorCatalog(products: [.sample("seeds")]))

    private func openStore(selling count: Int) async throws -> (PurchaseStore, StoreUpdates) {
        let store = try await PurchaseStore.open(backend: appStore)
        let updates = store.updates
        for _ in 0..<count { try await store.purchase("seeds") }
        return (store, updates)
    }

    @Test("S3: each of two loops over one value gets every update, also at the same time")
    func twice() async throws {
        let (store, updates) = try await openStore(selling: 20)
        try await store.close()
        async let first = Self.all(updates)
        async let second = Self.all(updates)
        let (one, other) = await (first, second)
        #expect(one == Array(1...20) && other == one)
        #expect(await Self.all(updates) == one, "a third one too")
    }

    private static func all(_ updates: StoreUpdates) async -> [UInt64] {
        var numbers: [UInt64] = []
        for await update in updates { numbers.append(update.sequence) }
        return numbers
    }

    @Test("S3: a further loop of a named reader begins behind what was acknowledged until then")
    func namedTwice() async throws {
        let store = try await PurchaseStore.open(backend: appStore)
        let updates = try await store.updates(for: "analytics")
        for _ in 0..<5 { try await store.purchase("seeds") }
        for await update in updates where update.sequence == 3 {
            try await updates.acknowledge(update)
            break
        }
        var again = updates.makeAsyncIterator()
        #expect(await again.next()?.sequence == 4)
        #expect(await again.next()?.sequence == 5)
        var relaunched = try await store.updates(for: "analytics").makeAsyncIterator()
        #expect(await relaunched.next()?.sequence == 4, "asking for the next one acknowledged nothing")
        try await store.close()
    }

    @Test("S1: a further loop whose updates are gone ends with the gap, not with others")
    func gone() async throws {
        let log = UpdateLog(updates: [], nextSequence: 1, keptUpdates: 0, unreadUpdates: 0)
        let updates = StoreUpdates(try log.reader(after: nil))
        log.append(.following(0, count: 3))
        var first = updates.makeAsyncIterator()
        #expect(await first.next()?.sequence == 1)
        while log.lastSequence < 3_000 { log.append(.following(log.lastSequence, count: 100)) }
        var second = updates.makeAsyncIterator()
        #expect(await second.next() == nil)
        #expect(updates.failure?.code == .updatesNotKept)
    }

    @Test("S3: an AsyncStream that a loop feeds is lossless, and another one has its own position")
    func stream() async throws {
        let (store, updates) = try await openStore(selling: 600)
        var iterator = Self.stream(of: updates).makeAsyncIterator()
        for number in UInt64(1)...300 { #expect(await iterator.next()?.sequence == number) }
        var other = Self.stream(of: updates).makeAsyncIterator()
        #expect(await other.next()?.sequence == 1)
        try await store.close()
        var rest: [UInt64] = []
        while let update = await iterator.next() { rest.append(update.sequence) }
        #expect(rest == Array(301...600))
    }

    private static func stream(of updates: StoreUpdates) -> AsyncStream<StoreUpdate> {
        AsyncStream { continuation in
            let loop = Task {
                for await update in updates { continuation.yield(update) }
                continuation.finish()
            }
            continuation.onTermination = { _ in loop.cancel() }
        }
    }
}
