#if Verification
    public import PurserServerAPI

    /// The settings of an ``EmbeddedAppStoreServer``.
    public struct EmbeddedAppStoreServerOptions: Sendable {
        /// How many calls of each kind are served in a second; more are answered with 429.
        public var rates: RateLimits = .apple
        /// The plan of faults.
        public var faults: ServerFaultPlan = .none
        /// The addresses of the two environments.
        ///
        /// A request to the sandbox's host and port goes to the sandbox, any other to production.
        public var addresses: ServerAPIAddresses = .apple
        /// The decision on a refund request without an answer of the app's server, at the end of its time.
        public var refundWithoutAnswer: RefundDecision = .full

        /// Apple's rates and addresses, and no faults.
        public init() {}
    }
#endif
