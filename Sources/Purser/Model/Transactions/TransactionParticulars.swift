#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// The rare fields of transactions, see ``StoreTransaction``; separate, so that other transactions stay small.
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

extension StoreTransaction.Fields {
    /// The rare fields.
    package var particulars: TransactionParticulars {
        get { particularsBox?.particulars ?? TransactionParticulars() }
        set { particularsBox = newValue == .init() ? nil : .init(newValue) }
    }

    /// How the purchase was revoked.
    public var revocationType: StoreTransaction.RevocationType? {
        get { particularsBox?.particulars.revocationType }
        set { particulars.revocationType = newValue }
    }

    /// The refunded part, in thousandths of a percent.
    package var revocationThousandths: Int? {
        get { particularsBox?.particulars.revocationThousandths }
        set { particulars.revocationThousandths = newValue }
    }

    /// The refunded part of the price, in percent, to the thousandth: 50 is one half.
    ///
    /// A value that is not a number becomes -1, which the store rejects.
    public var revocationPercentage: Decimal? {
        get { revocationThousandths.map(Revocation.percentage) }
        set { revocationThousandths = newValue.map(Revocation.thousandths) }
    }

    /// How the subscription is billed.
    public var billingPlanType: StoreProduct.BillingPlanType? {
        get { particularsBox?.particulars.billingPlanType }
        set { particulars.billingPlanType = newValue }
    }

    /// The commitment of a subscription that is billed in parts.
    public var commitmentInfo: StoreTransaction.CommitmentInfo? {
        get { particularsBox?.particulars.commitmentInfo }
        set { particulars.commitmentInfo = newValue }
    }

    /// The bundle that the subscription belongs to.
    public var bundle: StoreTransaction.Bundle? {
        get { particularsBox?.particulars.bundle }
        set { particulars.bundle = newValue }
    }

    /// The original identifier that the subscription had before.
    public var previousOriginalTransactionID: String? {
        get { particularsBox?.particulars.previousOriginalTransactionID }
        set { particulars.previousOriginalTransactionID = newValue }
    }

    /// The data of Apple's Advanced Commerce API, as JSON.
    public var advancedCommerceInfo: String? {
        get { particularsBox?.particulars.advancedCommerceInfo }
        set { particulars.advancedCommerceInfo = newValue }
    }

    /// The proof that it was signed for this device.
    public var deviceVerification: DeviceVerification? {
        get { particularsBox?.particulars.deviceVerification }
        set { particulars.deviceVerification = newValue }
    }

    /// The fields without a property in Purser, as a JSON object.
    public var unknownFields: String? {
        get { particularsBox?.particulars.unknownFields }
        set { particulars.unknownFields = newValue }
    }

    /// The seats of a subscription for several people.
    public var multiSeatInfo: StoreTransaction.MultiSeatInfo? {
        get { particularsBox?.particulars.multiSeatInfo }
        set { particulars.multiSeatInfo = newValue }
    }

    /// Why one period has several transactions.
    public var additionalTransactionReason: StoreTransaction.AdditionalTransactionReason? {
        get { particularsBox?.particulars.additionalTransactionReason }
        set { particulars.additionalTransactionReason = newValue }
    }
}

extension TransactionParticulars {
    func completed(from other: Self, isSameRefund: Bool) -> Self {
        var parts = self
        if isSameRefund {
            parts.revocationType.fill(other.revocationType)
            parts.revocationThousandths.fill(other.revocationThousandths)
        }
        parts.billingPlanType.fill(other.billingPlanType)
        parts.commitmentInfo.fill(other.commitmentInfo)
        parts.bundle = bundle.map { $0.completed(from: other.bundle) } ?? other.bundle
        parts.previousOriginalTransactionID.fill(other.previousOriginalTransactionID)
        parts.advancedCommerceInfo.fill(other.advancedCommerceInfo)
        parts.unknownFields.fill(other.unknownFields)
        if laterFields.isEmpty { parts.laterFields = other.laterFields }
        parts.multiSeatInfo.fill(other.multiSeatInfo)
        parts.additionalTransactionReason.fill(other.additionalTransactionReason)
        return parts
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
