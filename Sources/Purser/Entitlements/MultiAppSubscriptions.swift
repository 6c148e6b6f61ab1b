/// Subscriptions of one customer in several apps of one maker, where a subscription in one app counts in all of them.
///
/// ```swift
/// let other = StoreEntitlements(transactions, at: Date())
/// let both = MultiAppSubscriptions(
///     store.entitlements, of: "com.example.garden", with: ["com.example.kitchen": other])
/// if let club = both.best { print(club.subscription.productID, "of", club.appID) }
/// ```
///
/// Which app's subscription counts is decided as in a group: paid before grace before retry before expired before
/// revoked. Of two in the same state the one that lasts longer counts, then the app's own before another's, and of
/// others the one whose app identifier sorts first.
public struct MultiAppSubscriptions: Sendable, CustomStringConvertible {
    /// A subscription, and the app that it was bought in.
    public struct AppSubscription: Sendable, Hashable {
        /// The app's bundle identifier.
        public let appID: String
        /// The subscription.
        public let subscription: StoreSubscription
    }

    /// Every subscription that counts, in all apps, the one that counts first.
    public let all: [AppSubscription]
    /// The bundle identifier of this app.
    public let appID: String

    /// Makes the subscriptions of several apps.
    ///
    /// - Parameters:
    ///   - own: the entitlements in this app.
    ///   - appID: its bundle identifier.
    ///   - others: the entitlements in other apps, by their bundle identifiers: from their transactions as a server
    ///     reports them.
    ///   - countsEverywhere: whether a subscription to a product of another app counts in this one; by default all
    ///     do.
    public init(
        _ own: StoreEntitlements, of appID: String, with others: [String: StoreEntitlements],
        countsEverywhere: (_ productID: String) -> Bool = { _ in true }
    ) {
        self.appID = appID
        var subscriptions = own.subscriptions.map { AppSubscription(appID: appID, subscription: $0) }
        for (other, owned) in others where other != appID {
            subscriptions += owned.subscriptions.filter { countsEverywhere($0.productID) }.map {
                AppSubscription(appID: other, subscription: $0)
            }
        }
        all = subscriptions.sorted { Self.precedes($0, $1, own: appID) }
    }

    /// The subscription that counts; `nil` when there is none in any app.
    public var best: AppSubscription? { all.first }

    /// The usable subscriptions, the one that counts first.
    public var active: [AppSubscription] { all.filter(\.subscription.isActive) }

    private static func precedes(_ one: AppSubscription, _ other: AppSubscription, own appID: String) -> Bool {
        let (first, second) = (one.subscription, other.subscription)
        if first.worth != second.worth { return first.worth > second.worth }
        if one.appID != other.appID {
            return one.appID == appID || other.appID != appID && one.appID < other.appID
        }
        return first.rank > second.rank
    }

    /// The subscriptions, each with its app.
    public var description: String { Wording.list(all.map { "\($0.subscription) in \($0.appID)" }) }
}
