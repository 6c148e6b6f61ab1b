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
