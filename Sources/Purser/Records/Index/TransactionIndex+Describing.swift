/// The additions of a report without an update to a recorded transaction: a later signed date, and missing fields (L4).
struct TransactionDescription {
    /// The transaction as it is known from now on.
    let known: StoreTransaction
    /// The transaction in its latest version, for the answer to that report.
    let answer: StoreTransaction
    let record: LedgerRecord
}

extension TransactionIndex {
    /// The additions of a report of the same state to a recorded transaction; `nil` when there are none.
    ///
    /// Some platforms sign again at each reading, so a later date alone is a small record, without the signed form. An
    /// archived transaction lacks its signed form; that alone is not added.
    func description(
        _ new: StoreTransaction, _ key: Fingerprint, of old: LedgerTransaction, _ comparison: DescriptionComparison
    ) -> TransactionDescription? {
        let known = old.transaction
        let later = new.signedTime.flatMap { date in known.signedTime.map { $0 < date } ?? true ? date : nil }
        let answer = later == nil ? known : new.completed(from: known)
        if known.isLacking(new, isLater: later != nil && whole.contains(key), comparison) {
            let filled = later == nil ? known.described(by: new) : answer
            if filled != known {
                return TransactionDescription(known: filled, answer: answer, record: .described(new))
            }
        }
        guard let later else { return nil }
        return TransactionDescription(
            known: known.signed(at: later), answer: answer, record: .signed(new.ledgerID, later))
    }

    mutating func apply(signed date: Timestamp, _ id: String) {
        let key = hash.fingerprint(of: id)
        guard let known = known(key)?.transaction, known.signedTime.map({ $0 < date }) ?? true else { return }
        set(known.signed(at: date), key)
    }

    /// Applies the record of a report that has added fields, by deciding once more; returns the transaction before and after
    /// it, or `nil` when nothing has changed.
    mutating func apply(described new: StoreTransaction) -> (before: StoreTransaction, after: StoreTransaction)? {
        let key = hash.fingerprint(of: new.ledgerID)
        guard let old = known(key) else { return nil }
        let comparison = DescriptionComparison(of: new, after: old.transaction)
        guard let description = description(new, key, of: old, comparison) else { return nil }
        set(description.known, key)
        return (old.transaction, description.known)
    }
}
