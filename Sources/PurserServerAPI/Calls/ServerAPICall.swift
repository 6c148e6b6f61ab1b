#if Verification
    /// One of the 30 calls of the App Store Server API.
    ///
    /// It names the call in failures and in rate limits.
    public struct ServerAPICall: Sendable, Hashable, CustomStringConvertible {
        /// The effect of a call on Apple's server, which decides whether the client repeats it.
        package enum Effect: Sendable, Hashable {
            /// It changes nothing.
            case reads
            /// It changes something, and the same call again changes nothing more.
            case settles
            /// The same call again would have a second effect, or another answer.
            case acts
        }

        /// The name in Apple's libraries, such as `getTransactionHistory`.
        public let name: String
        /// The method of its requests.
        package let method: String
        /// The path of its requests, with `{}` for each value.
        package let path: String
        /// The number of such calls that Apple serves per second in production, for one app.
        package let rate: Int
        /// Its effect on Apple's server.
        package let effect: Effect

        /// The name.
        public var description: String { name }
    }
#endif
