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

    /// Prepares the acknowledgement of a named consumer up to a number; `nil` when it was forgotten.
    ///
    /// With `isRepeated`, a position that was not synced is written again.
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
