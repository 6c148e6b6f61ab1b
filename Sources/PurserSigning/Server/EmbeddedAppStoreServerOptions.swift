#if Verification
    public import PurserServerAPI

    /// How the simulated server of Apple behaves.
    public struct EmbeddedAppStoreServerOptions: Sendable {
        /// How often each call is served; more is answered with 429.
        public var rates: RateLimits = .apple
        /// What goes wrong.
        public var faults: ServerFaultPlan = .none
        /// The addresses of the two environments: a request to the second one's host and port asks the sandbox, any other production.
        public var addresses: ServerAPIAddresses = .apple
        /// What becomes of a refund that the app's server says nothing about, when its time is over.
        public var refundWithoutAnswer: RefundDecision = .full

        /// Apple's rates and addresses, and no faults.
        public init() {}
    }
#endif
