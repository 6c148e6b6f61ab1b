/// What a reported transaction is in the records (D3).
package enum Recorded: Sendable {
    /// A transaction, with the report under its name.
    case transaction(LedgerTransaction, StoreTransaction, Fingerprint)
    /// Nothing yet; the report has its own name.
    case nothing(StoreTransaction, Fingerprint)
    /// Another purchase than the recorded one of its identifier.
    case otherPurchase(LedgerTransaction)

    /// The record of its identifier; `nil` when there is none.
    var known: LedgerTransaction? {
        switch self {
        case .transaction(let known, _, _), .otherPurchase(let known): known
        case .nothing: nil
        }
    }
}

extension TransactionIndex {
    /// The record of a reported transaction, also under its original identifier; `nil` when it is not recorded.
    package func record(of transaction: StoreTransaction) -> LedgerTransaction? {
        recorded(transaction).known ?? renamed(transaction, to: transaction.originalID)?.known
    }

    func recorded(_ transaction: StoreTransaction) -> Recorded {
        recorded(transaction, hash.fingerprint(of: transaction.ledgerID))
    }

    /// The record of a reported transaction's own identifier, whose fingerprint is `key`.
    func recorded(_ transaction: StoreTransaction, _ key: Fingerprint) -> Recorded {
        guard let known = known(key) else { return .nothing(transaction, key) }
        if transaction.isSamePurchase(as: known.transaction) { return .transaction(known, transaction, key) }
        if transaction.environment.differs(from: known.transaction.environment) {
            return other(transaction.named(transaction.environment.name(of: transaction.id)))
        }
        guard let namesake = namesake(of: transaction) else { return .otherPurchase(known) }
        return other(namesake)
    }

    /// The same for a transaction whose identifier another environment's transaction already has.
    private func other(_ named: StoreTransaction) -> Recorded {
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

    /// The purchase of another identifier, if a transaction is that purchase (M6): after a restore in StoreKit 1, Apple
    /// may report an old purchase's refund under a new identifier, with the same original identifier and date
    /// (apple/app-store-server-library-node, issue 28).
    func renamed(_ transaction: StoreTransaction, to id: String) -> Recorded? {
        guard transaction.id != id else { return nil }
        let named = transaction.with { $0.id = id }
        switch recorded(named) {
        case .transaction(let known, let named, let key):
            guard known.transaction.isDescribed(by: transaction) else { return nil }
            let isReplaced = known.transaction.isUpgraded && !named.isUpgraded
            return .transaction(known, isReplaced ? named.named(as: known.transaction) : named, key)
        case .nothing(let named, let key): return transaction.isRefundOfOriginal ? .nothing(named, key) : nil
        case .otherPurchase(let known): return transaction.isRefundOfOriginal ? .otherPurchase(known) : nil
        }
    }
}
