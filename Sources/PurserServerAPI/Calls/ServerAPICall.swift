#if Verification
    /// One of the 30 calls of the App Store Server API.
    ///
    /// Failures name it, and rates are set by it.
    public struct ServerAPICall: Sendable, Hashable, CustomStringConvertible {
        /// What a call does at Apple's, which decides whether it may be repeated.
        package enum Effect: Sendable, Hashable {
            /// It changes nothing.
            case reads
            /// It changes something, and a second time nothing more: the second answer is the first one's.
            case settles
            /// A second time would act again, or would be answered otherwise than the first.
            case acts
        }

        /// The name that Apple's libraries give it, such as `getTransactionHistory`.
        public let name: String
        /// The method of its requests.
        package let method: String
        /// The path of its requests; each `{}` stands for a value of the caller.
        package let path: String
        /// How often a second Apple serves it in production, for one app.
        package let rate: Int
        /// What it does at Apple's.
        package let effect: Effect

        /// The name.
        public var description: String { name }
    }
#endif
