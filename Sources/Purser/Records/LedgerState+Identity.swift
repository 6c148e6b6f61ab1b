/// What the ledger has of a reported transaction whose identifier is on record (D3).
enum Recorded {
    /// The transaction, with the report under its name and what stands for that.
    case transaction(LedgerTransaction, StoreTransaction, Fingerprint)
    /// Nothing: another environment's transaction has the identifier. The report has a name of its own.
    case nothing(StoreTransaction, Fingerprint)
    /// Another purchase.
    case otherPurchase(LedgerTransaction)
}

extension LedgerState {
    /// A backend reported a transaction whose identifier is on record.
    @inline(never)
    mutating func prepare(
        _ incoming: borrowing IncomingTransaction, _ key: Fingerprint, beside known: LedgerTransaction, now: Timestamp,
        into batch: inout PreparedBatch
    ) {
        var named = copy incoming
        switch recorded(incoming.transaction, key, known) {
        case .transaction(let old, let transaction, let key):
            named.transaction = transaction
            prepare(named, key, after: old, now: now, into: &batch)
        case .nothing(let transaction, let key):
            named.transaction = transaction
            prepareNew(named, key, now: now, into: &batch)
        case .otherPurchase(let old):
            // The payment has its answer; nothing will come for it.
            endAnswered(incoming.correction?.ended, into: &batch)
            batch.reported.append(ReportedTransaction(stored: old, isNews: false, isOtherPurchase: true))
        }
    }

    /// Brings what is known of the next portion of a batch into the processor's caches.
    package func readAhead(_ events: ArraySlice<BackendEvent>) {
        guard transactions.count >= TransactionIndex.portion, events.count > 1 else { return }
        let keys = events.prefix(TransactionIndex.portion).compactMap { event in
            event.transaction.map { hash.fingerprint(of: $0.transaction.ledgerID) }
        }
        transactions.readAhead(keys)
    }

    /// What the payment book has to know of a reported transaction that is on record; `nil` when nothing of it is.
    ///
    /// - Parameter mayBeRenamed: whether it may be a purchase that has another identifier on record.
    package func known(_ transaction: StoreTransaction, mayBeRenamed: Bool = false) -> RecordedPurchase? {
        let key = hash.fingerprint(of: transaction.ledgerID)
        guard let known = transactions.known(transaction, key) else {
            return mayBeRenamed ? original(of: transaction)?.known.map { RecordedPurchase($0) } : nil
        }
        return switch recorded(transaction, key, known) {
        case .transaction(let recorded, _, _), .otherPurchase(let recorded): RecordedPurchase(recorded)
        case .nothing: nil
        }
    }

    func recorded(_ transaction: StoreTransaction, _ key: Fingerprint, _ known: LedgerTransaction) -> Recorded {
        switch transactions.identity(of: transaction, key, known) {
        case .same: return .transaction(known, transaction, key)
        case .otherEnvironment: return recorded(transaction.named(transaction.environment.name(of: transaction.id)))
        case .otherPurchase:
            guard let namesake = namesake(of: transaction) else { return .otherPurchase(known) }
            return recorded(namesake)
        }
    }

    /// The same of a transaction whose identifier another environment's transaction had before.
    private func recorded(_ named: StoreTransaction) -> Recorded {
        let key = hash.fingerprint(of: named.ledgerID)
        guard let known = transactions.known(named, key) else { return .nothing(named, key) }
        guard case .same = transactions.identity(of: named, key, known) else { return .otherPurchase(known) }
        return .transaction(known, named, key)
    }

    /// The transaction that a report without an environment is about, where several have its identifier; `nil` when none fits.
    private func namesake(of transaction: StoreTransaction) -> StoreTransaction? {
        guard transaction.environment == .unknown else { return nil }
        return transactions.names(of: transaction.id).dropFirst().lazy.map { transaction.named($0) }
            .first { transactions[$0.ledgerID]?.transaction.isSamePurchase(as: $0) == true }
    }
}

extension LedgerState {
    /// The transaction that the records of a store's folder call so, if it is here as a whole.
    ///
    /// They name its environment where any user has a transaction of that identifier; a ledger where its own user has one.
    package func recorded(as name: String) -> LedgerTransaction? {
        if let recorded = transactions[name] { return recorded }
        guard let parts = StoreEnvironment.parts(of: name), let recorded = transactions[parts.id],
            recorded.transaction.environment == parts.environment
        else { return nil }
        return recorded
    }
}
