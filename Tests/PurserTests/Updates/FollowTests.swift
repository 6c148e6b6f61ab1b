import PurserSimulator
import PurserTesting
import Testing

@testable import Purser

@Suite("Followed updates", .timeLimit(.minutes(30)))
struct FollowTests {
    /// An error that says whether trying again helps.
    private struct Trouble: RetryClassifying {
        var retryClass: RetryClass
    }

    private let appStore = EmbeddedAppStore(catalog: SimulatorCatalog(products: [.sample("seeds")]))
    private let files = CrashingFiles()

    private func open(_ files: CrashingFiles? = nil, known: Bool = true) async throws -> PurchaseStore {
        var configuration = PurchaseStore.Configuration(backend: appStore)
        configuration.storage = FileLedgerStorage(
            files ?? self.files, options: .init(logSize: 512), worker: BlockingWorker(label: "test"))
        configuration.consumers = ["app": .beginning]
        configuration.keptUpdates = 0
        configuration.retries.follow = RetryPolicy(
            initialDelay: .milliseconds(1), maximumDelay: .milliseconds(1), maximumAttempts: 3, maximumElapsed: nil)
        return try await PurchaseStore.open(configuration)
    }

    /// Follows until a condition holds, then closes the store.
    private func follow(
        _ store: PurchaseStore, _ isDone: @escaping @Sendable () async -> Bool,
        body: @escaping @Sendable (StoreUpdate) async throws -> Void
    ) async throws {
        async let following: Void = store.follow("app", body)
        try await eventually { await isDone() }
        try await store.close()
        try await following
    }

    @Test("S3: what was dealt with does not come again, what failed is tried again, and nothing is left out")
    func retries() async throws {
        var store = try await open()
        for _ in 0..<5 { try await store.purchase("seeds") }
        let attempts = Lock<[UInt64]>([])
        try await follow(store) {
            attempts.withLock { $0.last == 5 }
        } body: { update in
            let isFirst = attempts.withLock { attempts in
                defer { attempts.append(update.sequence) }
                return attempts.last != update.sequence
            }
            if update.sequence == 3, isFirst { throw Trouble(retryClass: .retryable()) }
        }
        #expect(attempts.withLock { $0 } == [1, 2, 3, 3, 4, 5])
        store = try await open()
        try await store.purchase("seeds")
        let later = Lock<[UInt64]>([])
        try await follow(store) {
            later.withLock { !$0.isEmpty }
        } body: { update in
            later.withLock { $0.append(update.sequence) }
        }
        // The success of the last one may not have been recorded before the store closed.
        #expect([[6], [5, 6], [5]].contains(later.withLock { $0 }))
    }

    @Test("S3: what fails for good is set aside, stops no other, survives a relaunch, and is released by hand")
    func deadLetter() async throws {
        var store = try await open()
        for _ in 0..<4 { try await store.purchase("seeds", context: ["note": "kept"]) }
        let done = Lock<[UInt64]>([])
        try await follow(store) {
            done.withLock { $0.last == 4 }
        } body: { update in
            if update.sequence == 2 { throw Trouble(retryClass: .permanent) }
            if update.sequence == 3 { throw Trouble(retryClass: .retryable()) }
            done.withLock { $0.append(update.sequence) }
        }
        #expect(done.withLock { $0 } == [1, 4])

        store = try await open()
        // So much that the logs which had them are gone.
        for _ in 0..<60 { try await store.purchase("seeds") }
        let aside = await store.failedUpdates(for: "app")
        #expect(aside.map(\.update.sequence) == [2, 3] && aside.allSatisfy { !$0.isReleased })
        #expect(aside.first?.update.context == ["note": "kept"])
        #expect(aside.last?.reason.contains("3") == true)
        #expect(aside.last?.description.contains("failed for app: ") == true)
        #expect(await store.failedUpdates(for: "other").isEmpty)
        #expect(await store.failedUpdates().count == 2)
        try await store.releaseFailedUpdate(aside[0])
        #expect(await store.failedUpdates().map(\.isReleased) == [true, false])
        try await store.close()

        store = try await open(files.afterKill())
        done.withLock { $0 = [] }
        try await follow(store) { [store] in
            await store.failedUpdates().isEmpty
        } body: { [store] update in
            done.withLock { $0.append(update.sequence) }
            guard update.sequence == 64, let last = await store.failedUpdates().last else { return }
            try await store.releaseFailedUpdate(last)
        }
        #expect(done.withLock { $0.first } == 2 && done.withLock { $0.last } == 3)
        #expect(done.withLock { $0 }.filter { $0 < 4 } == [2, 3])
    }

    @Test("S3: what is not set aside cannot be released, and a name that is forgotten leaves nothing behind")
    func rejected() async throws {
        let store = try await open()
        try await store.purchase("seeds")
        let update = FailedUpdate(consumer: "app", update: .numbered(1), reason: "")
        #expect(await failureCode { try await store.releaseFailedUpdate(update) } == .invalidRequest)
        let isFailed = Lock(false)
        let following = Task {
            try await store.follow("app") { _ in
                isFailed.withLock { $0 = true }
                throw Trouble(retryClass: .permanent)
            }
        }
        try await eventually { await store.failedUpdates().count == 1 }
        #expect(await failureCode { try await store.follow("app") { _ in } } == .invalidRequest, "followed already")
        #expect(await failureCode { try await store.follow("") { _ in } } == .invalidRequest)
        following.cancel()
        try await following.value
        try await store.forgetConsumer("app")
        #expect(await store.failedUpdates().isEmpty)
        try await store.close()
    }

    @Test("S3: readers of the configuration are registered with the first record, and cost none")
    func registered() async throws {
        var store = try await open()
        // The store is heard, and told nothing.
        try await store.waitUntilReady()
        try await store.close()
        #expect(try FileLedgerStorage(files.afterKill()).contents() == [])
        store = try await open()
        try await store.purchase("seeds")
        try await store.close()
        let records = try FileLedgerStorage(files.afterKill()).contents()
        #expect(records.first == .consumer("app", 0))
        #expect(records.filter { if case .consumer = $0 { true } else { false } }.count == 1)
    }

    @Test("S3, L2: after a write that failed, the configuration's readers are there; a wrong name opens nothing")
    func troubled() async throws {
        let store = try await open()
        try await store.waitUntilReady()
        files.change { $0.isReadOnly = true }
        #expect(await failureCode { try await store.purchase("seeds") } == .ledgerUnavailable)
        files.change { $0.isReadOnly = false }
        try await store.purchase("seeds")
        try await store.close()
        #expect(try FileLedgerStorage(files.afterKill()).contents().contains(.consumer("app", 0)))
        var configuration = PurchaseStore.Configuration(backend: appStore)
        configuration.consumers = ["": .now]
        let wrong = configuration
        #expect(await failureCode { try await PurchaseStore.open(wrong) } == .invalidRequest)
    }
}
