public import Observation
public import Purser

/// What a view shows of one product: its name and price, whether it is owned, and what is under way.
///
/// A view that reads it is drawn anew when something of this product changes, and not for any other one.
@MainActor @Observable
public final class ProductModel: Identifiable {
    /// The product's identifier.
    public nonisolated let id: String
    /// What the store says of it; `nil` before that was fetched, and when the store does not sell it.
    public internal(set) var product: StoreProduct?
    /// How far it has got, from being registered to being owned.
    public internal(set) var state: ProductState = .registered
    /// What lets the present user have it; `nil` when nothing does.
    public internal(set) var entitlement: StoreEntitlement?
    /// The present user's subscription in the group of this product, whichever product of the group it is of; `nil` when there
    /// never was one, or this is no subscription.
    public internal(set) var subscription: StoreSubscription?
    /// How many of it the present user bought and kept, if it is a consumable.
    public internal(set) var purchasedQuantity = 0
    /// Whether the present user may have the introductory offer of its group, as far as is known; `false` for what is no
    /// subscription.
    public internal(set) var isEligibleForIntroductoryOffer = false
    /// Where its content stands, and how far the download is.
    public internal(set) var content = ContentStatus(.notInstalled)
    /// How many purchases of it wait in this model.
    var calls = 0

    init(_ id: String) { self.id = id }
}

extension ProductModel {
    /// Whether a purchase of it is under way, so that its button does not take another tap.
    public var isPurchasing: Bool { calls > 0 || state == .requested || state == .initiated }

    /// Whether it waits for somebody else's decision: Ask to Buy, or the bank.
    public var isPending: Bool { state == .pending }

    /// Whether the present user may use it now.
    public var isOwned: Bool { entitlement != nil }

    /// What the store calls it; its identifier before that is known.
    public var displayName: String { product?.displayName ?? id }

    /// Its price as text in the currency of the customer's store; `nil` before that is known.
    public var displayPrice: String? { product?.displayPrice }

    /// Its offers, in the store's order; none for what is no subscription.
    public var offers: [StoreOffer] { product?.subscription?.offers ?? [] }

    /// Whether the present user's subscription in its group runs and is of this very product.
    public var isSubscribed: Bool { subscription.map { $0.isActive && $0.productID == id } ?? false }
}

extension ProductModel {
    /// Takes over what is owned; what is the same as before is left alone, so that no view is drawn anew for it.
    func take(_ entitlements: StoreEntitlements) {
        let group = product?.subscription?.subscriptionGroupID
        update(\.entitlement, entitlements[id])
        update(\.purchasedQuantity, entitlements.purchasedQuantity(of: id))
        update(\.subscription, group.flatMap { entitlements.subscriptions[group: $0] })
        update(\.isEligibleForIntroductoryOffer, group.map { entitlements.isEligibleForIntroductoryOffer($0) } ?? false)
    }

    /// Sets a property to a value, if it has another one.
    func update<Value: Equatable>(_ property: ReferenceWritableKeyPath<ProductModel, Value>, _ value: Value) {
        if self[keyPath: property] != value { self[keyPath: property] = value }
    }
}
