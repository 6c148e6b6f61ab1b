#if Server
    /// How a consumer of a ``PurchaseBook`` works.
    public struct FollowOptions: Sendable, Hashable {
        /// For how many users at a time the handler is called in this process.
        public var workers = 8
        /// How long a user is this process's before another one may take over; begun anew with each acknowledged update.
        ///
        /// A handler that takes longer is called again elsewhere.
        public var lease: Duration = .seconds(60)
        /// How often the list is looked at without a hint.
        public var interval: Duration = .milliseconds(500)
        /// After so many failures in a row a user becomes a dead letter.
        public var attempts = 10
        /// The longest pause after a failure.
        ///
        /// The first is at most a second, and each next one at most twice as long.
        public var longestPause: Duration = .seconds(300)

        /// All defaults.
        public init() {}

        /// The pause after this many failures in a row, counted without the present one: a part of the limit, by a
        /// random number from 0 to 1.
        ///
        /// `nil`: the user becomes a dead letter.
        package func pause(after failures: Int, random: Double) -> Duration? {
            guard failures + 1 < attempts else { return nil }
            let limit = min(Duration.seconds(1) * (1 << min(failures, 20)), longestPause)
            return limit * random
        }
    }
#endif
