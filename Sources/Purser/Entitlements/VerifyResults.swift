#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// What ``StoreEntitlements/verifyPurchase(productId:)`` answers, as SwiftyStoreKit's does.
public enum VerifyPurchaseResult: Sendable, Hashable {
    /// The product was bought, and that was not revoked; the latest purchase of it.
    case purchased(item: StoreTransaction)
    /// It was never bought, or every purchase of it was revoked.
    case notPurchased
}

/// What ``StoreEntitlements/verifySubscriptions(ofType:productIds:validUntil:)`` answers, as SwiftyStoreKit's does.
public enum VerifySubscriptionResult: Sendable, Hashable {
    /// It is paid for until a date; all of its periods that were not revoked, the one that ends last first.
    case purchased(expiryDate: Date, items: [StoreTransaction])
    /// It could not be paid, or nothing was reported of its renewal, and it may be used until a date; its periods likewise.
    case inGracePeriod(expiryDate: Date, items: [StoreTransaction])
    /// It has ended at a date; its periods likewise.
    case expired(expiryDate: Date, items: [StoreTransaction])
    /// It was never bought, or all of it was revoked.
    case notPurchased

    /// Whether it may be used.
    public var isValid: Bool {
        switch self {
        case .purchased, .inGracePeriod: true
        case .expired, .notPurchased: false
        }
    }
}

/// How the end of a subscription is found, as SwiftyStoreKit has it.
public enum SubscriptionType: Sendable, Hashable {
    /// It renews by itself, and the store says when each period ends.
    case autoRenewable
    /// It does not renew; each purchase of it lasts this long, which the app knows.
    case nonRenewing(validDuration: Duration)
}
