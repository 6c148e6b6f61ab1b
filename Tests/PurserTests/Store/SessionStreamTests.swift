import Foundation
import PurserTesting
import Testing

@testable import Purser

@Suite("Where a plain stream begins", .timeLimit(.minutes(30)))
struct SessionStreamTests {
    private let backend = ScriptedBackend()

    private func open(
        _ change: (inout PurchaseStore.Configuration) -> Void = { _ in }
    ) async throws -> PurchaseStore {
        var configuration = PurchaseStore.Configuration(backend: backend)
        change(&configuration)
        return try await PurchaseStore.open(configuration)
    }

    private func report(_ numbers: ClosedRange<Int>, _ store: PurchaseStore) async throws {
        for number in numbers { backend.inbox.put([StoreTransaction.sample("t\(number)").reported(.elsewhere)]) }
        try await eventually { store.lastSequence == UInt64(numbers.upperBound) }
    }

    private func sequences(_ updates: StoreUpdates) async -> [UInt64] {
        var found: [UInt64] = []
        for await update in updates { found.append(update.sequence) }
        return found
    }

    @Test("S4: it begins with the session, however late it is read, also after the close; .now begins at the present")
    func session() async throws {
        let store = try await open()
        try await store.waitUntilReady()
        try await report(1...3, store)
        let (late, now) = (store.updates, try store.updates(from: .now))
        try await report(4...5, store)
        try await store.close()
        #expect(await sequences(late) == [1, 2, 3, 4, 5])
        #expect(await sequences(late) == [1, 2, 3, 4, 5], "a second loop begins where the first began")
        #expect(await sequences(now) == [4, 5])
        #expect(await sequences(store.updates) == [1, 2, 3, 4, 5])
    }

    @Test("S4: read while no user is named, it is the next user's whole session, iterated during, after, or twice")
    func beforeSignIn() async throws {
        for _ in 0..<50 {
            let store = try await open { $0.account = .unnamed }
            let (plain, beginning, now) = (
                store.updates, try store.updates(from: .beginning), try store.updates(from: .now)
            )
            try await store.switchAccount(to: .user(UUID()))
            try await store.waitUntilReady()
            try await report(1...3, store)
            // Another user's updates are not in it.
            try await store.switchAccount(to: .user(UUID()))
            try await store.close()
            for updates in [plain, plain, beginning, now] { #expect(await sequences(updates) == [1, 2, 3]) }
        }
    }

    @Test("S4: read while no user is named, it ends without updates when the store closes before a user is")
    func neverNamed() async throws {
        let store = try await open { $0.account = .unnamed }
        let updates = store.updates
        async let during = sequences(updates)
        try await store.close()
        #expect(await during.isEmpty)
        #expect(await sequences(updates).isEmpty && store.updateGaps.isEmpty)
    }

    @Test(
        "S4, S1: of a session that has recorded more than memory keeps, it begins at the oldest kept, and lists the gap"
    )
    func longSession() async throws {
        let store = try await open { $0.keptUpdates = 10 }
        try await store.waitUntilReady()
        try await report(1...1_000, store)
        try await report(1_001...2_000, store)
        let updates = store.updates
        let gap = try #require(store.updateGaps.first)
        #expect(gap.first == 1 && gap.consumer == nil && store.updateGaps.count == 1)
        try await store.close()
        #expect(await sequences(updates) == Array(gap.last + 1...2_000))
    }

    @Test("S1: in memory a named consumer that nobody iterates keeps its own limit, and gets a gap beyond that alone")
    func consumerLimit() async throws {
        let store = try await open { ($0.keptUpdates, $0.unreadUpdates) = (100, 5_000) }
        try await store.waitUntilReady()
        let first = try await store.updates(for: "analytics").start
        #expect(first == 0)
        try await report(1...3_200, store)
        var loop: StoreUpdates.AsyncIterator? = try await store.updates(for: "analytics").makeAsyncIterator()
        for number in UInt64(1)...3_200 { #expect(await loop?.next()?.sequence == number) }
        // What was acknowledged is kept no longer.
        loop = nil
        try await store.updates(for: "analytics").acknowledge(.numbered(3_200))
        try await report(3_201...4_600, store)
        #expect(throws: PurchaseFailure.self) { try store.updates(after: 0) }
        try await report(4_601...11_000, store)
        let failure = await #expect(throws: PurchaseFailure.self) { try await store.updates(for: "analytics") }
        let gap = try #require(failure?.gap)
        #expect(gap.consumer == "analytics" && gap.first == 3_201 && store.updateGaps == [gap])
        try await store.skip(gap)
        #expect(try await store.updates(for: "analytics").start == gap.last)
        // A consumer that was forgotten keeps nothing.
        try await store.forgetConsumer("analytics")
        try await report(11_001...14_000, store)
        #expect(throws: PurchaseFailure.self) { try store.updates(after: 11_000) }
        try await store.close()
    }

    @Test("Streams that are read and dropped while no user is named are not kept")
    func dropped() {
        var pending = PendingCursors()
        for _ in 0..<1_000 { pending.add(PendingCursor(from: .opening)) }
        #expect(pending.count <= 17)
    }
}
