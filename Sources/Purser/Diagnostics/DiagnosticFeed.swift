/// Sends diagnostics to all streams.
///
/// Promises: the first stream gets everything, later ones the diagnostics after their creation, in order. A slow stream
/// loses the oldest; of the diagnostics before the first stream, the latest are lost. In both cases a diagnostic
/// reports how many. A report waits for no stream. A diagnostic that no stream will get is not even made.
package final class DiagnosticFeed: Sendable {
    private let feed = Feed<StoreDiagnostic>(limit: MemoryLimits.diagnostics)
    /// The numbers of diagnostics kept and dropped before the first stream, as a store opens; `nil` after that.
    private let early = Lock<(kept: Int, dropped: Int)?>((0, 0))

    /// Makes a feed without streams.
    package init() {}

    /// Whether there is a stream.
    package var isRead: Bool { feed.readers > 0 }

    /// Reports a diagnostic; it is made only if a stream gets it.
    package func report(_ make: @autoclosure () -> StoreDiagnostic) {
        let willBeRead = early.withLock { early in
            guard let kept = early?.kept else { return isRead }
            if kept < MemoryLimits.diagnostics { early?.kept += 1 } else { early?.dropped += 1 }
            return kept < MemoryLimits.diagnostics
        }
        if willBeRead { feed.add([make()]) }
    }

    /// All diagnostics from now on, and for the first stream also the earlier ones; ends with the store.
    package func stream() -> AsyncStream<StoreDiagnostic> {
        early.withLock { early in
            defer { early = nil }
            return feed.stream(fromNow: early == nil, missed: early?.dropped ?? 0) { missed in
                StoreDiagnostic(
                    .dropped, .warning, count: missed,
                    message: "This stream was read too slowly, or began late: \(missed) diagnostics were dropped.")
            }
        }
    }

    /// Ends all streams after their last diagnostics.
    package func close() { feed.close() }
}
