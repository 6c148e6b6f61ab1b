/// Tells whoever listens what an operator wants to know.
///
/// Owns a list of bounded length for each reader. Promises: the first reader gets everything, the others what is told once their
/// streams are made, in order; of a reader that is slow the oldest are dropped, of what was told before the first one the
/// latest, and it is told how many; nobody waits for a reader; what nobody will hear is not even made.
package final class DiagnosticFeed: Sendable {
    fileprivate struct Reader: Sendable {
        var waiting = Fifo<StoreDiagnostic>()
        var dropped = 0
    }

    fileprivate struct State: Sendable {
        /// What is told before anybody can listen: a store is at work before its opening returns.
        var early: Reader? = Reader()
        var readers: [Int: Reader] = [:]
        var lastReader = 0
    }

    /// How many wait for a reader at most.
    package static let limit = 256

    private let state = Lock(State())
    private let changes = EventCount()

    /// Nobody listens yet.
    package init() {}

    /// Whether somebody listens by now.
    package var isHeard: Bool { state.withLock { !$0.readers.isEmpty } }

    /// Tells something; it is made only if somebody hears it.
    package func tell(_ make: @autoclosure () -> StoreDiagnostic) {
        guard state.withLock({ $0.willBeHeard() }) else { return }
        let diagnostic = make()
        state.withLock { state in
            state.early?.add(diagnostic)
            for reader in state.readers.keys { state.readers[reader]?.add(diagnostic) }
        }
        changes.advance()
    }

    /// Everything from now on, and for the first who asks also what was told before; ends with the store.
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
                state.readers[state.lastReader] = state.early.take() ?? Reader()
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

extension DiagnosticFeed.State {
    /// Whether somebody listens, or the first who does will be told.
    fileprivate mutating func willBeHeard() -> Bool {
        guard readers.isEmpty, let early else { return !readers.isEmpty }
        guard early.waiting.count == DiagnosticFeed.limit else { return true }
        self.early?.dropped += 1
        return false
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
                message: "This reader was too slow, or came late: \(dropped) diagnostics were dropped.")
        }
        return waiting.popFirst()
    }
}
