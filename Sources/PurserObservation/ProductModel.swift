public import Observation
public import Purser

/// One product for a view: its name and price, whether it is owned, its purchase and its download.
///
/// A view that reads it is redrawn when this product changes, and not for any other one.
@MainActor @Observable
public final class ProductModel: Identifiable {
    /// The product's identifier.
    public nonisolated let id: String
    /// The product; `nil` before it was fetched, and when it is not sold.
    public internal(set) var product: StoreProduct?
    /// Its state, from `registered` to `owned`.
    public internal(set) var state: ProductState = .registered
    /// The current user's entitlement to it; `nil` without one.
    public internal(set) var entitlement: StoreEntitlement?
    /// The current user's subscription in the group of this product, to any product of the group; `nil` when there
    /// never was one, or this is no subscription.
    public internal(set) var subscription: StoreSubscription?
    /// How many of a consumable the current user bought, without refunded ones.
    public internal(set) var purchasedQuantity = 0
    /// Whether the current user may use the introductory offer of its group, as far as is known; `false` for a product
    /// that is no subscription.
    public internal(set) var isEligibleForIntroductoryOffer = false
    /// The state of its content, and the progress of the download.
    public internal(set) var content = ContentStatus(.notInstalled)
    /// How many purchases of it wait in this model.
    var calls = 0

    init(_ id: String) { self.id = id }
}

extension ProductModel {
    /// Whether a purchase of it is running, so that its button should be disabled.
    public var isPurchasing: Bool { calls > 0 || state == .requested || state == .initiated }

    /// Whether it waits for an approval: Ask to Buy, or the bank.
    public var isPending: Bool { state == .pending }

    /// Whether the current user may use it now.
    public var isOwned: Bool { entitlement != nil }

    /// Its name in the App Store; its identifier before the name is known.
    public var displayName: String { product?.displayName ?? id }

    /// Its price as text in the currency of the customer's store; `nil` before that is known.
    public var displayPrice: String? { product?.displayPrice }

    /// Its offers, in the App Store's order; empty for a product that is no subscription.
    public var offers: [StoreOffer] { product?.subscription?.offers ?? [] }

    /// Whether the current user's subscription in its group runs and is of this very product.
    public var isSubscribed: Bool { subscription.map { $0.isActive && $0.productID == id } ?? false }
}

extension ProductModel {
    /// Applies the entitlements; unchanged values are not set, so that no view is redrawn for them.
    func take(_ entitlements: StoreEntitlements) {
        let group = product?.subscription?.subscriptionGroupID
        update(\.entitlement, entitlements[id])
        update(\.purchasedQuantity, entitlements.purchasedQuantity(of: id))
        update(\.subscription, group.flatMap { entitlements.subscriptions[groupID: $0] })
        update(\.isEligibleForIntroductoryOffer, group.map { entitlements.isEligibleForIntroductoryOffer($0) } ?? false)
    }

    /// Sets a property to a value, if it has another one.
    func update<Value: Equatable>(_ property: ReferenceWritableKeyPath<ProductModel, Value>, _ value: Value) {
        if self[keyPath: property] != value { self[keyPath: property] = value }
    }
}
