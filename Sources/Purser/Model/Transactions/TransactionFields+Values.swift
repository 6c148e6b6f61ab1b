#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension StoreTransaction.Fields {
    /// When this transaction was paid for, to the millisecond.
    public var purchaseDate: Date {
        get { purchaseTime.date }
        set { purchaseTime = Timestamp(newValue) }
    }

    /// When the original transaction was paid for, to the millisecond.
    public var originalPurchaseDate: Date {
        get { originalPurchaseTime.date }
        set { originalPurchaseTime = Timestamp(newValue) }
    }

    /// When the subscription period ends, to the millisecond.
    public var expirationDate: Date? {
        get { expirationTime?.date }
        set { expirationTime = newValue.map { Timestamp($0) } }
    }

    /// When the App Store revoked the purchase, to the millisecond.
    public var revocationDate: Date? {
        get { revocationTime?.date }
        set { revocationTime = newValue.map { Timestamp($0) } }
    }

    /// When the App Store signed this version of the transaction, to the millisecond.
    public var signedDate: Date? {
        get { signedTime?.date }
        set { signedTime = newValue.map { Timestamp($0) } }
    }

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

extension StoreTransaction.Fields: CustomStringConvertible {
    /// The fields in one line; see ``StoreTransaction/description``.
    public var description: String {
        var parts = [productID]
        if purchasedQuantity != 1 { parts.append("quantity \(purchasedQuantity)") }
        parts.append("\(reason == .renewal ? "renewed" : "purchased") \(Wording.moment(purchaseDate))")
        if originalID != id { parts.append("original \(originalID)") }
        if let expirationDate { parts.append("until \(Wording.moment(expirationDate))") }
        if let revocationDate { parts.append("revoked \(Wording.moment(revocationDate))") }
        if isUpgraded { parts.append("upgraded") }
        if ownershipType != .purchased { parts.append("\(ownershipType)") }
        if let offer { parts.append("\(offer)") }
        if let appAccountToken { parts.append("user \(Wording.user(appAccountToken))") }
        return "transaction \(id) (\(parts.joined(separator: ", ")))"
    }
}
