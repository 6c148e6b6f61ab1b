#if Server
    import Purser

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
        /// The first is at most a second, and each next one at most twice as long. A longer one that the failure names
        /// (`RetryClass.retryable(after:)`) is kept, up to this one.
        public var longestPause: Duration = .seconds(300)
        /// Whether a pause that a failure names is one for all users in this process, and not for its own user alone: the handler
        /// calls one server for all.
        package var sharesNamedPauses = false

        /// All defaults.
        public init() {}

        /// The pause after this many failures in a row, counted without the present one: a part of the limit, by a
        /// random number from 0 to 1, or the longer one that the failure names.
        ///
        /// `nil`: the user becomes a dead letter.
        package func pause(after failures: Int, random: Double, named: Duration? = nil) -> Duration? {
            guard failures + 1 < attempts else { return nil }
            let limit = min(Duration.seconds(1) * (1 << min(failures, 20)), longestPause)
            return max(limit * random, min(named ?? .zero, longestPause))
        }

        /// The pause that a failure names; `nil` where it names none.
        package static func namedPause(of error: any Error) -> Duration? {
            guard case .retryable(let pause) = RetryClass(of: error) else { return nil }
            return pause
        }
    }
#endif
