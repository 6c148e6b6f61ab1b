#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

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
        case expired
        case inGracePeriod
        case purchased
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
