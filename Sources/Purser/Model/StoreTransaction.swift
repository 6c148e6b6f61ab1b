#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// One transaction of the store, in the state in which the backend last described it.
///
/// Field meanings follow Apple's `JWSTransactionDecodedPayload`. Copying costs one reference count, whatever it holds.
public struct StoreTransaction: Sendable, Identifiable {
    private final class Box: Sendable {
        // First, beside the reference count: what every stage asks for is one piece of memory.
        /// Taken once, for the several tables that know the transaction.
        let fingerprint: Fingerprint
        let isConsumable: Bool
        let fields: Fields

        init(_ fields: consuming Fields) {
            // First, so that the fields move in as the last that is done with them, and are not copied.
            fingerprint = Fingerprint(of: fields.id)
            isConsumable = fields.kind == .consumable
            self.fields = fields
        }
    }

    private let box: Box

    /// A transaction with the given fields.
    public init(_ fields: consuming Fields) { box = Box(fields) }

    /// All fields, to change some and make another transaction of them.
    public var fields: Fields { box.fields }

    /// Stands for ``id``.
    package var fingerprint: Fingerprint { box.fingerprint }

    /// Whether ``kind`` is that, found out once: kinds are texts.
    package var isConsumable: Bool { box.isConsumable }

    /// The transaction's identifier, unique in its store.
    public var id: String { box.fields.id }
    /// The identifier of the first transaction of this line; survives renewals and restores.
    public var originalID: String { box.fields.originalID }
    /// The product that was bought.
    public var productID: String { box.fields.productID }
    /// The kind of that product.
    public var kind: StoreProduct.Kind { box.fields.kind }
    /// How many were bought.
    public var quantity: Int { box.fields.quantity }
    /// When this transaction was paid for.
    public var purchaseDate: WallTime { box.fields.purchaseDate }
    /// When the line's first transaction was paid for.
    public var originalPurchaseDate: WallTime { box.fields.originalPurchaseDate }
    /// When the subscription period ends or renews; `nil` for other products.
    public var expirationDate: WallTime? { box.fields.expirationDate }
    /// When the store took the purchase back (refund, or family sharing ended); `nil` while it stands.
    public var revocationDate: WallTime? { box.fields.revocationDate }
    /// Why it was taken back.
    public var revocationReason: RevocationReason? { box.fields.revocationReason }
    /// Whether an upgrade in the same subscription group has replaced it.
    public var isUpgraded: Bool { box.fields.isUpgraded }
    /// Bought, or shared by the family.
    public var ownership: Ownership { box.fields.ownership }
    /// The subscription group of the product.
    public var subscriptionGroupID: String? { box.fields.subscriptionGroupID }
    /// The app's own user, as given with the payment.
    public var accountToken: UUID? { box.fields.accountToken }
    /// The offer that was applied.
    public var offer: AppliedOffer? { box.fields.offer }
    /// A purchase, or a renewal.
    public var reason: Reason { box.fields.reason }
    /// What was paid, in `currency`.
    public var price: Decimal? { box.fields.price }
    /// The ISO 4217 currency of `price`.
    public var currency: String? { box.fields.currency }
    /// The storefront, as an ISO 3166-1 alpha-3 country.
    public var storefront: String? { box.fields.storefront }
    /// Where it happened: Production, Sandbox, Xcode or LocalTesting; unknown values are kept.
    public var environment: String { box.fields.environment }
    /// Identifies the subscription period across devices.
    public var webOrderLineItemID: String? { box.fields.webOrderLineItemID }
    /// When the store described the transaction like this; decides which of two descriptions is newer.
    public var signedDate: WallTime? { box.fields.signedDate }
    /// The signed form (compact JWS) that the backend received, if any.
    public var signedPayload: String? { box.fields.signedPayload }
}

extension StoreTransaction: Hashable {
    /// Equal when all fields are.
    public static func == (lhs: StoreTransaction, rhs: StoreTransaction) -> Bool {
        lhs.box === rhs.box || lhs.box.fields == rhs.box.fields
    }

    /// Hashes the identifier only: it decides nearly always.
    public func hash(into hasher: inout Hasher) { hasher.combine(fingerprint) }
}

extension StoreTransaction: Codable {
    /// Reads the fields.
    public init(from decoder: any Decoder) throws { self.init(try Fields(from: decoder)) }

    /// Writes the fields.
    public func encode(to encoder: any Encoder) throws { try fields.encode(to: encoder) }
}
