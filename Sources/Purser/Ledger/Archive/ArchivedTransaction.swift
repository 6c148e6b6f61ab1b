/// What is kept of a consumable's transaction with which nothing is left to be done, in 40 bytes.
///
/// Enough to know it again (D1), and to take its quantity back should it be refunded (D2).
package struct ArchivedTransaction: Sendable, Hashable {
    /// Stands for the transaction's identifier.
    package var id: Fingerprint
    /// The number of its latest update.
    package var sequence: UInt64
    /// When the store signed what was recorded; `.min` when it did not say.
    package var signedTime: Timestamp
    /// Stands for the dates and the ownershipType, which decide whether a later description is news.
    package var fingerprint: UInt32
    /// The product's place in the list of products.
    package var product: UInt16
    package var quantity: UInt8
    package var flags: Flags

    package struct Flags: OptionSet, Sendable, Hashable {
        package var rawValue: UInt8
        package init(rawValue: UInt8) { self.rawValue = rawValue }
        package static let revoked = Flags(rawValue: 1)
        package static let upgraded = Flags(rawValue: 2)
    }

    package init(
        id: Fingerprint, sequence: UInt64, signedTime: Timestamp, fingerprint: UInt32, product: UInt16, quantity: UInt8,
        flags: Flags
    ) {
        self.id = id
        self.sequence = sequence
        self.signedTime = signedTime
        self.fingerprint = fingerprint
        self.product = product
        self.quantity = quantity
        self.flags = flags
    }

    /// `nil` when the transaction's quantity does not fit.
    init?(_ transaction: StoreTransaction, sequence: UInt64, product: UInt16) {
        guard let quantity = UInt8(exactly: transaction.purchasedQuantity) else { return nil }
        var flags: Flags = transaction.revocationTime == nil ? [] : .revoked
        if transaction.isUpgraded { flags.insert(.upgraded) }
        self.init(
            id: transaction.fingerprint, sequence: sequence,
            signedTime: transaction.signedTime ?? Timestamp(milliseconds: .min),
            fingerprint: Self.fingerprint(transaction),
            product: product, quantity: quantity, flags: flags)
    }

    /// What the fields that make news come to, besides those that are kept as they are.
    static func fingerprint(_ transaction: StoreTransaction) -> UInt32 {
        // Nearly all of them; making the text costs more than everything else about archiving.
        if transaction.revocationTime == nil, transaction.expirationTime == nil, transaction.ownershipType == .purchased
        {
            return plainFingerprint
        }
        return fingerprintOfText(transaction)
    }

    /// That of a transaction that stands, never expires and was bought: of the text `- - PURCHASED`.
    private static let plainFingerprint = UInt32(truncatingIfNeeded: Fingerprint(of: "- - PURCHASED").low)

    private static func fingerprintOfText(_ transaction: StoreTransaction) -> UInt32 {
        func text(_ time: Timestamp?) -> String { time.map { String($0.milliseconds) } ?? "-" }
        let state = "\(text(transaction.revocationTime)) \(text(transaction.expirationTime)) "
        return UInt32(truncatingIfNeeded: Fingerprint(of: state + transaction.ownershipType.rawValue).low)
    }

    /// Whether a description tells anything new; the same rule as ``StoreTransaction/isNews(after:)``.
    func isOutdated(by transaction: StoreTransaction, productID: String) -> Bool {
        if let signed = transaction.signedTime, signed < signedTime { return false }
        return flags.contains(.revoked) != (transaction.revocationTime != nil)
            || flags.contains(.upgraded) != transaction.isUpgraded || Int(quantity) != transaction.purchasedQuantity
            || productID != transaction.productID || fingerprint != Self.fingerprint(transaction)
    }

    /// The transaction as it was, as far as that is known; a later description gives the rest.
    func transaction(like later: StoreTransaction, productID: String) -> StoreTransaction {
        var fields = later.fields
        fields.productID = productID
        fields.purchasedQuantity = Int(quantity)
        fields.isUpgraded = flags.contains(.upgraded)
        fields.signedTime = signedTime.milliseconds == .min ? nil : signedTime
        fields.revocationTime = flags.contains(.revoked) ? later.revocationTime ?? signedTime : nil
        return StoreTransaction(fields)
    }
}
