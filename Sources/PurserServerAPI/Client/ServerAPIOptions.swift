#if Verification
    /// The settings of a client beside its key and its environment.
    public struct ServerAPIOptions: Sendable, Hashable {
        /// How many calls of each kind the client starts in a second at most.
        public var rates: RateLimits = .apple
        /// How long one request may take, at most ten minutes; a call may send several.
        public var requestLimit: Duration = .seconds(30)
        /// How many bytes an answer may have at most: 10 MB.
        public var maximumBytes = 10_000_000
        /// The addresses of Apple's servers.
        public var addresses: ServerAPIAddresses = .apple
        /// A second key, which signs when Apple rejects the first; `nil` for none.
        public var standByKey: ServerAPIKey?

        /// Apple's servers and rates, 30 seconds for a request, and no second key.
        public init() {}
    }
#endif
