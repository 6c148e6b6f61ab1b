/// The result of one call of the ledger: its records, and everything that follows once they are stored.
///
/// It cannot be copied: each purchase passes through three of them, and a copy would count a dozen references.
struct PreparedBatch: ~Copyable, Sendable {
    var records: [LedgerRecord] = []
    var published = PublishedChanges()
    var isUrgent = false

    init(capacity: Int) { if capacity > 0 { records.reserveCapacity(capacity) } }

    /// Makes room for so many transactions, each with one record and one update.
    mutating func reserve(_ count: Int) {
        records.reserveCapacity(count)
        published.updates.reserveCapacity(count)
    }

    /// Adds a record, and whether losing it would do harm.
    mutating func store(_ record: LedgerRecord) {
        store(record, isUrgent: record.isUrgent)
    }

    /// Adds a record; the caller decides whether its loss would do harm.
    mutating func store(_ record: LedgerRecord, isUrgent: Bool) {
        self.isUrgent = self.isUrgent || isUrgent
        records.append(record)
    }

    mutating func store(intents: [PaymentIntent]) {
        intents.forEachInPlace { _, intent in records.append(.intent(copy intent)) }
        isUrgent = true
    }

    mutating func store(endings: [EndedPayment]) {
        for ended in endings { store(.intentEnded(ended.token, ended.state)) }
    }

    /// Adds records of others, by sections, before one's own: either all of them are stored or none is.
    mutating func store(_ others: [LedgerRecord], before key: LedgerKey) {
        guard !others.isEmpty else { return }
        records = others + [.section(key)] + records
        isUrgent = isUrgent || others.contains(where: \.isUrgent)
    }

    mutating func publish(
        _ stored: consuming LedgerTransaction, _ stepsDue: TransactionProgress.Steps, after old: StoreTransaction?,
        joins: Bool
    ) -> ReportedTransaction {
        isUrgent = true
        let update = stored.update
        published.changes.add(update.transaction, after: old, joins: joins)
        records.append(.update(update, stepsDue: stepsDue))
        published.updates.append(update)
        return ReportedTransaction(stored: stored, isUpdate: true, isChanged: old != nil)
    }

    /// Adds an update without a change of a transaction.
    mutating func publish(status update: StoreUpdate, _ renewal: ReportedRenewal) {
        isUrgent = true
        published.changes.add(renewal, of: update.transaction.originalID)
        records.append(.update(update, stepsDue: []))
        published.updates.append(update)
    }
}

/// The updates of one call of the ledger, and the entitlements after them.
struct PublishedChanges: Sendable {
    var updates: [StoreUpdate] = []
    var changes = EntitlementChanges()
    var rebuilt: EntitlementState?
    var trustedDate = Timestamp(milliseconds: .min)
    var signedDate: Timestamp?

    /// Sets the dates, and the entitlements if they have to be computed again, from the state after these changes.
    mutating func complete(from state: borrowing LedgerState) {
        (trustedDate, signedDate) = (state.trustedDate, state.trusted.latest)
        if changes.needsRebuild { rebuilt = state.entitlements(in: changes.environment) }
    }
}
