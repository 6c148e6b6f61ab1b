#if Verification
    public import PurserServerAPI

    /// The settings of an ``EmbeddedAppStoreServer``.
    public struct EmbeddedAppStoreServerOptions: Sendable {
        /// The number of calls of each kind that are served per second; further calls are answered with 429.
        public var rates: RateLimits = .apple
        /// The plan of faults.
        public var faults: ServerFaultPlan = .none
        /// The addresses of the two environments.
        ///
        /// A request to the sandbox's host and port goes to the sandbox, any other to production.
        public var addresses: ServerAPIAddresses = .apple
        /// The decision on a refund request whose time ends without an answer of the app's server.
        public var refundWithoutAnswer: RefundDecision = .full

        /// Apple's rates and addresses, and no faults.
        public init() {}
    }
#endif
