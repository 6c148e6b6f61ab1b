#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// One product that the customer may use now, and its transaction.
///
/// These are non-consumables, non-renewing subscriptions, and auto-renewable subscriptions in a paid period.
/// Consumables are never among them: the app records what has been used up.
public struct StoreEntitlement: Sendable, Hashable, Identifiable, CustomStringConvertible {
    /// The latest transaction that entitles the customer to the product.
    public let transaction: StoreTransaction
    /// The subscription, if the product is auto-renewable; `nil` for other products.
    public let subscription: StoreSubscription?

    /// The product's identifier.
    public var id: String { productID }
    /// The product that may be used.
    public var productID: String { transaction.productID }
    /// The type of that product.
    public var productType: StoreProduct.ProductType { transaction.productType }
    /// When the paid period of a subscription ends; `nil` when it is owned for good.
    ///
    /// A non-renewing subscription has a date only if the App Store reports one. The app decides when such a
    /// subscription ends; it stays an entitlement until it is refunded. If no end of a renewing subscription is
    /// reported, as with StoreKit 1, it counts until it is revoked, its end is reported, or a later period of its
    /// subscription counts.
    public var expirationDate: Date? { transaction.expirationDate }

    /// Makes the entitlement to a product that is owned for good.
    public init(_ transaction: StoreTransaction) {
        self.transaction = transaction
        subscription = nil
    }

    /// Makes the entitlement to the product of a subscription in a paid period.
    public init(_ subscription: StoreSubscription) {
        transaction = subscription.transaction
        self.subscription = subscription
    }

    /// The product in one line, such as `com.example.greenhouse (transaction 42)`; for a subscription with its end.
    public var description: String {
        let end = expirationDate.map { " until \(Wording.moment($0))" } ?? ""
        return "\(productID)\(end) (transaction \(transaction.id))"
    }
}
