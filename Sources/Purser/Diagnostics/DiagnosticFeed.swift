/// Tells whoever listens what an operator wants to know.
///
/// Owns a list of bounded length for each reader. Promises: a reader gets everything from the moment on at which its stream was
/// made, in order; of one that is slow the oldest are dropped, and it is told how many; nobody waits for a reader; what nobody
/// listens to is not even made.
package final class DiagnosticFeed: Sendable {
    fileprivate struct Reader: Sendable {
        var waiting = Fifo<StoreDiagnostic>()
        var dropped = 0
    }

    private struct State: Sendable {
        var readers: [Int: Reader] = [:]
        var lastReader = 0
    }

    /// How many wait for a reader at most.
    package static let limit = 256

    private let state = Lock(State())
    private let changes = EventCount()

    /// Nobody listens yet.
    package init() {}

    /// Whether somebody listens.
    package var isHeard: Bool { state.withLock { !$0.readers.isEmpty } }

    /// Tells something; it is made only if somebody listens.
    package func tell(_ make: @autoclosure () -> StoreDiagnostic) {
        guard isHeard else { return }
        let diagnostic = make()
        state.withLock { state in
            for reader in state.readers.keys { state.readers[reader]?.add(diagnostic) }
        }
        changes.advance()
    }

    /// Everything from now on; ends with the store.
    package func stream() -> AsyncStream<StoreDiagnostic> {
        let listener = Listener(self)
        return AsyncStream { await listener.next() }
    }

    /// Ends all streams once they have told everything.
    package func close() { changes.close() }

    /// One reader, for as long as it exists.
    private final class Listener: Sendable {
        private let feed: DiagnosticFeed
        private let number: Int

        init(_ feed: DiagnosticFeed) {
            self.feed = feed
            number = feed.state.withLock { state in
                state.lastReader += 1
                state.readers[state.lastReader] = Reader()
                return state.lastReader
            }
        }

        deinit { feed.state.withLock { _ = $0.readers.removeValue(forKey: number) } }

        func next() async -> StoreDiagnostic? {
            while true {
                let seen = feed.changes.count
                if let next = feed.state.withLock({ $0.readers[number]?.take() }) { return next }
                do { try await feed.changes.wait(after: seen) } catch { return nil }
            }
        }
    }
}

extension DiagnosticFeed.Reader {
    fileprivate mutating func add(_ diagnostic: StoreDiagnostic) {
        waiting.append(diagnostic)
        guard waiting.count > DiagnosticFeed.limit else { return }
        _ = waiting.popFirst()
        dropped += 1
    }

    fileprivate mutating func take() -> StoreDiagnostic? {
        guard dropped == 0 else {
            defer { dropped = 0 }
            return StoreDiagnostic(
                .dropped, .warning, count: dropped,
                message: "This reader was too slow: the oldest diagnostics were dropped, \(dropped) of them.")
        }
        return waiting.popFirst()
    }
}
