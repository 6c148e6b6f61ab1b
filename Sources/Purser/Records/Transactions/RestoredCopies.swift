/// Which purchases are on record, whatever the identifiers of their transactions: StoreKit 1 restores a purchase as a new
/// transaction, which names the original one.
///
/// Made when a restore first brings a transaction that may be such a copy, and kept up to date from then on: on other
/// platforms nobody needs it.
struct RestoredCopies: Sendable {
    /// What a transaction has in common with its copies.
    fileprivate struct Purchase: Hashable {
        let line: Fingerprint
        let productID: String
        /// When a subscription's period began, in seconds since 1970; `nil` for other products, whose copies have dates of
        /// their own.
        let start: Int64?
    }

    /// By purchase, the transactions of it; `nil` while nobody has asked.
    private var transactions: [Purchase: Set<Fingerprint>]?

    /// Whether anybody has asked.
    var isMade: Bool { transactions != nil }

    /// Begins to know the transactions that are noted from now on.
    mutating func make() { transactions = [:] }

    /// A transaction is on record.
    ///
    /// - Parameters:
    ///   - key: its own.
    ///   - line: that of the original transaction.
    mutating func note(_ transaction: StoreTransaction, _ key: Fingerprint, line: Fingerprint) {
        guard isMade, let purchase = Purchase(transaction, line: line) else { return }
        transactions?[purchase, default: []].insert(key)
    }

    /// The transactions of the same purchase.
    func others(of transaction: StoreTransaction, line: Fingerprint) -> Set<Fingerprint> {
        Purchase(transaction, line: line).flatMap { transactions?[$0] } ?? []
    }

    /// The transactions of a product's periods that began within a second or two of one.
    func periods(near transaction: StoreTransaction, line: Fingerprint) -> [Fingerprint] {
        let start = transaction.purchaseTime.seconds
        return (start - 1...start + 1).flatMap { start in
            transactions?[Purchase(line: line, productID: transaction.productID, start: start)] ?? []
        }
    }
}

extension RestoredCopies.Purchase {
    /// `nil` for what is not restored.
    fileprivate init?(_ transaction: StoreTransaction, line: Fingerprint) {
        let isSubscription = transaction.productType == .autoRenewable
        guard isSubscription || transaction.productType == .nonConsumable else { return nil }
        self.init(
            line: line, productID: transaction.productID, start: isSubscription ? transaction.purchaseTime.seconds : nil
        )
    }
}

extension LedgerState {
    /// A transaction was recorded, of which a restored one may be a copy.
    mutating func noteCopy(_ transaction: StoreTransaction, _ key: Fingerprint) {
        copies.note(transaction, key, line: line(of: transaction))
    }

    /// Has it known which transactions are of one purchase.
    mutating func makeCopies() {
        guard !copies.isMade else { return }
        copies.make()
        for known in transactions.all {
            noteCopy(known.transaction, hash.fingerprint(of: known.transaction.ledgerID))
        }
    }

    /// What has to be done with a transaction, without what was done with another one of which it is a copy.
    ///
    /// A restore says what is owned now, so that its copy is handed over again where the other was taken back. A copy that comes
    /// outside of a restore may be older than that.
    mutating func withoutRepetition(
        _ owed: TransactionLife.Steps, of update: StoreUpdate, _ key: Fingerprint
    ) -> TransactionLife.Steps {
        let handingOver = TransactionLife.Steps.owesContent.union(.owesGrant)
        let (transaction, isRestored) = (update.transaction, update.phase == .restore)
        guard transaction.id != transaction.originalID, !owed.isDisjoint(with: handingOver),
            isRestored ? update.kind == .restored : transaction.isCopy
        else { return owed }
        makeCopies()
        // What no handler was there for is handed over by the first one that is.
        let isHandedOver = copies.others(of: transaction, line: line(of: transaction)).contains { other in
            other != key
                && transactions.read(other) {
                    guard !$0.transaction.isOtherPeriod(than: transaction) else { return false }
                    return $0.life.isTakenBack ? !isRestored : !duties.grants || $0.life.isGrantedByHandler
                } == true
        }
        return isHandedOver ? owed.subtracting(handingOver) : owed
    }
}
