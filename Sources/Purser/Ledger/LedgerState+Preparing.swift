extension LedgerState {
    /// Decides about one entry, takes it in, and adds to the batch what is to be stored and answered.
    mutating func stage(_ entry: LedgerEntry, now: Timestamp, into batch: inout PreparedBatch) {
        switch entry {
        case .intent(let intent): stage(intent, into: &batch)
        case .intentEnded(let token, let ending):
            guard let open = intents[token], open.ending != ending else { return batch.note(nil) }
            stageNote(.intentEnded(token, ending), into: &batch)
        case .transaction(let incoming):
            stage(incoming, now: now, into: &batch)
            if let told = batch.told.popLast() {
                batch.answer(told.isNews ? .recorded(told.stored) : .known(told.stored))
            }
        case .step(let id, let step):
            let fingerprint = Fingerprint(of: id)
            guard var life = transactions.read(fingerprint, { $0.life }) else {
                return batch.answer(isArchived(fingerprint) ? .noted : .unknownTransaction)
            }
            guard life.take(step) else { return batch.note(nil) }
            stageNote(.step(id, step), into: &batch)
        case .granted(let id, let update):
            // Nobody but the deliverer records this, and of archived transactions nothing is owed.
            guard var transaction = transactions[Fingerprint(of: id)], transaction.life.take(.granted),
                transaction.update.sequence <= update || transaction.update.kind != .reinstated
            else { return batch.note(nil) }
            stageNote(.step(id, .granted), into: &batch)
        case .finished(let id, let update):
            batch.note(stageFinish(Fingerprint(of: id), ofUpdate: update) ? .step(id, .finished) : nil)
        case .consumer(let name, let sequence, let isRepeated):
            // A position never goes back: what was acknowledged once may be gone.
            guard isRepeated || consumers[name] != sequence, (consumers[name] ?? 0) <= sequence ?? .max else {
                return batch.note(nil)
            }
            stageNote(.consumer(name, sequence), into: &batch)
        }
    }

    private mutating func stageNote(_ record: LedgerRecord, into batch: inout PreparedBatch) {
        apply(record)
        batch.note(record)
    }

    private mutating func stage(_ intent: PaymentIntent, into batch: inout PreparedBatch) {
        intents.put(OpenIntent(intent: intent), for: intent.token)
        batch.note(.intent(intent))
    }

    // MARK: Many of one kind, as they come with purchases

    /// Payments are about to be handed to the backend; nobody needs an answer to each.
    mutating func stage(_ intents: [PaymentIntent], into batch: inout PreparedBatch) {
        intents.forEachInPlace { _, intent in
            self.intents.put(OpenIntent(intent: copy intent), for: intent.token)
            batch.records.append(.intent(copy intent))
        }
        batch.isUrgent = true
    }

    /// The backend took these finishes; nobody needs an answer to each.
    mutating func stage(_ finished: PendingFinishes, into batch: inout PreparedBatch) {
        readAhead(archiving: finished.requests.count)
        finished.requests.forEachInPlace { index, request in
            let update = finished.updates[index]
            guard update > 0, stageFinish(request.fingerprint, ofUpdate: update) else { return }
            batch.records.append(.step(request.transactionID, .finished))
        }
    }

    /// In one visit to the table: it comes with every purchase.
    ///
    /// - Returns: whether the transaction is still in the state that was finished, and was not finished before.
    private mutating func stageFinish(_ fingerprint: Fingerprint, ofUpdate update: UInt64) -> Bool {
        var finished: StoreTransaction?
        let isNews = transactions.update(fingerprint) { transaction in
            guard transaction.sequence == update, transaction.life.take(.finished) else { return false }
            if transaction.mayArchive { finished = transaction.transaction }
            return true
        }
        if let finished { mayBeArchived(finished, update) }
        return isNews == true
    }

    // MARK: Transactions

    /// A backend told a transaction.
    mutating func stage(_ incoming: borrowing IncomingTransaction, now: Timestamp, into batch: inout PreparedBatch) {
        if let old = known(incoming.transaction) { return stage(incoming, after: old, now: now, into: &batch) }
        // Its payment, if it is known, has its transaction now.
        var intent = incoming.token.flatMap { intents.removeValue(forKey: $0)?.intent }
        if intent == nil, let late = lateIntent(for: incoming) {
            intents.removeValue(forKey: late.token)
            intent = late
        }
        tell(incoming, incoming.transaction, intent, after: nil, now: now, into: &batch)
    }

    /// A backend told a transaction that has been here before.
    private mutating func stage(
        _ incoming: borrowing IncomingTransaction, after old: LedgerTransaction, now: Timestamp,
        into batch: inout PreparedBatch
    ) {
        guard isNews(incoming.transaction, after: old) || finds(incoming, of: old) else {
            return stageKnown(incoming, old, into: &batch)
        }
        // Only its payment is news of a description that comes late.
        let isLate = incoming.transaction.isOlder(than: old.transaction)
        let intent = old.intent ?? incoming.token.flatMap { intents[$0]?.intent } ?? lateIntent(for: incoming)
        if let intent { intents.removeValue(forKey: intent.token) }
        tell(incoming, isLate ? old.transaction : incoming.transaction, intent, after: old, now: now, into: &batch)
    }

    private mutating func tell(
        _ incoming: borrowing IncomingTransaction, _ transaction: StoreTransaction, _ intent: PaymentIntent?,
        after old: LedgerTransaction?, now: Timestamp, into batch: inout PreparedBatch
    ) {
        let update = StoreUpdate(
            sequence: nextSequence, phase: incoming.phase,
            kind: transaction.kindOfUpdate(after: old?.transaction, phase: incoming.phase),
            transaction: transaction, intent: intent, recordTime: now)
        var owed = duties.duties(of: update)
        if incoming.needsFinish { owed.insert(.needsFinish) }
        let stored = record(update, owed, after: old)
        batch.tell(stored, owed, after: old?.transaction)
    }

    /// A description that is no news.
    private mutating func stageKnown(
        _ incoming: borrowing IncomingTransaction, _ old: LedgerTransaction, into batch: inout PreparedBatch
    ) {
        var known = noteDescription(incoming.transaction, of: old)
        // Said in the answer only: the finish that follows is on record already.
        if incoming.needsFinish { known.life.noteWaiting() }
        // A product owned already answers a new payment with its old transaction: that payment is done with.
        if let token = incoming.token, intents.contains(token) {
            let ending = LedgerRecord.intentEnded(token, .answered)
            apply(ending)
            batch.store(ending)
        }
        batch.told.append(ToldTransaction(stored: known, isNews: false))
    }

    /// Whether a transaction that came without its payment, by a restore that overtook the answer, finds it now (M3).
    ///
    /// A product owned already also answers with an older transaction, which that payment did not ask for.
    private func finds(_ incoming: borrowing IncomingTransaction, of old: LedgerTransaction) -> Bool {
        guard old.intent == nil, incoming.phase == .payment, let token = incoming.token,
            let intent = intents[token]?.intent
        else { return false }
        return incoming.transaction.purchaseTime >= intent.requestTime
    }

    /// Remembers that a state still held at a later date, so that an older description that comes afterwards is none.
    ///
    /// That is not worth a record: a backend that is activated tells the present state first.
    private mutating func noteDescription(_ new: StoreTransaction, of old: LedgerTransaction) -> LedgerTransaction {
        guard let date = new.signedTime, old.transaction.signedTime.map({ $0 < date }) ?? true else { return old }
        var known = old
        known.transaction = new
        if transactions.contains(new.fingerprint) {
            transactions.put(known, for: new.fingerprint)
        } else {
            resign(new.fingerprint, date)
        }
        return known
    }

    /// The intent of a transaction whose backend echoes no token: of those that ended without one, for its product, the
    /// oldest that somebody else still had to decide about, else the oldest.
    private func lateIntent(for incoming: borrowing IncomingTransaction) -> PaymentIntent? {
        guard matchesByProduct, incoming.token == nil, incoming.phase == .complete, incoming.restore == nil,
            incoming.transaction.reason == .purchase,
            incoming.transaction.originalID == incoming.transaction.id
        else { return nil }
        let fitting = intents.values.filter { $0.intent.fits(incoming.transaction) }
        // News of a transaction may overtake the answer to a payment under way, which brings the intent then (M3): one
        // that ended must not take it only because the store tells no account.
        let account = incoming.transaction.appAccountToken
        let isOfOpen = fitting.contains { $0.ending == nil && $0.intent.request.appAccountToken == account }
        let candidates = fitting.filter {
            $0.ending != nil && (!isOfOpen || $0.intent.request.appAccountToken == account)
        }
        let pending = candidates.filter { $0.ending == .pending }
        return (pending.isEmpty ? candidates : pending).map(\.intent).min { $0.isOlder(than: $1) }
    }
}

extension PaymentIntent {
    /// Whether a transaction can be what this payment asked for, as far as the transaction says.
    ///
    /// The account counts only where the store gives one: not every store returns it.
    fileprivate func fits(_ transaction: StoreTransaction) -> Bool {
        productID == transaction.productID && request.quantity == transaction.purchasedQuantity
            && (transaction.appAccountToken == nil || transaction.appAccountToken == request.appAccountToken)
    }
}
