// Each call decides about what it is given, changes the state, and adds to the batch what is to be stored and answered.
extension LedgerState {
    /// Takes in a record, and has it stored.
    mutating func store(_ record: LedgerRecord, in batch: inout PreparedBatch) {
        apply(record)
        batch.store(record)
    }

    /// Payments are about to be handed to the backend.
    mutating func prepare(intents: [PaymentIntent], into batch: inout PreparedBatch) {
        intents.forEachInPlace { _, intent in
            payments.open(copy intent)
            batch.records.append(.intent(copy intent))
        }
        batch.isUrgent = true
    }

    /// Payments ended, or were put off, without a transaction.
    mutating func prepare(endings: [(token: PaymentToken, ending: IntentEnding)], into batch: inout PreparedBatch) {
        for (token, ending) in endings {
            guard let open = payments[token], open.ending != ending else { continue }
            store(.intentEnded(token, ending), in: &batch)
        }
    }

    /// A recorded transaction came one step further, by a handler that was called with this update; whether it is
    /// known.
    mutating func prepare(
        _ step: DeliveryStep, of id: String, in update: StoreUpdate? = nil, into batch: inout PreparedBatch
    ) -> Bool {
        switch deliveries.take(step, of: id, in: update, &transactions) {
        case .step: batch.store(.step(id, step))
        case .units(let units): batch.store(.units(id, units))
        case .nothing: break
        // Of an archived one nothing is left to be done.
        case nil: return transactions.sequence(of: id) != nil
        }
        return true
    }

    /// A handler is about to be called for a transaction; whether this is still its latest update.
    mutating func begin(_ transaction: LedgerTransaction) -> Bool {
        var isLatest = true
        _ = transactions.change(hash.fingerprint(of: transaction.update.transaction.ledgerID)) { known in
            isLatest = known.sequence == transaction.sequence
            if isLatest { known.mayHaveBegun = true }
            return false
        }
        return isLatest
    }

    /// A named consumer has seen the updates up to a number; `nil` when it will read no more.
    ///
    /// What was only noted in passing is written again where `isRepeated`.
    mutating func prepare(
        _ consumer: String, hasSeen sequence: UInt64?, isRepeated: Bool, into batch: inout PreparedBatch
    ) {
        // A position never goes back: what was acknowledged once may be gone.
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

    /// Something became of an update that a named consumer could not deal with.
    mutating func prepare(_ step: FailedUpdates.Step, of consumer: String, into batch: inout PreparedBatch) {
        store(.failedUpdate(consumer, step), in: &batch)
    }

    /// The store was heard and reported nothing new; where nothing at all is on record, that says nothing.
    mutating func prepare(heard time: Timestamp, into batch: inout PreparedBatch) {
        if nextSequence > 1 { store(.heard(time), in: &batch) }
    }

    /// Products are acquired through subscriptions; those that were acquired before stay as they are.
    mutating func prepare(
        acquired: [(productID: String, subscription: String)], now: Timestamp, into batch: inout PreparedBatch
    ) {
        for (productID, subscription) in acquired where acquisitions[productID] == nil {
            store(
                .acquisition(productID: productID, Acquisition(time: now, subscription: subscription)), in: &batch)
            batch.changes.add(acquired: productID)
        }
    }
}
