extension LedgerState {
    /// Records a delivery and returns every change, whether or not it produces an update, for states without a ledger.
    package mutating func records(
        reporting reported: [IncomingTransaction], renewals: [RenewalReport] = [], now: Timestamp
    ) -> [LedgerRecord] {
        var batch = PreparedBatch(capacity: reported.count + renewals.count)
        for incoming in reported { prepare(incoming, transactions.key(of: incoming), now: now, into: &batch) }
        prepare(renewals: renewals, now: now, into: &batch)
        return batch.records
    }

    /// Prepares reported renewals; changes are published after the updates of the transactions that came with them.
    mutating func prepare(renewals reports: [RenewalReport], now: Timestamp, into batch: inout PreparedBatch) {
        guard !reports.isEmpty else { return }
        for decision in subscriptions.apply(reports, among: transactions, trusted, now: now) {
            switch decision {
            case .update(let known, let renewal):
                let update = StoreUpdate(
                    sequence: nextSequence, phase: .complete, kind: .statusChanged, transaction: known.transaction,
                    intent: known.intent, recordTime: now, unpaidFinishing: known.update.unpaidFinishing,
                    renewal: renewal, origin: transactions.origin)
                apply(statusOf: update, renewal)
                batch.publish(status: update, renewal)
            case .confirmed(let originalID, let renewal, let isUrgent):
                batch.store(.renewal(originalID: originalID, renewal), isUrgent: isUrgent)
                batch.published.changes.add(renewal, of: originalID)
            }
        }
    }

    /// Prepares a reported transaction; the batch gets one answer.
    ///
    /// - Parameter key: the fingerprint of its identifier.
    mutating func prepare(
        _ incoming: borrowing IncomingTransaction, _ key: Fingerprint, now: Timestamp, into batch: inout PreparedBatch
    ) {
        if let old = transactions.known(key) {
            return prepare(incoming, key, beside: old, now: now, into: &batch)
        }
        if incoming.transaction.id != incoming.transaction.originalID, let renamed = renamed(incoming) {
            return prepare(incoming, as: renamed, now: now, into: &batch)
        }
        prepareNew(incoming, key, now: now, into: &batch)
    }

    /// Prepares a reported transaction that is recorded under another identifier.
    private mutating func prepare(
        _ incoming: borrowing IncomingTransaction, as renamed: RenamedPurchase, now: Timestamp,
        into batch: inout PreparedBatch
    ) {
        var named = copy incoming
        // It is not reported whether that identifier has to be finished.
        (named.transaction, named.needsFinish) = (renamed.transaction, false)
        guard let known = renamed.known else { return prepareNew(named, renamed.key, now: now, into: &batch) }
        prepare(named, renamed.key, after: known, now: now, into: &batch)
    }

    /// Prepares a reported transaction with a recorded identifier.
    private mutating func prepare(
        _ incoming: borrowing IncomingTransaction, _ key: Fingerprint, beside known: consuming LedgerTransaction,
        now: Timestamp, into batch: inout PreparedBatch
    ) {
        if incoming.transaction.isSamePurchase(as: known.transaction) {
            return prepare(incoming, key, after: known, now: now, into: &batch)
        }
        prepare(incoming, key, besideOther: known, now: now, into: &batch)
    }

    /// Prepares a reported transaction whose identifier another purchase has.
    private mutating func prepare(
        _ incoming: borrowing IncomingTransaction, _ key: Fingerprint, besideOther known: LedgerTransaction,
        now: Timestamp, into batch: inout PreparedBatch
    ) {
        var named = copy incoming
        switch transactions.recorded(incoming.transaction, key, known) {
        case .transaction(let old, let transaction, let key):
            named.transaction = transaction
            prepare(named, key, after: old, now: now, into: &batch)
        case .nothing(let transaction, let key):
            named.transaction = transaction
            prepareNew(named, key, now: now, into: &batch)
        case .otherPurchase(let old):
            // The payment has its answer; no transaction will come for it.
            endAnswered(incoming, into: &batch)
            batch.reported.append(ReportedTransaction(stored: old, isUpdate: false, isOtherPurchase: true))
        }
    }

    /// The recorded purchase of a report under a new identifier; `nil` for a separate purchase.
    private mutating func renamed(_ incoming: borrowing IncomingTransaction) -> RenamedPurchase? {
        guard incoming.mayBeRenamed else { return nil }
        let transaction = incoming.transaction
        if let found = transactions.original(of: transaction)
            ?? copies.period(of: transaction, among: transactions, subscriptions)
        {
            return found
        }
        guard let name = incoming.knownAs else { return nil }
        let named = transaction.with { $0.id = name }
        let key = hash.fingerprint(of: named.ledgerID)
        return transactions.known(key) == nil ? RenamedPurchase(transaction: named, known: nil, key: key) : nil
    }

