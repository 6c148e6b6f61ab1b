/// What a report that produces no update adds to a transaction on record: a later signed date, and fields that were lacking (L4).
struct TransactionDescription {
    /// The transaction as it is known from now on; of an archived one only what its entry has room for.
    let known: StoreTransaction
    /// The transaction as the latest report describes it, for the answer to that report.
    let answer: StoreTransaction
    /// What is to be stored.
    let record: LedgerRecord
}

extension TransactionIndex {
    /// What a report adds to a transaction on record, of which it describes the same state; `nil` when it adds nothing.
    ///
    /// Some platforms sign anew at each reading. A later date alone is therefore a record of a few bytes, and the signed form
    /// that came with it is not kept.
    func description(_ new: StoreTransaction, _ key: Fingerprint, of old: LedgerTransaction) -> TransactionDescription? {
        let known = old.transaction
        let later = new.signedTime.flatMap { date in known.signedTime.map { $0 < date } ?? true ? date : nil }
        let answer = later == nil ? known : new.completed(from: known)
        if isLacking(new, key, in: known, isLater: later != nil) {
            let filled = later == nil ? known.described(by: new) : answer
            if filled != known || !isWhole(key) {
                return TransactionDescription(known: filled, answer: answer, record: .described(new))
            }
        }
        guard let later else { return nil }
        return TransactionDescription(
            known: known.signed(at: later), answer: answer, record: .signed(new.ledgerID, later))
    }

    /// Takes in what a report adds to a transaction on record.
    mutating func take(_ description: TransactionDescription, _ key: Fingerprint) {
        let known = description.known
        guard case .described(let new) = description.record else { return describe(key, as: known) }
        describe(key, as: known, filledBy: new)
    }

    /// Takes in the record of a later signed date.
    mutating func take(signed date: Timestamp, _ id: String) {
        let key = hash.fingerprint(of: id)
        guard let known = read(key, { $0.transaction }) else { return sign(key, date) }
        guard known.signedTime.map({ $0 < date }) ?? true else { return }
        describe(key, as: known.signed(at: date))
    }

    /// Takes in the record of a report that has filled in fields: it is decided about once more.
    mutating func take(described new: StoreTransaction) {
        let key = hash.fingerprint(of: new.ledgerID)
        guard let old = known(new, key), let description = description(new, key, of: old) else { return }
        take(description, key)
    }
}
