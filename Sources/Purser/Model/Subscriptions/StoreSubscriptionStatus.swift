/// The state of a subscription, as the App Store reports it.
public struct StoreSubscriptionStatus: Sendable, Hashable {
    /// The state.
    public var state: RenewalState
    /// The latest transaction of the subscription; it is reported separately, before this or together with it.
    public var transactionID: String
    /// The subscription group, if the App Store reports it.
    public var subscriptionGroupID: String?

    /// Makes the state of a subscription.
    public init(state: RenewalState, transactionID: String, subscriptionGroupID: String? = nil) {
        self.state = state
        self.transactionID = transactionID
        self.subscriptionGroupID = subscriptionGroupID
    }

    /// The state of a subscription: the App Store's number; unknown ones are kept.
    public struct RenewalState: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
        /// The App Store's number.
        public var rawValue: Int
        /// A state by its number.
        public init(rawValue: Int) { self.rawValue = rawValue }
        /// The state's name, or the number of an unknown state.
        public var description: String {
            switch self {
            case .subscribed: "subscribed"
            case .expired: "expired"
            case .inBillingRetryPeriod: "inBillingRetryPeriod"
            case .inGracePeriod: "inGracePeriod"
            case .revoked: "revoked"
            default: "state \(rawValue)"
            }
        }
        /// It runs.
        public static let subscribed = RenewalState(rawValue: 1)
        /// It has ended.
        public static let expired = RenewalState(rawValue: 2)
        /// It has ended, and the App Store still retries the payment.
        public static let inBillingRetryPeriod = RenewalState(rawValue: 3)
        /// The payment failed, and the customer keeps it for a while.
        public static let inGracePeriod = RenewalState(rawValue: 4)
        /// It was revoked.
        public static let revoked = RenewalState(rawValue: 5)
    }
}
