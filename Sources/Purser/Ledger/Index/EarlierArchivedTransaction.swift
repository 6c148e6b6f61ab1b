/// What format versions 1 and 2 of the ledger's files keep of a consumable's transaction with which nothing is left to be
/// done, in 40 bytes.
///
/// It is read, looked up and written back as it is: without the identifier nobody can make a present entry of it.
package struct EarlierArchivedTransaction: ArchiveEntry, Hashable {
    /// Stands for the transaction's identifier: ``MurmurHash`` of it.
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
    package var flags: ArchivedTransaction.Flags

    /// An entry by its parts.
    package init(
        id: Fingerprint, sequence: UInt64, signedTime: Timestamp, fingerprint: UInt32, product: UInt16, quantity: UInt8,
        flags: ArchivedTransaction.Flags
    ) {
        self.id = id
        self.sequence = sequence
        self.signedTime = signedTime
        self.fingerprint = fingerprint
        self.product = product
        self.quantity = quantity
        self.flags = flags
    }

    /// Stands for the fields that made news then, except those that an entry has as they are.
    package static func fingerprint(of transaction: StoreTransaction) -> UInt32 {
        func text(_ time: Timestamp?) -> String { time.map { String($0.milliseconds) } ?? "-" }
        let news = transaction.news
        let state = "\(text(news.revocationTime)) \(text(news.expirationTime)) "
        let hash = MurmurHash.fingerprint(of: state + news.ownershipType.rawValue)
        return UInt32(truncatingIfNeeded: hash.low)
    }

    /// Whether a description says anything else of what is kept; all other fields count as lacking here, which is no news.
    ///
    /// - Parameter product: the index of the described product; `nil` when it has none.
    func isChanged(by transaction: StoreTransaction, product: UInt16?) -> Bool {
        if let signed = transaction.signedTime, signed < signedTime { return false }
        return product != self.product || Int(quantity) != transaction.purchasedQuantity
            || flags.ofStore != ArchivedTransaction.Flags(of: transaction)
            || fingerprint != Self.fingerprint(of: transaction)
    }

    /// The transaction as it was, as far as that is known; a later description gives the rest.
    func transaction(like later: StoreTransaction, productID: String) -> StoreTransaction {
        flags.transaction(like: later, productID: productID, quantity: quantity, signedTime: signedTime)
    }
}
