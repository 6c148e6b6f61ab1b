/// The rare fields of transactions, each documented on ``StoreTransaction``; separate, so that the fields of other
/// transactions stay small.
package struct TransactionParticulars: Sendable, Hashable, Codable {
    /// How the purchase was revoked.
    package var revocationType: StoreTransaction.RevocationType?
    /// The refunded part, in thousandths of a percent, the App Store's own unit.
    package var revocationThousandths: Int?
    /// How the subscription is billed.
    package var billingPlanType: StoreProduct.BillingPlanType?
    /// The commitment of a subscription that is billed in parts.
    package var commitmentInfo: StoreTransaction.CommitmentInfo?
    /// The bundle that the subscription belongs to.
    package var bundle: StoreTransaction.Bundle?
    /// The original identifier that the subscription had before.
    package var previousOriginalTransactionID: String?
    /// The data of Apple's Advanced Commerce API, as JSON.
    package var advancedCommerceInfo: String?
    /// The proof that it was signed for this device.
    package var deviceVerification: DeviceVerification?
    /// The fields without a property in Purser, as a JSON object.
    package var unknownFields: String?
    /// The seats of a subscription for several people.
    package var multiSeatInfo: StoreTransaction.MultiSeatInfo?
    /// Why one period has several transactions.
    package var additionalTransactionReason: StoreTransaction.AdditionalTransactionReason?
    /// The ledger's name of it, if that is not its identifier.
    package var ledgerID: String?
    /// The fields that a later version has recorded.
    package var laterFields = LaterFields()

    /// Makes empty fields.
    package init() {}

    private enum CodingKeys: String, CodingKey {
        case revocationType
        case revocationThousandths = "revocationPercentage"
        case billingPlanType
        case commitmentInfo
        case bundle
        case previousOriginalTransactionID
        case advancedCommerceInfo
        case deviceVerification
        case unknownFields
        case multiSeatInfo
        case additionalTransactionReason
        case ledgerID
    }
}

/// Holds the rare fields; replaced when one of them changes.
final class ParticularsBox: Sendable, Hashable {
    let particulars: TransactionParticulars

    init(_ particulars: TransactionParticulars) { self.particulars = particulars }

    static func == (lhs: ParticularsBox, rhs: ParticularsBox) -> Bool {
        lhs === rhs || lhs.particulars == rhs.particulars
    }

    func hash(into hasher: inout Hasher) { hasher.combine(particulars) }
}
