/// The archived entry of a consumable's transaction without steps due, in 56 bytes.
///
/// Enough to recognise the transaction (D1), to detect changes (O6), and to subtract its quantity after a refund (D2).
package struct ArchivedTransaction: Sendable, Hashable {
    /// Represents the transaction's identifier: the ledger's ``KeyedHash`` of it.
    package var id: Fingerprint
    /// The number of its latest update.
    package var sequence: UInt64
    /// The date of the recorded signature; `.min` when there is none.
    package var signedTime: Timestamp
    /// Represents the other fields that make changes.
    package var changes: ChangeDigest
    /// The product's index in ``ArchivedProducts``.
    package var product: UInt16
    /// How many were bought.
    package var quantity: UInt8
    /// Its flags.
    package var flags: Flags

    /// The flags of an archived transaction, in the bits of the ledger's files.
    package struct Flags: OptionSet, Sendable, Hashable {
        /// The bits, as `LedgerFormat.md` numbers them.
        package var rawValue: UInt8
        /// The flags of these bits.
        package init(rawValue: UInt8) { self.rawValue = rawValue }
        /// The store revoked it.
        package static let revoked = Flags(rawValue: 1)
        /// An upgrade replaced it.
        package static let upgraded = Flags(rawValue: 2)
        /// The app's handler has not granted it.
        package static let notGranted = Flags(rawValue: 4)
        /// The app has finished it.
        package static let manual = Flags(rawValue: 8)
        /// No report named its user, who was guessed.
        package static let userGuessed = Flags(rawValue: 16)
        /// It was revoked here because another user has it.
        package static let movedAway = Flags(rawValue: 32)

        /// The reported flags.
        var ofStore: Flags { Flags(rawValue: rawValue & 0b0011) }
    }

    /// An entry by its parts.
    package init(
        id: Fingerprint, sequence: UInt64, signedTime: Timestamp, changes: ChangeDigest, product: UInt16,
        quantity: UInt8,
        flags: Flags
    ) {
        self.id = id
        self.sequence = sequence
        self.signedTime = signedTime
        self.changes = changes
        self.product = product
        self.quantity = quantity
        self.flags = flags
    }

    /// Makes the entry of a transaction; `nil` when it has more fields than an entry: then it stays whole.
    init?(
        _ transaction: StoreTransaction, _ changes: ChangeDigest.Reading, id: Fingerprint, sequence: UInt64,
        product: UInt16
    ) {
        guard !changes.hasMore, let quantity = UInt8(exactly: transaction.purchasedQuantity) else { return nil }
        self.init(
            id: id, sequence: sequence, signedTime: transaction.signedTime ?? Timestamp(milliseconds: .min),
            changes: changes.digest, product: product, quantity: quantity, flags: Flags(of: transaction))
    }

    /// Whether a version is of this purchase, given the index of the product that it names.
    func identity(of transaction: StoreTransaction, product: UInt16?) -> ReportedIdentity {
        ReportedIdentity(
            isOfOtherEnvironment: transaction.environment.reported.map { changes.differs(from: $0, in: .environment) }
                ?? false,
            isSame: product == self.product && changes.isPurchased(at: transaction.purchaseTime))
    }

    /// Whether a version has a field that differs from the known one.
    func isChanged(by transaction: StoreTransaction) -> Bool {
        if let signed = transaction.signedTime, signed < signedTime { return false }
        let changes = ChangeDigest.Reading(transaction)
        // A revoked archived transaction was revoked as a whole.
        if flags.contains(.revoked), transaction.isRevoked, !transaction.isRevokedOrUpgraded { return true }
        return Int(quantity) != transaction.purchasedQuantity || changes.isOfOtherType
            || flags.ofStore != Flags(of: transaction) || changes.takesEffect
            || changes.digest.differs(from: self.changes)
    }

    /// The transaction as it was, as far as that is known; a later version completes it.
    func transaction(like later: StoreTransaction, productID: String) -> StoreTransaction {
        let old = flags.transaction(like: later, productID: productID, quantity: quantity, signedTime: signedTime)
        // If the later version names another user, the earlier user is not known.
        let differs = ChangeDigest.Reading(later).digest.differs(from: changes, in: .appAccountToken)
        guard differs, old.appAccountToken != nil else { return old }
        var fields = old.fields
        fields.appAccountToken = nil
        return StoreTransaction(fields)
    }
}

extension ArchivedTransaction.Flags {
    /// Makes the flags of a transaction.
    init(of transaction: StoreTransaction) {
        self = transaction.isRevoked ? .revoked : []
        if transaction.isUpgraded { insert(.upgraded) }
    }

    /// The flags of a transaction without steps due, except for the reported fields.
    init(of progress: TransactionProgress) {
        self = progress.steps.contains(.granted) ? [] : .notGranted
        if progress.isManual { insert(.manual) }
        if progress.steps.contains(.userGuessed) { insert(.userGuessed) }
        if progress.steps.contains(.movedAway) { insert(.movedAway) }
    }

    /// A transaction with these flags, as far as it is known; a later version completes it.
    func transaction(like later: StoreTransaction, productID: String, quantity: UInt8, signedTime: Timestamp)
        -> StoreTransaction
    {
        var fields = later.fields
        fields.productID = productID
        fields.productType = .consumable
        fields.purchasedQuantity = Int(quantity)
        fields.isUpgraded = contains(.upgraded)
        fields.signedTime = signedTime.milliseconds == .min ? nil : signedTime
        fields.revocationTime = contains(.revoked) ? later.revocationTime ?? signedTime : nil
        // Only full refunds are archived.
        fields.revocationThousandths = nil
        return StoreTransaction(fields)
    }
}
