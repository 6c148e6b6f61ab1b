#if Verification
    /// What a client may do, beside its key and its environment.
    public struct ServerAPIOptions: Sendable, Hashable {
        /// How often each call is made at most.
        public var rates: RateLimits = .apple
        /// How long one request may take; a call may make several.
        public var requestLimit: Duration = .seconds(30)
        /// How many bytes an answer may have at most: 10 MB.
        public var maximumBytes = 10_000_000
        /// Where Apple's servers are.
        public var addresses: ServerAPIAddresses = .apple
        /// A key for the case that the first one is refused; `nil` for none.
        public var standByKey: ServerAPIKey?

        /// Apple's servers and rates, 30 seconds for a request, and no further key.
        public init() {}
    }
#endif
