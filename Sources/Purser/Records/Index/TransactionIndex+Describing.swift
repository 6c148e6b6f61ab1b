/// The additions of a report without an update to a recorded transaction: a later signed date, and missing fields (L4).
struct TransactionDescription {
    /// The transaction as it is known from now on; an archived one has only the fields of its entry.
    let known: StoreTransaction
    /// The transaction in its latest version, for the answer to that report.
    let answer: StoreTransaction
    /// The record to store.
    let record: LedgerRecord
    /// The entry of an archived transaction, with the fields that it lacked.
    var entry: ArchivedTransaction?
    /// An archived transaction that is whole from now on, because its entry cannot have the added fields.
    var unarchived: LedgerTransaction?
}

extension TransactionIndex {
    /// The additions of a report of the same state to a recorded transaction; `nil` when there are none.
    ///
    /// Some platforms sign again at each reading, so a later date alone is a small record, without the signed form.
    ///
    /// - Parameter comparison: its difference from that; `nil` when that is archived.
    func description(
        _ new: StoreTransaction, _ key: Fingerprint, of old: LedgerTransaction, _ comparison: DescriptionComparison?
    ) -> TransactionDescription? {
        let known = old.transaction
        let later = new.signedTime.flatMap { date in known.signedTime.map { $0 < date } ?? true ? date : nil }
        let answer = later == nil ? known : new.completed(from: known)
        if comparison == nil, archive.hasNoRoom(for: new, key) {
            var unarchived = old
            unarchived.transaction = answer
            return TransactionDescription(
                known: answer, answer: answer, record: .described(new), unarchived: unarchived)
        }
        let entry = comparison == nil ? archive.entry(of: key, filledFrom: new) : nil
        if comparison.map({ known.isLacking(new, isLater: later != nil, $0) }) ?? (entry != nil) {
            let filled = later == nil ? known.described(by: new) : answer
            if filled != known || comparison == nil {
                return TransactionDescription(known: filled, answer: answer, record: .described(new), entry: entry)
            }
        }
        guard let later else { return nil }
        return TransactionDescription(
            known: known.signed(at: later), answer: answer, record: .signed(new.ledgerID, later))
    }

    /// Applies the additions of a report to a recorded transaction.
    mutating func take(_ description: TransactionDescription, _ key: Fingerprint) {
        if let unarchived = description.unarchived { return put(unarchived, key) }
        guard whole.update(key, { $0.transaction = description.known }) == nil else { return }
        if let entry = description.entry { archive.insert(entry) }
        if let date = description.known.signedTime { archive.sign(key, date) }
    }

    /// Applies the record of a later signed date.
    mutating func take(signed date: Timestamp, _ id: String) {
        let key = hash.fingerprint(of: id)
        guard let known = read(key, { $0.transaction }) else { return archive.sign(key, date) }
        guard known.signedTime.map({ $0 < date }) ?? true else { return }
        _ = whole.update(key) { $0.transaction = known.signed(at: date) }
    }

    /// Applies the record of a report that has added fields: it is decided once more.
    mutating func take(described new: StoreTransaction) {
        let key = hash.fingerprint(of: new.ledgerID)
        guard let old = known(new, key),
            let description = description(new, key, of: old, comparison(of: new, key, after: old))
        else { return }
        take(description, key)
    }
}
