#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

// SwiftyStoreKit's calls, answered by its rules from the recorded transactions, without a receipt.
extension StoreEntitlements {
    /// Whether a product was bought and not revoked.
    ///
    /// Every purchase of it counts, also a subscription period that has ended. Consumables are never found, as finished
    /// ones are in no receipt: ``purchasedQuantity(of:)`` counts them.
    public func verifyPurchase(productId: String) -> VerifyPurchaseResult {
        let items = state.current(of: productId) + periods(of: [productId])
        let latest = items.max { ($0.purchaseTime, $0.id) < ($1.purchaseTime, $1.id) }
        return latest.map { .purchased(item: $0) } ?? .notPurchased
    }

    /// Whether one subscription is valid; see ``verifySubscriptions(ofType:productIds:validUntil:)``.
    public func verifySubscription(
        ofType type: SubscriptionType = .autoRenewable, productId: String, validUntil date: Date? = nil
    ) -> VerifySubscriptionResult {
        verifySubscriptions(ofType: type, productIds: [productId], validUntil: date)
    }

    /// Whether one of these subscriptions, such as those of a group, is valid.
    ///
    /// Periods that were revoked or replaced by an upgrade do not count. Of the others the one that ends last decides:
    /// the subscription is valid when that end is after the date. After its last period an auto-renewable subscription
    /// may be in a grace period. A non-renewing subscription ends the duration of its type after each purchase; each
    /// purchase is a subscription of its own, and they do not add up. The items are all periods that count.
    ///
    /// - Parameters:
    ///   - type: how the ends are found; it applies to all of the products.
    ///   - productIds: the products.
    ///   - date: the moment to check; ``asOf`` by default.
    public func verifySubscriptions(
        ofType type: SubscriptionType = .autoRenewable, productIds: Set<String>, validUntil date: Date? = nil
    ) -> VerifySubscriptionResult {
        let moment = date.map { Timestamp($0) } ?? time
        let ends: [SubscriptionEnds] =
            switch type {
            case .autoRenewable: subscriptions(at: moment).ends(of: productIds)
            case .nonRenewing(let length):
                productIds.flatMap { state.current(of: $0) }
                    .compactMap { SubscriptionEnds([($0.originalPurchaseTime.advanced(by: max(.zero, length)), $0)]) }
            }
        return SubscriptionEnds.result(of: ends, at: moment)
    }

    /// The identifiers of all products of a type that were ever bought, also the revoked ones, without consumables.
    public func distinctPurchaseIds(ofType type: SubscriptionType = .autoRenewable) -> Set<String> {
        switch type {
        case .autoRenewable: Set(state.subscriptions.all.flatMap { $0.periods.map(\.productID) })
        case .nonRenewing: Set(state.ownedProductIDs)
        }
    }

    /// The periods of these products that were neither revoked nor replaced by an upgrade.
    private func periods(of productIDs: Set<String>) -> [StoreTransaction] {
        state.subscriptions.all.flatMap { subscription in
            subscription.periods.filter { productIDs.contains($0.productID) && $0.stands }
        }
    }
}

/// The result of ``StoreEntitlements/verifyPurchase(productId:)``, as in SwiftyStoreKit.
public enum VerifyPurchaseResult: Sendable, Hashable {
    /// The product was bought and not revoked; the item is its latest purchase.
    case purchased(item: StoreTransaction)
    /// It was never bought, or every purchase of it was revoked.
    case notPurchased
}

/// The result of ``StoreEntitlements/verifySubscriptions(ofType:productIds:validUntil:)``, as in SwiftyStoreKit.
public enum VerifySubscriptionResult: Sendable, Hashable {
    /// At least one is paid for until a date; the items are the periods of all, the one that ends last first.
    case purchased(expiryDate: Date, items: [StoreTransaction])
    /// None is paid for, and at least one may be used until a date, although its payment failed or its renewal is not
    /// reported; the items are the periods of all, the one that ends last first.
    case inGracePeriod(expiryDate: Date, items: [StoreTransaction])
    /// All have ended, the last one at a date; the items are the periods of all, the one that ends last first.
    case expired(expiryDate: Date, items: [StoreTransaction])
    /// None was ever bought, or all periods were revoked or replaced by an upgrade.
    case notPurchased

    /// Whether it may be used.
    public var isValid: Bool {
        switch self {
        case .purchased, .inGracePeriod: true
        case .expired, .notPurchased: false
        }
    }
}

/// How the end of a subscription is found, as in SwiftyStoreKit.
public enum SubscriptionType: Sendable, Hashable {
    /// It renews automatically, and the App Store reports when each period ends.
    case autoRenewable
    /// It does not renew; the app sets how long each purchase lasts.
    case nonRenewing(validDuration: Duration)
}

/// The ends of one subscription that is verified.
package struct SubscriptionEnds: Sendable {
    private enum State: Comparable {
        case expired, inGracePeriod, purchased
    }

    private let periods: [(end: Timestamp, item: StoreTransaction)]
    /// The end of the last period.
    private let last: Timestamp
    private let graceEnd: Timestamp?
    private let isRunning: Bool

    /// The ends of a subscription by its periods that count, in any order; `nil` without periods.
    ///
    /// It may be used until `graceEnd`, and if `isRunning` at any date.
    package init?(
        _ periods: [(end: Timestamp, item: StoreTransaction)], graceEnd: Timestamp? = nil, isRunning: Bool = false
    ) {
        guard let last = periods.lazy.map(\.end).max() else { return nil }
        (self.periods, self.last, self.graceEnd, self.isRunning) = (periods, last, graceEnd, isRunning)
    }

    private func state(at moment: Timestamp) -> (state: State, end: Timestamp) {
        if isRunning || last > moment { return (.purchased, last) }
        if let graceEnd, graceEnd > moment { return (.inGracePeriod, graceEnd) }
        return (.expired, last)
    }

    /// The result for several subscriptions, by the best state: paid for before in grace before ended.
    package static func result(of all: [SubscriptionEnds], at moment: Timestamp) -> VerifySubscriptionResult {
        let states = all.map { $0.state(at: moment) }
        guard let best = states.max(by: { ($0.state, $0.end) < ($1.state, $1.end) }) else { return .notPurchased }
        let items = all.flatMap(\.periods).sorted { ($0.end, $0.item.id) > ($1.end, $1.item.id) }.map(\.item)
        return switch best.state {
        case .purchased: .purchased(expiryDate: best.end.date, items: items)
        case .inGracePeriod: .inGracePeriod(expiryDate: best.end.date, items: items)
        case .expired: .expired(expiryDate: best.end.date, items: items)
        }
    }
}
