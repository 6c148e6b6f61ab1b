/// Where a subscription stands, as the store says.
public struct StoreSubscriptionStatus: Sendable, Hashable {
    /// Where it stands.
    public var state: RenewalState
    /// The latest transaction of its subscription; it is reported as a transaction of its own, before this or together with it.
    public var transactionID: String
    /// The subscription group, if the store names it.
    public var subscriptionGroupID: String?

    /// Where a subscription stands.
    public init(state: RenewalState, transactionID: String, subscriptionGroupID: String? = nil) {
        self.state = state
        self.transactionID = transactionID
        self.subscriptionGroupID = subscriptionGroupID
    }

    /// Where a subscription stands: the App Store's number; unknown ones are kept.
    public struct RenewalState: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
        /// The App Store's number.
        public var rawValue: Int
        /// A state by its number.
        public init(rawValue: Int) { self.rawValue = rawValue }
        /// The state's name, or its number when it is an unknown one.
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
        /// It has ended, and the store still tries to be paid.
        public static let inBillingRetryPeriod = RenewalState(rawValue: 3)
        /// It could not be paid, and the customer keeps it for a while.
        public static let inGracePeriod = RenewalState(rawValue: 4)
        /// It was revoked.
        public static let revoked = RenewalState(rawValue: 5)
    }
}
