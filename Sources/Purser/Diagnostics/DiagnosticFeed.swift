/// Tells whoever listens what an operator wants to know.
///
/// Promises: the first reader gets everything, the others what is told once their streams are made, in order; of a reader that is
/// slow the oldest are dropped, of what was told before the first one the latest, and it is told how many; nobody waits for a
/// reader; what nobody will hear is not even made.
package final class DiagnosticFeed: Sendable {
    /// How many wait for a reader at most.
    package static let limit = 256

    private let feed = Feed<StoreDiagnostic>(limit: DiagnosticFeed.limit)
    /// How many were kept and dropped before anybody could listen; `nil` once somebody has.
    ///
    /// A store is at work before its opening returns.
    private let early = Lock<(kept: Int, dropped: Int)?>((0, 0))

    /// Nobody listens yet.
    package init() {}

    /// Whether somebody listens by now.
    package var isHeard: Bool { feed.readers > 0 }

    /// Tells something; it is made only if somebody hears it.
    package func tell(_ make: @autoclosure () -> StoreDiagnostic) {
        let willBeHeard = early.withLock { early in
            guard let kept = early?.kept else { return isHeard }
            if kept < Self.limit { early?.kept += 1 } else { early?.dropped += 1 }
            return kept < Self.limit
        }
        if willBeHeard { feed.add([make()]) }
    }

    /// Everything from now on, and for the first who asks also what was told before; ends with the store.
    package func stream() -> AsyncStream<StoreDiagnostic> {
        early.withLock { early in
            defer { early = nil }
            return feed.stream(fromNow: early == nil, missed: early?.dropped ?? 0) { missed in
                StoreDiagnostic(
                    .dropped, .warning, count: missed,
                    message: "This reader was too slow, or came late: \(missed) diagnostics were dropped.")
            }
        }
    }

    /// Ends all streams once they have told everything.
    package func close() { feed.close() }
}
