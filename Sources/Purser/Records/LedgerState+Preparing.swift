// Each call decides about what it is given, changes the state, and adds to the batch what is to be stored and answered.
extension LedgerState {
    /// Payments are about to be handed to the backend.
    mutating func prepare(intents: [PaymentIntent], into batch: inout PreparedBatch) {
        intents.forEachInPlace { _, intent in
            open(copy intent)
            batch.records.append(.intent(copy intent))
        }
        batch.isUrgent = true
    }

    /// Payments ended, or were put off, without a transaction.
    mutating func prepare(endings: [(token: PaymentToken, ending: IntentEnding)], into batch: inout PreparedBatch) {
        for (token, ending) in endings {
            guard let open = intents[token], open.ending != ending else { continue }
            apply(.intentEnded(token, ending))
            batch.store(.intentEnded(token, ending))
        }
    }

    /// A recorded transaction came one step further.
    ///
    /// - Parameter update: the update with which the app's handler was called, if it was.
    /// - Returns: whether the transaction is known.
    mutating func prepare(
        _ step: DeliveryStep, of id: String, in update: StoreUpdate? = nil, into batch: inout PreparedBatch
    ) -> Bool {
        let effect: CallEffect? =
            if let call = step.call {
                apply(call, of: id, in: update)
            } else {
                apply(step, of: id).map { $0 ? .step : .nothing }
            }
        switch effect {
        case .step: batch.store(.step(id, step))
        case .units(let units): batch.store(.units(id, units))
        case .nothing: break
        // Of an archived one nothing is left to be done.
        case nil: return transactions.sequence(of: id) != nil
        }
        return true
    }

    /// The backend took these finishes.
    ///
    /// Finishes of transactions that have changed since are ignored: the new states have to be finished again.
    mutating func prepare(finished: PendingFinishes, into batch: inout PreparedBatch) {
        finished.requests.forEachInPlace { index, request in
            let update = finished.updates[index]
            let isNew = transactions.change(finished.keys[index]) { transaction in
                transaction.sequence == update && transaction.life.take(.finished)
            }
            if isNew == true { batch.records.append(.step(request.transactionID, .finished)) }
        }
    }

    /// A named reader of the updates has seen those up to a number; `nil` when it will read no more.
    ///
    /// - Parameter isRepeated: whether it is written once more where it is known: what was noted in passing may not be
    ///   safe yet.
    mutating func prepare(
        _ consumer: String, hasSeen sequence: UInt64?, isRepeated: Bool, into batch: inout PreparedBatch
    ) {
        // A position never goes back: what was acknowledged once may be gone.
        guard isRepeated || consumers[consumer] != sequence, (consumers[consumer] ?? 0) <= sequence ?? .max else {
            return
        }
        if sequence == nil {
            for entry in aside[consumer] { prepare(.settled(entry.update.sequence), of: consumer, into: &batch) }
        }
        apply(.consumer(consumer, sequence))
        batch.store(.consumer(consumer, sequence))
    }
    /// Something became of an update that a named reader could not deal with.
    mutating func prepare(_ step: AsideStep, of consumer: String, into batch: inout PreparedBatch) {
        apply(.aside(consumer, step))
        batch.store(.aside(consumer, step))
    }
}