    private mutating func prepareNew(
        _ incoming: borrowing IncomingTransaction, _ key: Fingerprint, now: Timestamp, into batch: inout PreparedBatch
    ) {
        publish(
            incoming.transaction, key, phase: incoming.phase, incoming.intent, needsFinish: incoming.mayNeedFinish,
            hasMovedAway: incoming.hasMovedAway, after: nil, now: now, into: &batch)
    }

    /// Prepares a transaction that was reported again; separate, so that first reports do not cost the copies that are
    /// made here.
    @inline(never)  // With the getters of transactions 15 % of opening a ledger.
    private mutating func prepare(
        _ incoming: borrowing IncomingTransaction, _ key: Fingerprint, after old: consuming LedgerTransaction,
        now: Timestamp, into batch: inout PreparedBatch
    ) {
        let isFound = incoming.findsPayment(after: old.intent?.token)
        let comparison = DescriptionComparison(of: incoming.transaction, after: old.transaction)
        guard isFound || incoming.transaction.isChange(after: old.transaction, comparison) else {
            return prepareKnown(incoming, key, old, comparison, into: &batch)
        }
        let transaction = incoming.transaction.recorded(after: old.transaction)
        publish(
            transaction, key, phase: incoming.phase, isFound ? incoming.intent : old.intent,
            needsFinish: incoming.mayNeedFinish, hasMovedAway: incoming.hasMovedAway, after: old, now: now,
            into: &batch)
    }

    /// Records the next update of a transaction, and publishes it once it is stored.
    private mutating func publish(
        _ transaction: StoreTransaction, _ key: Fingerprint, phase: StoreUpdate.Phase, _ intent: PaymentIntent?,
        needsFinish: Bool, hasMovedAway: Bool, after old: LedgerTransaction?, now: Timestamp,
        into batch: inout PreparedBatch
    ) {
        let update = StoreUpdate(
            sequence: nextSequence, phase: phase, kind: .init(of: transaction, after: old?.transaction, phase: phase),
            transaction: transaction, intent: intent, recordTime: now,
            unpaidFinishing: finishing(of: transaction, intent, after: old), origin: transactions.origin)
        prepareFinishing(of: update, into: &batch)
        var owed = deliverySteps.stepsDue(
            of: update, after: old, mayHaveBegun: old.map { mayHaveBegun($0) } ?? false)
        if update.phase == .restore || transaction.isCopy {
            owed = copies.withoutRepetition(
                owed, of: update, key, among: transactions, subscriptions, hasHandler: deliverySteps.grants)
        }
        if needsFinish { owed.insert(.needsFinish) }
        if hasMovedAway { owed.insert(.movedAway) }
        let joins = subscriptions.join(transaction)
        let stored = apply(update, owed, after: old, key)
        batch.publish(stored, owed, after: old?.update.transaction, joins: joins)
    }

    /// The finishing of a transaction without a payment: by the record, or else by the app's configuration.
    private func finishing(of transaction: StoreTransaction, _ intent: PaymentIntent?, after old: LedgerTransaction?)
        -> Finishing
    {
        if let old { return old.update.unpaidFinishing }
        return intent == nil ? deliverySteps.finishing?(transaction.productID) ?? .atomic : .atomic
    }

    /// Records, once, that updates of a product are manual without a payment.
    private mutating func prepareFinishing(of update: StoreUpdate, into batch: inout PreparedBatch) {
        guard update.unpaidFinishing == .manual, !manualProducts.contains(update.productID) else { return }
        store(.finishing(productID: update.productID, .manual), in: &batch)
    }

    /// Prepares a report without a change.
    private mutating func prepareKnown(
        _ incoming: borrowing IncomingTransaction, _ key: Fingerprint, _ known: consuming LedgerTransaction,
        _ comparison: DescriptionComparison, into batch: inout PreparedBatch
    ) {
        if let description = transactions.description(incoming.transaction, key, of: known, comparison) {
            transactions.set(description.known, key)
            if noteEnvironment(of: description.known, after: known.transaction) {
                batch.published.changes.needsRebuild = true
            }
            known.transaction = description.answer
            batch.store(description.record)
        }
        // An archived one is recorded without its signed form.
        if let signed = incoming.transaction.jwsRepresentation, known.transaction.jwsRepresentation == nil,
            incoming.transaction.signedTime == known.transaction.signedTime
        {
            known.transaction = known.transaction.with { $0.jwsRepresentation = signed }
        }
        // The recorded finish stays; that the backend waits is in the answer, and kept if another step comes first.
        if incoming.needsFinish == true {
            known.progress.noteWaiting()
            if known.progress.state != .awaitsFinish { _ = transactions.change(key) { $0.progress.noteWaiting() } }
        }
        endAnswered(incoming, into: &batch)
        batch.reported.append(ReportedTransaction(stored: known, isUpdate: false))
    }

    // MARK: Payments

    /// Ends the payment of a report that is not recorded as its transaction.
    private func endAnswered(_ incoming: borrowing IncomingTransaction, into batch: inout PreparedBatch) {
        if let intent = incoming.intent { batch.store(.intentEnded(intent.token, .answered)) }
    }
}
