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
    /// Stands for the dates and the ownership, which decide whether a later description is news.
    package var fingerprint: UInt32
    /// The product's index in ``ArchivedProducts``.
    package var product: UInt16
    /// How many were bought.
    package var quantity: UInt8
    /// What is true of it.
    package var flags: Flags

    /// What is true of an archived transaction, in the bits that the ledger's files hold.
    package struct Flags: OptionSet, Sendable, Hashable {
        /// The bits, as `LedgerFormat.md` numbers them.
        package var rawValue: UInt8
        /// The flags of these bits.
        package init(rawValue: UInt8) { self.rawValue = rawValue }
        /// The store took it back.
        package static let revoked = Flags(rawValue: 1)
        /// An upgrade replaced it.
        package static let upgraded = Flags(rawValue: 2)
    }

    /// An entry by its parts.
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

    /// What is kept of a transaction; `nil` when its quantity does not fit.
    ///
    /// Of each field that makes news something is kept, and of no other: see ``StoreTransaction/News``.
    init?(_ transaction: StoreTransaction, id: Fingerprint, sequence: UInt64, product: UInt16) {
        let news = transaction.news
        guard let quantity = UInt8(exactly: news.purchasedQuantity) else { return nil }
        var flags: Flags = news.revocationTime == nil ? [] : .revoked
        if news.isUpgraded { flags.insert(.upgraded) }
        self.init(
            id: id, sequence: sequence, signedTime: transaction.signedTime ?? Timestamp(milliseconds: .min),
            fingerprint: Self.fingerprint(news), product: product, quantity: quantity, flags: flags)
    }

    /// A hash of the fields that make news, except those that are kept as they are.
    private static func fingerprint(_ news: StoreTransaction.News) -> UInt32 {
        // This holds for nearly all. Making the text takes longer than everything else about archiving.
        if news.revocationTime == nil, news.expirationTime == nil, news.ownershipType == .purchased {
            return plainFingerprint
        }
        func text(_ time: Timestamp?) -> String { time.map { String($0.milliseconds) } ?? "-" }
        let state = "\(text(news.revocationTime)) \(text(news.expirationTime)) "
        return UInt32(truncatingIfNeeded: Fingerprint(of: state + news.ownershipType.rawValue).low)
    }

    /// That of a transaction that stands, never expires and was bought: of the text `- - PURCHASED`.
    private static let plainFingerprint = UInt32(truncatingIfNeeded: Fingerprint(of: "- - PURCHASED").low)

    /// Whether two entries of a transaction say the same of all fields that make news.
    func isSameState(as other: ArchivedTransaction) -> Bool {
        fingerprint == other.fingerprint && product == other.product && quantity == other.quantity
            && flags == other.flags
    }

    /// The transaction as it was, as far as that is known; a later description gives the rest.
    func transaction(like later: StoreTransaction, productID: String) -> StoreTransaction {
        var fields = later.fields
        fields.productID = productID
        fields.productType = .consumable
        fields.purchasedQuantity = Int(quantity)
        fields.isUpgraded = flags.contains(.upgraded)
        fields.signedTime = signedTime.milliseconds == .min ? nil : signedTime
        fields.revocationTime = flags.contains(.revoked) ? later.revocationTime ?? signedTime : nil
        return StoreTransaction(fields)
    }
}
