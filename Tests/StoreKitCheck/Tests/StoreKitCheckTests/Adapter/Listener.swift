import Purser

/// Stands in the store's place: runs a backend, and keeps what it says.
final class Listener: Sendable {
    let backend: any StoreBackend
    private let received = Lock<[BackendEvent]>([])
    private let running = Lock<[Task<Void, Never>]>([])

    init(_ backend: any StoreBackend) { self.backend = backend }

    var events: [BackendEvent] { received.withLock { $0 } }
    var transactions: [BackendTransaction] { events.compactMap(\.transaction) }

    /// Begins to listen.
    func open() async throws {
        guard let mailbox = backend.inbox.claim() else { return }
        let tasks = [
            RootTask.start { [received] in
                while let batches = await mailbox.next() { received.withLock { $0 += batches.joined() } }
            },
            RootTask.start { [backend] in await backend.run() },
        ]
        running.withLock { $0 = tasks }
        try await backend.activate()
    }

    /// Stops listening, and forgets what was said.
    func close() async {
        await backend.deactivate()
        backend.inbox.release()
        let tasks = running.withLock { $0 }
        for task in tasks { task.cancel() }
        for task in tasks { await task.value }
        received.withLock { $0 = [] }
    }

    /// Waits until something was said.
    func wait<Value>(_ clock: any StoreClock, for find: ([BackendEvent]) -> Value?) async throws -> Value {
        while true {
            if let value = find(events) { return value }
            try await clock.sleep(for: .milliseconds(2))
        }
    }
}
