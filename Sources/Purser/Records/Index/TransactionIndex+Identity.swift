/// The recorded purchase of a reported transaction's identifier (D3).
enum Recorded {
    /// The transaction, with the report under its name and its recorded state.
    case transaction(LedgerTransaction, StoreTransaction, Fingerprint)
    /// No transaction: the identifier is of another environment's transaction. The report has its own name.
    case nothing(StoreTransaction, Fingerprint)
    /// Another purchase.
    case otherPurchase(LedgerTransaction)
}

/// A purchase that is recorded under another identifier than the reported one.
///
/// After a restore in StoreKit 1, Apple may report an old purchase's refund under a new identifier, with the same
/// original identifier and date (apple/app-store-server-library-node, issue 28).
struct RenamedPurchase {
    /// The report, with the recorded identifier.
    var transaction: StoreTransaction
    let known: LedgerTransaction?
    /// The fingerprint of the recorded identifier.
    let key: Fingerprint
}

extension TransactionIndex {
    /// The record of a reported transaction, also under its original identifier; `nil` when it is not recorded.
    package func record(of transaction: StoreTransaction) -> LedgerTransaction? {
        purchase(transaction, hash.fingerprint(of: transaction.ledgerID), mayBeRenamed: true)
    }

    /// The record of a reported transaction; `nil` when it is not recorded.
    func purchase(_ transaction: StoreTransaction, _ key: Fingerprint, mayBeRenamed: Bool) -> LedgerTransaction? {
        guard let known = known(key) else {
            return mayBeRenamed ? original(of: transaction)?.known : nil
        }
        return switch recorded(transaction, key, known) {
        case .transaction(let recorded, _, _), .otherPurchase(let recorded): recorded
        case .nothing: nil
        }
    }

    /// The purchase with the original identifier of a refund under another one, also if that is of another purchase.
    func refunded(by transaction: StoreTransaction) -> LedgerTransaction? {
        guard transaction.isRefundOfOriginal else { return nil }
        let original = transaction.with { $0.id = $0.originalID }
        return purchase(original, hash.fingerprint(of: original.ledgerID), mayBeRenamed: false)
    }

    /// The record of a reported transaction, given the record of its identifier.
    func recorded(_ transaction: StoreTransaction, _ key: Fingerprint, _ known: LedgerTransaction) -> Recorded {
        if transaction.isSamePurchase(as: known.transaction) { return .transaction(known, transaction, key) }
        if transaction.environment.differs(from: known.transaction.environment) {
            return recorded(transaction.named(transaction.environment.name(of: transaction.id)))
        }
        guard let namesake = namesake(of: transaction) else { return .otherPurchase(known) }
        return recorded(namesake)
    }

    /// The same for a transaction whose identifier another environment's transaction already has.
    private func recorded(_ named: StoreTransaction) -> Recorded {
        let key = hash.fingerprint(of: named.ledgerID)
        guard let known = known(key) else { return .nothing(named, key) }
        return named.isSamePurchase(as: known.transaction) ? .transaction(known, named, key) : .otherPurchase(known)
    }

    /// The transaction that a report without an environment is about, when several have its identifier; `nil` when none
    /// fits.
    private func namesake(of transaction: StoreTransaction) -> StoreTransaction? {
        guard transaction.environment == .unknown else { return nil }
        return names(of: transaction.id).dropFirst().lazy.map { transaction.named($0) }
            .first { self[$0.ledgerID]?.transaction.isSamePurchase(as: $0) == true }
    }

    /// The transaction with this name in the records of a store's folder, if it is kept as a whole.
    ///
    /// They name its environment if any user has that identifier too; a ledger only if its own user has it.
    package func recorded(as name: String) -> LedgerTransaction? {
        if let recorded = self[name] { return recorded }
        guard let parts = StoreEnvironment.parts(of: name), let recorded = self[parts.id],
            recorded.transaction.environment == parts.environment
        else { return nil }
        return recorded
    }

    // MARK: Renamed purchases

    /// The purchase that a transaction names as its original one and equals, recorded or known only by its refund.
    func original(of transaction: StoreTransaction) -> RenamedPurchase? {
        guard transaction.id != transaction.originalID else { return nil }
        return renamed(transaction, to: transaction.originalID)
    }

    /// The purchase of an identifier, if a transaction with another identifier is the same purchase.
    func renamed(_ transaction: StoreTransaction, to id: String) -> RenamedPurchase? {
        let described = transaction.with { $0.id = id }
        let key = hash.fingerprint(of: described.ledgerID)
        let known = known(key)
        switch known.map({ recorded(described, key, $0) }) ?? .nothing(described, key) {
        case .transaction(let found, let named, let key):
            guard found.transaction.isDescribed(by: transaction) else { return nil }
            // A copy does not report that its purchase was replaced.
            let isReplaced = found.transaction.isUpgraded && !named.isUpgraded
            return RenamedPurchase(
                transaction: isReplaced ? named.with { $0.isUpgraded = true } : named, known: found, key: key)
        case .nothing(let named, let key):
            return transaction.isRefundOfOriginal
                ? RenamedPurchase(transaction: named, known: nil, key: key) : nil
        case .otherPurchase: return nil
        }
    }
}
