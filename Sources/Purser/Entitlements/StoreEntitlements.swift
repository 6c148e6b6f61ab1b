#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// The customer's entitlements at one moment, computed only from the recorded transactions and that moment.
///
/// ```swift
/// if let club = store.entitlements["com.example.garden.club.monthly"] {
///     print("a member until", club.expirationDate as Any)
/// }
/// print(store.entitlements.active.map(\.productID))
/// ```
public struct StoreEntitlements: Sendable, CustomStringConvertible {
    let snapshot: EntitlementSnapshot
    /// The moment of this computation: the device's time, or the latest date signed by the App Store if that is later.
    public var asOf: Date { time.date }
    /// ``asOf`` in whole milliseconds, as transactions keep their dates.
    package let time: Timestamp

    /// Makes the entitlements of a snapshot at the present time, or at its trusted date if that is later.
    package init(_ snapshot: EntitlementSnapshot, deviceTime: Timestamp) {
        self.snapshot = snapshot
        time = max(deviceTime, snapshot.trustedDate)
    }

    /// Makes the entitlements from these transactions at a moment, for previews and tests of an app.
    ///
    /// - Parameters:
    ///   - transactions: each in its state at the moment; of two with the same identifier the last one counts.
    ///   - date: the moment for which subscriptions are computed.
    public init(_ transactions: [StoreTransaction], at date: Date) {
        let known = Dictionary(transactions.map { ($0.ledgerID, $0) }, uniquingKeysWith: { $1 })
        var tally = ProductTally()
        for transaction in known.values { tally.add(transaction, after: nil) }
        let hash = KeyedHash.zero
        let state = EntitlementState(
            of: Array(known.values), joined: JoinedOriginals(of: known.values, hash), balances: tally.counts, hash: hash
        )
        let time = Timestamp(date)
        self.init(EntitlementSnapshot(state: state, trustedDate: time), deviceTime: time)
    }

    /// Whether it is known what the customer owns: an empty list may also mean that the backend has not reported yet.
    public var availability: EntitlementAvailability { snapshot.availability }

    /// When the backend last reported what is owned; `nil` when it has not, since the ledger is new.
    public var lastReportDate: Date? { snapshot.lastReport?.date }

    /// Whether the last report of the backend is older than ``EntitlementPolicy/offlineLifetime``, so that the
    /// entitlements may be outdated.
    ///
    /// Nothing ends by that alone, unless the app's policy is so.
    public var isStale: Bool { snapshot.staleTime.map { $0 <= time } ?? false }

    /// The entitlement to a product; `nil` when the customer may not use it now.
    ///
    /// When several purchases entitle to the same product, for example the customer's own and one of the family, it is
    /// the one that lasts longest.
    public subscript(productID: String) -> StoreEntitlement? {
        if let transaction = snapshot.state.owning(productID) { return StoreEntitlement(transaction) }
        return snapshot.state.subscriptions.all(of: productID)
            .compactMap { StoreSubscription($0, at: time, under: snapshot.terms) }
            .filter { $0.isActive && $0.productID == productID }
            .max(by: Self.endsEarlier).map(StoreEntitlement.init)
    }

    /// Whether a product may be used now: owned for good, or a subscription in a paid period or a grace period.
    public func contains(_ productID: String) -> Bool {
        let isPlain = snapshot.over == nil && snapshot.terms.end.map { time < $0 } ?? true
        return snapshot.state.mayUse(productID, at: time, plainly: isPlain, under: snapshot.terms)
    }

    /// Everything that may be used now, each product once, in the order of the product identifiers.
    ///
    /// Like StoreKit's, this lists a non-renewing subscription until it is refunded: only the app knows its length.
    public var active: [StoreEntitlement] { activeByProduct.values.sorted { $0.productID < $1.productID } }

    var activeByProduct: [String: StoreEntitlement] {
        var best: [String: StoreSubscription] = [:]
        for subscription in subscriptions(where: \.isActive) {
            if let other = best[subscription.productID], Self.endsEarlier(subscription, other) { continue }
            best[subscription.productID] = subscription
        }
        var active = best.mapValues { StoreEntitlement($0) }
        for transaction in snapshot.state.current { active[transaction.productID] = StoreEntitlement(transaction) }
        return active
    }

    /// The identifiers of the products that may be used now.
    public var activeProductIDs: Set<String> {
        Set(snapshot.state.current.map(\.productID)).union(subscriptions(where: \.isActive).map(\.productID))
    }

