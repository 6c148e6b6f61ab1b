#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// What the customer owns at one moment: a pure function of the recorded transactions and that moment.
public struct StoreEntitlements: Sendable {
    private let snapshot: EntitlementSnapshot
    /// The moment it is asked for: the device's time, or the latest date the store vouched for if that is later.
    public var asOf: Date { time.date }
    /// The same moment, as it is reckoned with.
    package let time: Timestamp

    package init(_ snapshot: EntitlementSnapshot, deviceTime: Timestamp) {
        self.snapshot = snapshot
        time = max(deviceTime, snapshot.trustedDate)
    }

    /// Whether a product may be used now: owned for good, or a subscription in an active period.
    public func contains(_ productID: String) -> Bool {
        snapshot.state.owning(productID) != nil || subscriptions.contains { $0.productID == productID }
    }

    /// The identifiers of non-consumables and non-renewing subscriptions that were bought and not taken back.
    ///
    /// When a non-renewing subscription ends is for the app to say; like StoreKit, this keeps listing it.
    public var ownedProductIDs: Set<String> {
        Set(snapshot.state.standing.map(\.productID))
    }

    /// The latest transaction of each product in ``ownedProductIDs``.
    public var ownedTransactions: [StoreTransaction] {
        snapshot.state.standing.sorted { $0.productID < $1.productID }
    }

    /// The subscriptions in an active period.
    public var subscriptions: [StoreSubscription] {
        snapshot.state.periods
            .compactMap { StoreSubscription(periods: $0, at: time) }
            .filter { $0.state == .subscribed }
            .sorted { $0.productID < $1.productID }
    }

    /// Every subscription line ever recorded, with the state it is in.
    public var allSubscriptions: [StoreSubscription] {
        snapshot.state.periods
            .compactMap { StoreSubscription(periods: $0, at: time) }
            .sorted { $0.originalTransactionID < $1.originalTransactionID }
    }

    /// For each consumable: how many were bought and not taken back; what was used up is the app's to subtract.
    public var consumableBalances: [String: Int] { snapshot.state.balances }

    /// How many of one consumable were bought and not taken back.
    public func balance(of productID: String) -> Int { snapshot.state.balance(of: productID) }
}

/// One subscription line: all periods that share an original transaction.
public struct StoreSubscription: Sendable, Hashable {
    /// The identity of the line.
    public let originalTransactionID: String
    /// The product of the latest period.
    public let productID: String
    /// The group of that product.
    public let subscriptionGroupID: String?
    /// The latest period.
    public let transaction: StoreTransaction
    /// The state that the line is in.
    public let state: RenewalState

    /// The states of a subscription line, by the App Store's numbers.
    public struct RenewalState: RawRepresentable, Sendable, Hashable {
        /// The App Store's number.
        public var rawValue: Int
        /// A state by its number.
        public init(rawValue: Int) { self.rawValue = rawValue }
        /// In a period that has been paid for.
        public static let subscribed = RenewalState(rawValue: 1)
        /// Past its last period.
        public static let expired = RenewalState(rawValue: 2)
        /// Taken back by the store.
        public static let revoked = RenewalState(rawValue: 5)
    }

    /// The line that these periods make at a moment; `nil` when there are none.
    package init?(periods: [StoreTransaction], at time: Timestamp) {
        guard let first = periods.first else { return nil }
        let standing = periods.first { $0.revocationTime == nil && !$0.isUpgraded }
        let latest = standing ?? first
        transaction = latest
        originalTransactionID = latest.originalID
        productID = latest.productID
        subscriptionGroupID = latest.subscriptionGroupID
        if standing == nil {
            state = periods.contains { $0.revocationTime != nil } ? .revoked : .expired
        } else {
            state = latest.expirationTime.map { time < $0 } == true ? .subscribed : .expired
        }
    }
}
