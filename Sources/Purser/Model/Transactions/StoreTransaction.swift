#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// One transaction of the App Store, as the backend last reported it.
///
/// The fields mean what they mean in Apple's `JWSTransactionDecodedPayload`. A copy costs one reference count.
public struct StoreTransaction: Sendable, Identifiable, CustomStringConvertible {
    private final class Box: Sendable {
        // First, beside the reference count, in one cache line with it: every stage reads them.
        let traits: Traits
        let fields: Fields

        init(_ fields: consuming Fields) {
            // Before the fields are stored: their last use then moves them into the box, without a copy.
            traits = Traits(of: fields)
            self.fields = fields
        }
    }

    /// The most read properties, in bits: comparing texts and reading distant fields each time would be slower.
    private struct Traits: OptionSet, Sendable {
        let rawValue: UInt8
        static let consumable = Traits(rawValue: 1)
        static let revoked = Traits(rawValue: 2)
        static let upgraded = Traits(rawValue: 4)
        static let period = Traits(rawValue: 8)

        init(rawValue: UInt8) { self.rawValue = rawValue }

        init(of fields: borrowing Fields) {
            self =
                switch fields.productType {
                case .consumable: .consumable
                case .autoRenewable: .period
                case .nonConsumable, .nonRenewable: []
                // Of unknown types, such as bundles and suites of subscriptions, those that expire are periods.
                default: fields.expirationTime == nil ? [] : .period
                }
            if fields.revocationTime != nil { insert(.revoked) }
            if fields.isUpgraded { insert(.upgraded) }
        }
    }

    private let box: Box

    /// Makes a transaction with the given fields.
    public init(_ fields: consuming Fields) { box = Box(fields) }

    /// All fields; change some to make another transaction.
    public var fields: Fields { box.fields }

    /// The same transaction with some fields changed.
    package func with(_ change: (inout Fields) -> Void) -> StoreTransaction {
        var fields = fields
        change(&fields)
        return StoreTransaction(fields)
    }

    /// Whether ``productType`` is `.consumable`.
    package var isConsumable: Bool { box.traits.contains(.consumable) }
    var isPeriod: Bool { box.traits.contains(.period) }
    /// Whether the App Store has revoked it, fully or in part: it has a ``revocationTime``.
    var isRevoked: Bool { box.traits.contains(.revoked) }

    /// The transaction's identifier, unique in its ``environment``.
    public var id: String { box.fields.id }
    /// The identifier of the original transaction: the first purchase, which renewals and restores keep.
    public var originalID: String { box.fields.originalID }
    /// The product that was bought.
    public var productID: String { box.fields.productID }
    /// The type of that product; ``StoreProduct/ProductType/unknown`` when the platform does not report it.
    public var productType: StoreProduct.ProductType { box.fields.productType }
    /// How many were bought.
    public var purchasedQuantity: Int { box.fields.purchasedQuantity }
    /// When this transaction was paid for.
    public var purchaseDate: Date { purchaseTime.date }
    /// ``purchaseDate`` in whole milliseconds.
    package var purchaseTime: Timestamp { box.fields.purchaseTime }
    /// When the original transaction was paid for: the first purchase, for renewals and restores.
    public var originalPurchaseDate: Date { originalPurchaseTime.date }
    /// ``originalPurchaseDate`` in whole milliseconds.
    package var originalPurchaseTime: Timestamp { box.fields.originalPurchaseTime }
    /// When the subscription period ends or renews; `nil` for other products.
    public var expirationDate: Date? { expirationTime?.date }
    /// ``expirationDate`` in whole milliseconds.
    package var expirationTime: Timestamp? { box.fields.expirationTime }
    /// When the App Store revoked the purchase (refund, or family sharing ended); `nil` if it did not.
    public var revocationDate: Date? { revocationTime?.date }
    /// ``revocationDate`` in whole milliseconds.
    package var revocationTime: Timestamp? { box.fields.revocationTime }
    /// The reason for the revocation.
    public var revocationReason: RevocationReason? { box.fields.revocationReason }
    /// Whether an upgrade in the same subscription group has replaced it.
    public var isUpgraded: Bool { box.traits.contains(.upgraded) }
    /// Whether the customer bought it or a family member shared it.
    public var ownershipType: OwnershipType { box.fields.ownershipType }
    /// The subscription group of the product.
    public var subscriptionGroupID: String? { box.fields.subscriptionGroupID }
    /// The app's own user, as passed with the payment.
    public var appAccountToken: UUID? { box.fields.appAccountToken }
    /// The user of the account token; `nil` when there is none.
    package var user: UserID? { appAccountToken.map(UserID.init) }
    /// The offer that was applied.
    public var offer: Offer? { box.fields.offer }
    /// Whether the customer bought it or the App Store renewed it.
    public var reason: Reason { box.fields.reason }
    /// The price that was paid, in `currencyCode`.
    public var price: Decimal? { box.fields.price }
    /// The ISO 4217 currency of `price`.
    public var currencyCode: String? { box.fields.currencyCode }
    /// The storefront, as an ISO 3166-1 alpha-3 country.
    public var storefrontCountryCode: String? { box.fields.storefrontCountryCode }
    /// The App Store's number of the storefront, such as `143441`.
    public var storefrontID: String? { box.fields.storefrontID }
    /// The environment in which it was made; ``StoreEnvironment/unknown`` when the platform does not report it.
    ///
    /// Other values are kept as they are reported.
    public var environment: StoreEnvironment { box.fields.environment }
    /// Identifies the subscription period across devices.
    public var webOrderLineItemID: String? { box.fields.webOrderLineItemID }
    /// When the App Store signed this version of the transaction.
    ///
    /// Of two versions, the one signed later counts.
    public var signedDate: Date? { signedTime?.date }
    /// ``signedDate`` in whole milliseconds.
    package var signedTime: Timestamp? { box.fields.signedTime }
    /// The signed form (compact JWS) that the backend received, if any.
    public var jwsRepresentation: String? { box.fields.jwsRepresentation }
    /// Identifies the customer's copy of the app: the same for all purchases that one customer makes in one app.
    public var appTransactionID: String? { box.fields.appTransactionID }
    /// The bundle identifier of the app that sold it.
    public var appBundleID: String? { box.fields.appBundleID }
    var particularsBox: ParticularsBox? { box.fields.particularsBox }
    /// The ledger's name of it: its identifier, or one such as `7@Sandbox` if another environment already has that.
    package var ledgerID: String { particularsBox?.particulars.ledgerID ?? id }

