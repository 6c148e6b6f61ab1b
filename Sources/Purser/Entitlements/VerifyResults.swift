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
    /// It is paid for until a date; the items are its periods that were not revoked, the one that ends last first.
    case purchased(expiryDate: Date, items: [StoreTransaction])
    /// Its payment failed, or its renewal is not reported, and it may be used until a date; the items are its periods.
    case inGracePeriod(expiryDate: Date, items: [StoreTransaction])
    /// It has ended at a date; the items are its periods.
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

/// How the end of a subscription is found, as in SwiftyStoreKit.
public enum SubscriptionType: Sendable, Hashable {
    /// It renews automatically, and the App Store reports when each period ends.
    case autoRenewable
    /// It does not renew; the app sets how long each purchase lasts.
    case nonRenewing(validDuration: Duration)
}
