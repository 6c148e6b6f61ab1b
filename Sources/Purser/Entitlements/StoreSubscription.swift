/// One subscription of the customer: all periods, from the first purchase through every renewal and upgrade.
///
/// The App Store gives all transactions of one subscription the same original transaction identifier.
public struct StoreSubscription: Sendable, Hashable {
    /// The identifier of the subscription's first transaction, which stays the same for as long as it lives.
    public let originalTransactionID: String
    /// The product that the customer subscribes to: that of ``transaction``.
    public let productID: String
    /// The subscription group of that product.
    public let subscriptionGroupID: String?
    /// The latest period that was neither refunded nor replaced by an upgrade; when there is none, the latest of all.
    public let transaction: StoreTransaction
    /// Whether the subscription may be used, and if not, why.
    public let state: RenewalState

    /// The states of a subscription, by the App Store's numbers (`Product.SubscriptionInfo.RenewalState`).
    public typealias RenewalState = StoreSubscriptionStatus.RenewalState

    /// A subscription in a given state, for previews and tests of an app; those of a customer come from
    /// ``StoreEntitlements``.
    ///
    /// - Parameters:
    ///   - transaction: its latest period, which says what it is a subscription to.
    ///   - state: whether it may be used.
    public init(_ transaction: StoreTransaction, state: RenewalState) {
        self.transaction = transaction
        originalTransactionID = transaction.originalID
        productID = transaction.productID
        subscriptionGroupID = transaction.subscriptionGroupID
        self.state = state
    }

    /// The subscription that these periods make at a moment; `nil` when there are none.
    ///
    /// - Parameters:
    ///   - periods: transactions with the same original transaction, the one that ends last first.
    ///   - time: the moment at which periods count as over or not.
    package init?(periods: [StoreTransaction], at time: Timestamp) {
        guard let first = periods.first else { return nil }
        let standing = Self.standing(of: periods, at: time)
        let latest = standing ?? first
        transaction = latest
        originalTransactionID = latest.originalID
        productID = latest.productID
        subscriptionGroupID = latest.subscriptionGroupID
        if standing == nil {
            state = periods.contains { $0.revocationTime != nil } ? .revoked : .expired
        } else {
            state = latest.hasEnded(at: time) ? .expired : .subscribed
        }
    }

    /// The period that decides: of those that stand the one that ends last; where that is over, the one bought last if its
    /// end is not known.
    private static func standing(of periods: [StoreTransaction], at time: Timestamp) -> StoreTransaction? {
        let standing = periods.filter { $0.revocationTime == nil && !$0.isUpgraded }
        guard let last = standing.first, last.hasEnded(at: time) else { return standing.first }
        let latest = standing.max { ($0.purchaseTime, $0.id) < ($1.purchaseTime, $1.id) }
        return latest.flatMap { $0.expirationTime == nil ? $0 : nil } ?? last
    }
}

extension StoreTransaction {
    /// Whether a period is known to be over; one of which no end is known is not.
    fileprivate func hasEnded(at time: Timestamp) -> Bool { expirationTime.map { $0 <= time } ?? false }
}
