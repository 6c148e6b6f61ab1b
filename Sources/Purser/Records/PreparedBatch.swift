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
    mutating func store(_ record: LedgerRecord) { store(record, isUrgent: record.isUrgent) }

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

// Each call decides about its parameters, changes the state, and adds the records and answers to the batch.
extension LedgerState {
    /// Checks that there are numbers for so many updates from the next one on; the state itself would be copied for it.
    static func check(_ nextSequence: UInt64, leaves count: Int) throws(PurchaseFailure) {
        guard nextSequence >= sequenceLimit - UInt64(count) else { return }
        throw PurchaseFailure(
            .ledgerUnavailable,
            "The update numbers are exhausted, which only a damaged ledger can cause. Run `purser ledger check`.")
    }

    mutating func store(_ record: LedgerRecord, in batch: inout PreparedBatch) {
        apply(record)
        batch.store(record)
    }

    /// Prepares one more completed step of a recorded transaction, by a handler that was called with this update;
    /// returns whether it is known.
    mutating func prepare(
        _ step: DeliveryStep, of id: String, in update: StoreUpdate? = nil, into batch: inout PreparedBatch
    ) -> Bool {
        switch deliveries.apply(step, of: id, in: update, &transactions) {
        case .step: batch.store(.step(id, step))
        case .units(let units): batch.store(.units(id, units))
        case .nothing: break
        // An archived one has no steps due.
        case nil: return transactions.sequence(of: id) != nil
        }
        return true
    }

    /// A handler is about to be called for a transaction; returns whether this is still its latest update.
    mutating func begin(_ transaction: LedgerTransaction) -> Bool {
        var isLatest = true
        _ = transactions.change(hash.fingerprint(of: transaction.update.transaction.ledgerID)) { known in
            isLatest = known.sequence == transaction.sequence
            if isLatest { known.hasBegun = true }
            return false
        }
        return isLatest
    }

    /// Prepares the acknowledgement of a named consumer up to a number, `nil` when it was forgotten; with `isRepeated`, a
    /// position that was not synced is written again.
    mutating func prepare(
        _ consumer: String, hasSeen sequence: UInt64?, isRepeated: Bool, into batch: inout PreparedBatch
    ) {
        // A position never decreases: acknowledged updates may be gone.
        guard isRepeated || consumers[consumer] != sequence, (consumers[consumer] ?? 0) <= sequence ?? .max else {
            return
        }
        if sequence == nil {
            for entry in failedUpdates[consumer] {
                prepare(.settled(entry.update.sequence), of: consumer, into: &batch)
            }
        }
        store(.consumer(consumer, sequence), in: &batch)
    }

    mutating func prepare(_ step: FailedUpdates.Step, of consumer: String, into batch: inout PreparedBatch) {
        store(.failedUpdate(consumer, step), in: &batch)
    }

    /// Prepares a report of the backend without changes; in an empty ledger this is not recorded.
    mutating func prepare(lastReport time: Timestamp, into batch: inout PreparedBatch) {
        if nextSequence > 1 { store(.lastReport(time), in: &batch) }
    }

    /// Products are acquired with subscriptions; those that were acquired before are unchanged.
    mutating func prepare(acquired: [AcquiredProduct], now: Timestamp, into batch: inout PreparedBatch) {
        for product in acquired where acquisitions[product.id] == nil {
            let acquisition = Acquisition(time: now, subscription: product.subscription)
            store(.acquisition(productID: product.id, acquisition), in: &batch)
            batch.published.changes.add(acquired: product.id)
        }
    }
}
