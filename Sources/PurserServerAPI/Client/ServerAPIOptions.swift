#if Verification
    /// The settings of a client other than its key and its environment.
    public struct ServerAPIOptions: Sendable, Hashable {
        /// The maximum number of calls of each kind that the client starts per second.
        public var rates: RateLimits = .apple
        /// The time limit of one request, at most ten minutes; a call may send several requests.
        public var requestLimit: Duration = .seconds(30)
        /// The maximum size of an answer in bytes: 10 MB by default.
        public var maximumBytes = 10_000_000
        /// The addresses of Apple's servers.
        public var addresses: ServerAPIAddresses = .apple
        /// A second key, which signs if Apple rejects the first; `nil` for none.
        public var standByKey: ServerAPIKey?

        /// Apple's servers and rates, 30 seconds for a request, and no second key.
        public init() {}
    }
#endif