    /// The auto-renewable subscriptions in a paid period or a grace period, in the order of their product identifiers.
    public var activeSubscriptions: [StoreSubscription] {
        subscriptions(where: \.isActive).sorted {
            ($0.productID, $0.originalTransactionID) < ($1.productID, $1.originalTransactionID)
        }
    }

    /// Every auto-renewable subscription that was ever recorded, with its current state, and by its group.
    public var subscriptions: StoreSubscriptions { StoreSubscriptions(subscriptionsNow.all) }

    /// When the App Store could not charge a renewal of a subscription, the oldest problem first; the present one is last.
    ///
    /// An earlier problem is found as a gap of at most 90 days between the end of a period and its renewal. These are not found:
    /// a problem that ended within a grace period, because the next period then begins without a gap (updates of the kind
    /// ``StoreUpdate/Kind/statusChanged`` have reported it); one after which the customer bought the subscription anew; and one
    /// whose renewal has no reported ``StoreTransaction/reason``, as with StoreKit 1. A gap of whole periods counts as renewals
    /// that were not reported to this ledger. Apple's sandbox may renew late without a problem.
    ///
    /// - Parameter subscription: one of ``subscriptions``.
    public func billingProblems(of subscription: StoreSubscription) -> [BillingProblem] {
        let periods = state.subscription(subscription.originalTransactionID)
        return (periods?.pastBillingProblems(until: time) ?? []) + [subscription.billingProblem].compactMap { $0 }
    }

    /// Whether the customer may have the introductory offer of a subscription group.
    ///
    /// A customer may have it once, whether or not it was refunded, and never while a subscription of the group is paid
    /// for, in grace or in billing retry. Whether a product has such an offer is in
    /// ``StoreProduct/SubscriptionInfo/introductoryOffer``. The result follows from the recorded transactions: it is as
    /// uncertain as they are while ``availability`` is not known, and true while no user is named. Purchases of other
    /// users of the app on the same Apple Account do not count here. The App Store decides in the end.
    public func isEligibleForIntroductoryOffer(_ subscriptionGroupID: String) -> Bool {
        guard !snapshot.state.hasUsedIntroductoryOffer(inGroup: subscriptionGroupID) else { return false }
        let all = subscriptionsNow
        return all.indices.allSatisfy { index in
            guard let found = all.current(at: index), found.period.subscriptionGroupID == subscriptionGroupID
            else { return true }
            return found.current.state == .expired || found.current.state == .revoked
        }
    }

    /// The quantity of each consumable that was bought and not refunded.
    ///
    /// The app subtracts what has been used up.
    public var purchasedQuantities: [String: Int] { snapshot.state.balances }

    /// The quantity of one consumable that was bought and not refunded; 0 for any other product.
    public func purchasedQuantity(of productID: String) -> Int { snapshot.state.balance(of: productID) }

    /// Whether both come from one snapshot, so that only the time may distinguish them.
    func sharesRecords(with other: StoreEntitlements) -> Bool { snapshot === other.snapshot }

    var state: EntitlementState { snapshot.state }

    var subscriptionsNow: SubscriptionsAtMoment { subscriptions(at: time) }

    /// When the entitlements are stale; `nil` when they never are.
    var staleTime: Timestamp? { snapshot.staleTime }

    func subscriptions(at moment: Timestamp) -> SubscriptionsAtMoment {
        var terms = snapshot.terms
        // At another moment the dates decide.
        if moment != time { terms.bought = nil }
        return SubscriptionsAtMoment(state.subscriptions, at: moment, under: terms)
    }

    private func subscriptions(where isWanted: (StoreSubscription) -> Bool) -> [StoreSubscription] {
        subscriptionsNow.all.filter(isWanted)
    }

    /// Subscriptions that end at the same moment are in the order of their identifiers.
    private static func endsEarlier(_ one: StoreSubscription, _ other: StoreSubscription) -> Bool {
        let never = Timestamp(milliseconds: .max)
        return (one.end ?? never, one.originalTransactionID) < (other.end ?? never, other.originalTransactionID)
    }

    /// The usable products in one line, such as `com.example.greenhouse, coins × 3 at 2026-01-31T12:00:00Z`.
    public var description: String {
        let counted = purchasedQuantities.sorted { $0.key < $1.key }.filter { $0.value != 0 }
        let owned = activeProductIDs.sorted() + counted.map { "\($0.key) × \($0.value)" }
        return "\(owned.isEmpty ? "nothing" : Wording.list(owned)) at \(Wording.moment(asOf))"
    }
}
