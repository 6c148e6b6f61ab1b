#if Server
    /// Decides how far back a worker looks for users who are due.
    ///
    /// The index of the list keeps the entries of users who left it until PostgreSQL removes them, and an old snapshot of another
    /// session prevents that: each look at all users would pass over all of them. A worker that has looked at everybody looks only
    /// at users who became due since, and at everybody now and then.
    package struct DueWindow: Sendable {
        /// Covers transactions that end later than others that began after them.
        private static let slack = Duration.milliseconds(500)

        /// Everybody who became due before was found; `nil` before the first look.
        private var start: ContinuousClock.Instant?
        /// When everybody is looked at again.
        private var nextFullLook: ContinuousClock.Instant?

        /// Begins with a look at everybody.
        package init() {}

        /// Within which time a user must have become due for a look that begins now; `nil` for a look at everybody.
        package func length(at now: ContinuousClock.Instant) -> Duration? {
            guard let start, let nextFullLook, now < nextFullLook else { return nil }
            return now - start + Self.slack
        }

        /// A look has ended.
        ///
        /// - Parameters:
        ///   - length: what ``length(at:)`` was for it.
        ///   - begun: when it began.
        ///   - ended: when it ended.
        ///   - wait: for how long the first user that it found was due; `nil` where it found all of them.
        package mutating func noteLook(
            of length: Duration?, begun: ContinuousClock.Instant, ended: ContinuousClock.Instant,
            leaving wait: Duration?
        ) {
            start = wait.map { begun - $0 } ?? begun
            // At most a twentieth of the time is spent on looks at everybody.
            if length == nil { nextFullLook = ended + max(.seconds(1), (ended - begun) * 20) }
        }
    }
#endif