    /// How the purchase was revoked; `nil` while it is not, and when the platform does not report it.
    public var revocationType: RevocationType? { particularsBox?.particulars.revocationType }
    /// The refunded part, in thousandths of a percent.
    package var revocationThousandths: Int? { particularsBox?.particulars.revocationThousandths }
    /// How the subscription is billed; the App Store reports it from iOS 26.4 on.
    public var billingPlanType: StoreProduct.BillingPlanType? { particularsBox?.particulars.billingPlanType }
    /// The commitment of a subscription that is billed in parts; the App Store reports it from iOS 26.4 on.
    public var commitmentInfo: CommitmentInfo? { particularsBox?.particulars.commitmentInfo }
    /// The bundle that the subscription belongs to; from iOS 27 on.
    public var bundle: Bundle? { particularsBox?.particulars.bundle }
    /// The original identifier that the subscription had before the App Store assigned it the current one.
    ///
    /// Purchases under both identifiers are one subscription.
    public var previousOriginalTransactionID: String? { particularsBox?.particulars.previousOriginalTransactionID }
    /// The data of Apple's Advanced Commerce API: the member `advancedCommerceInfo` of the signed form, as JSON.
    public var advancedCommerceInfo: String? { particularsBox?.particulars.advancedCommerceInfo }
    /// The proof that this version was signed for this device.
    public var deviceVerification: DeviceVerification? { particularsBox?.particulars.deviceVerification }
    /// The reported fields without a property in Purser, as one JSON object.
    ///
    /// It is kept unchanged and never read; a change in it alone produces no update.
    public var unknownFields: String? { particularsBox?.particulars.unknownFields }
    /// The seats of a subscription that was bought for several people; `nil` for all other transactions.
    ///
    /// The App Store reports them from iOS 27.3 on.
    public var multiSeatInfo: MultiSeatInfo? { particularsBox?.particulars.multiSeatInfo }
    /// Why its period has several transactions; `nil` when it is the only one of the period.
    ///
    /// The first transaction of the period has it as well as the additional ones.
    public var additionalTransactionReason: AdditionalTransactionReason? {
        particularsBox?.particulars.additionalTransactionReason
    }

    /// The transaction in one line, such as `transaction 42 (com.example.seeds, purchased 2026-01-31T12:00:00Z)`.
    ///
    /// It has only the first digits of the app's user, and nothing of the signed form.
    public var description: String { fields.description }
}

extension StoreTransaction: Hashable, Codable {
    /// Equal when all fields are equal.
    public static func == (lhs: StoreTransaction, rhs: StoreTransaction) -> Bool {
        lhs.box === rhs.box || lhs.box.fields == rhs.box.fields
    }

    /// Hashes the identifier only, which nearly always distinguishes two transactions.
    public func hash(into hasher: inout Hasher) { hasher.combine(id) }

    /// Reads the fields.
    public init(from decoder: any Decoder) throws { self.init(try Fields(from: decoder)) }

    /// Writes the fields.
    public func encode(to encoder: any Encoder) throws { try fields.encode(to: encoder) }
}
