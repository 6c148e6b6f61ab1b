#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// One transaction of the App Store, as the backend last described it.
///
/// The fields mean what they mean in Apple's `JWSTransactionDecodedPayload`. A copy costs one reference count.
public struct StoreTransaction: Sendable, Identifiable {
    private final class Box: Sendable {
        // First, beside the reference count, in one cache line with it: every stage asks for them.
        let traits: Traits
        let fields: Fields

        init(_ fields: consuming Fields) {
            // Before the fields are stored: their last use then moves them into the box, without a copy.
            traits = Traits(of: fields)
            self.fields = fields
        }
    }

    /// What is asked most often, in bits: comparing texts and reading far fields each time would be slower.
    private struct Traits: OptionSet, Sendable {
        let rawValue: UInt8
        static let consumable = Traits(rawValue: 1)
        static let revoked = Traits(rawValue: 2)
        static let upgraded = Traits(rawValue: 4)

        init(rawValue: UInt8) { self.rawValue = rawValue }

        init(of fields: borrowing Fields) {
            self = fields.productType == .consumable ? .consumable : []
            if fields.revocationTime != nil { insert(.revoked) }
            if fields.isUpgraded { insert(.upgraded) }
        }
    }

    private let box: Box

    /// A transaction with the given fields.
    public init(_ fields: consuming Fields) { box = Box(fields) }

    /// All fields, to change some and make another transaction of them.
    public var fields: Fields { box.fields }

    /// Whether ``productType`` is `.consumable`.
    package var isConsumable: Bool { box.traits.contains(.consumable) }
    /// Whether the store has taken it back, as a whole or in part: it has a ``revocationTime``.
    var isRevoked: Bool { box.traits.contains(.revoked) }

    /// The transaction's identifier, unique in its ``environment``.
    public var id: String { box.fields.id }
    /// The identifier of the original transaction: the first purchase, which renewals and restores keep.
    public var originalID: String { box.fields.originalID }
    /// The product that was bought.
    public var productID: String { box.fields.productID }
    /// The type of that product; ``StoreProduct/ProductType/unknown`` when the platform does not say.
    public var productType: StoreProduct.ProductType { box.fields.productType }
    /// How many were bought.
    public var purchasedQuantity: Int { box.fields.purchasedQuantity }
    /// When this transaction was paid for.
    package var purchaseTime: Timestamp { box.fields.purchaseTime }
    /// When the original transaction was paid for.
    package var originalPurchaseTime: Timestamp { box.fields.originalPurchaseTime }
    /// When the subscription period ends or renews; `nil` for other products.
    package var expirationTime: Timestamp? { box.fields.expirationTime }
    /// When the store took the purchase back; `nil` while it stands.
    package var revocationTime: Timestamp? { box.fields.revocationTime }
    /// Why it was taken back.
    public var revocationReason: RevocationReason? { box.fields.revocationReason }
    /// Whether an upgrade in the same subscription group has replaced it.
    public var isUpgraded: Bool { box.traits.contains(.upgraded) }
    /// Whether the customer bought it or a family member shared it.
    public var ownershipType: OwnershipType { box.fields.ownershipType }
    /// The subscription group of the product.
    public var subscriptionGroupID: String? { box.fields.subscriptionGroupID }
    /// The app's own user, as given with the payment.
    public var appAccountToken: UUID? { box.fields.appAccountToken }
    /// The offer that was applied.
    public var offer: Offer? { box.fields.offer }
    /// Whether the customer bought it or the store renewed it.
    public var reason: Reason { box.fields.reason }
    /// What was paid, in `currencyCode`.
    public var price: Decimal? { box.fields.price }
    /// The ISO 4217 currency of `price`.
    public var currencyCode: String? { box.fields.currencyCode }
    /// The storefront, as an ISO 3166-1 alpha-3 country.
    public var storefrontCountryCode: String? { box.fields.storefrontCountryCode }
    /// The store's number of the storefront, such as `143441`.
    public var storefrontID: String? { box.fields.storefrontID }
    /// Where it was made; ``StoreEnvironment/unknown`` when the platform does not say.
    ///
    /// Other values are kept as they are reported.
    public var environment: StoreEnvironment { box.fields.environment }
    /// Identifies the subscription period across devices.
    public var webOrderLineItemID: String? { box.fields.webOrderLineItemID }
    /// When the store signed this description.
    ///
    /// Of two descriptions the one signed later counts.
    package var signedTime: Timestamp? { box.fields.signedTime }
    /// The signed form (compact JWS) that the backend received, if any.
    public var jwsRepresentation: String? { box.fields.jwsRepresentation }
    /// Identifies the customer's copy of the app: the same for all purchases that one customer makes in one app.
    public var appTransactionID: String? { box.fields.appTransactionID }
    /// The bundle identifier of the app that sold it.
    public var appBundleID: String? { box.fields.appBundleID }
    /// What few transactions say; `nil` for the others.
    var particularsBox: ParticularsBox? { box.fields.particularsBox }
}

extension StoreTransaction: Hashable {
    /// Equal when all fields are.
    public static func == (lhs: StoreTransaction, rhs: StoreTransaction) -> Bool {
        lhs.box === rhs.box || lhs.box.fields == rhs.box.fields
    }

    /// Hashes the identifier only, which nearly always tells two transactions apart.
    public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

extension StoreTransaction: Codable {
    /// Reads the fields.
    public init(from decoder: any Decoder) throws { self.init(try Fields(from: decoder)) }

    /// Writes the fields.
    public func encode(to encoder: any Encoder) throws { try fields.encode(to: encoder) }
}
