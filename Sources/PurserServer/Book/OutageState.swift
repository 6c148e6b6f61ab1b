#if Server
    /// Since when the database gives no answer.
    struct OutageState: Sendable {
        private var begin: ContinuousClock.Instant?

        /// What the end of a call has changed.
        enum Change: Sendable, Hashable {
            /// It is the first one without an answer.
            case begins
            /// It is the first one with an answer, so long after the first one without.
            case ends(after: Duration)
        }

        /// A call has ended at a moment; `nil` where nothing changes.
        mutating func note(_ failure: BookFailure?, at now: ContinuousClock.Instant) -> Change? {
            switch (failure?.code, begin) {
            // Neither was sent.
            case (.closed?, _), (.unstorable?, _): return nil
            case (.unreachable?, nil), (.timedOut?, nil), (.cutOff?, nil):
                begin = now
                return .begins
            case (.unreachable?, _), (.timedOut?, _), (.cutOff?, _), (_, nil): return nil
            case (_, let begin?):
                self.begin = nil
                return .ends(after: now - begin)
            }
        }

        /// For how long there has been no answer; zero where the last call had one.
        func length(at now: ContinuousClock.Instant) -> Duration { begin.map { now - $0 } ?? .zero }
    }
#endif
