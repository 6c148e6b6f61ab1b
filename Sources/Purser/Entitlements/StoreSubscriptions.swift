/// Every subscription of the customer that was ever recorded, in the order of the identifiers of their first transactions.
///
/// ```swift
/// if let club = store.entitlements.subscriptions[groupID: "garden-club"] {
///     print(club.productID, club.state, "until", club.expirationDate as Any)
///     if club.priceIncreaseStatus == .pending { print("a higher price waits for an answer") }
///     if let next = club.renewalProductID { print("renews into", next) }
/// }
/// ```
public struct StoreSubscriptions: RandomAccessCollection, Sendable, CustomStringConvertible {
    private let all: [StoreSubscription]

    /// Makes subscriptions for previews and tests of an app; those of a customer come from ``StoreEntitlements``.
    public init(_ subscriptions: [StoreSubscription]) {
        all = subscriptions.sorted { $0.originalTransactionID < $1.originalTransactionID }
    }

    /// The subscription of a group that counts; `nil` when the customer never had one.
    ///
    /// The parameter is the identifier of the group, as in ``StoreProduct/SubscriptionInfo/subscriptionGroupID``, not its display
    /// name.
    ///
    /// A customer may have several subscriptions of one group, for example an own one and one of the family. A usable
    /// one counts first: paid before grace before retry before expired before revoked. Of two in the same state the one
    /// that lasts longer counts, and then the customer's own.
    public subscript(groupID subscriptionGroupID: String) -> StoreSubscription? {
        all.filter { $0.subscriptionGroupID == subscriptionGroupID }.max { $0.rank < $1.rank }
    }

    /// The position of the first subscription.
    public var startIndex: Int { all.startIndex }
    /// The position after the last subscription.
    public var endIndex: Int { all.endIndex }
    /// The subscription at a position.
    public subscript(position: Int) -> StoreSubscription { all[position] }

    /// The subscriptions, one after the other.
    public var description: String { Wording.list(map(\.description)) }
}

extension StoreSubscription {
    /// By state, then by end, then whether the customer bought it; the identifier makes the order complete.
    var rank: (Int, Int64, Int, String) {
        let isOwn = transaction.ownershipType == .purchased
        return (worth.state, worth.end, isOwn ? 1 : 0, originalTransactionID)
    }

    /// The rank of the subscription, by its state, and then by its end; its payer does not count.
    var worth: (state: Int, end: Int64) {
        let states: [RenewalState] = [.revoked, .expired, .inBillingRetryPeriod, .inGracePeriod, .subscribed]
        return (states.firstIndex(of: state) ?? -1, end?.milliseconds ?? .max)
    }
}
