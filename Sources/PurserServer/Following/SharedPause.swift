#if Server
    import Purser

    /// Until when a consumer takes no users in this process, because the server that it calls for all of them has named a pause.
    final class SharedPause: Sendable {
        private let end = Lock<ContinuousClock.Instant?>(nil)

        /// Whether it lasts.
        var isRunning: Bool { end.withLock { $0.map { .now < $0 } ?? false } }

        /// Begins it, or makes it longer.
        func extend(until moment: ContinuousClock.Instant) {
            end.withLock { $0 = max($0 ?? moment, moment) }
        }
    }
#endif
