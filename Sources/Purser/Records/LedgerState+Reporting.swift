extension LedgerState {
    /// Records a delivery and returns every change, whether or not it produces an update, for states without a ledger.
    package mutating func records(
        reporting reported: [IncomingTransaction], renewals: [RenewalReport] = [], now: Timestamp
    ) -> [LedgerRecord] {
        var batch = PreparedBatch(capacity: reported.count + renewals.count)
        for incoming in reported { prepare(incoming, now: now, into: &batch) }
        prepare(renewals: renewals, now: now, into: &batch)
        return batch.records
    }

    /// Records a transaction that was reported in the user's absence, whose update is delivered when the user is present;
    /// throws ``PurchaseFailure`` with `.ledgerUnavailable` when there are no more numbers.
    package mutating func records(
        missed incoming: IncomingTransaction, now: Timestamp
    ) throws(PurchaseFailure) -> [LedgerRecord] {
        try Self.check(nextSequence, leaves: 2)
        var batch = PreparedBatch(capacity: 1)
        let (first, seen) = (nextSequence, missedFrom)
        prepare(incoming, now: now, into: &batch)
        missedFrom = seen
        return nextSequence > first ? batch.records + [.missed(from: seen)] : batch.records
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

    /// Prepares a reported transaction.
    @discardableResult
    mutating func prepare(
        _ incoming: borrowing IncomingTransaction, now: Timestamp, into batch: inout PreparedBatch
    ) -> ReportedTransaction {
        let key = hash.fingerprint(of: incoming.transaction.ledgerID)
        let recorded = recorded(incoming.transaction, key, answersNobody: incoming.answersNobody)
        return prepare(incoming, recorded, now: now, into: &batch)
    }

    /// The same for a transaction of which it is known what it is in the records.
    mutating func prepare(
        _ incoming: borrowing IncomingTransaction, _ recorded: consuming Recorded, now: Timestamp,
        into batch: inout PreparedBatch
    ) -> ReportedTransaction {
        switch consume recorded {
        case .transaction(let known, let transaction, let key):
            return prepare(incoming, as: transaction, key, after: known, now: now, into: &batch)
        case .nothing(let transaction, let key):
            return publish(
                transaction, key, phase: incoming.phase, incoming.intent,
                needsFinish: incoming.needsFinish(as: transaction) != false, hasMovedAway: incoming.hasMovedAway,
                after: nil, now: now, into: &batch)
        case .otherPurchase(let known):
            // The payment has its answer; no transaction will come for it.
            endAnswered(incoming, into: &batch)
            return ReportedTransaction(stored: known, isUpdate: false, isOtherPurchase: true)
        }
    }

    /// Prepares a transaction that was reported again; separate, so that first reports do not cost the copies that are
    /// made here.
    @inline(never)  // With the getters of transactions 15 % of opening a ledger.
    private mutating func prepare(
        _ incoming: borrowing IncomingTransaction, as reported: StoreTransaction, _ key: Fingerprint,
        after old: consuming LedgerTransaction, now: Timestamp, into batch: inout PreparedBatch
    ) -> ReportedTransaction {
        let isFound = incoming.findsPayment(after: old.intent?.token)
        let comparison = DescriptionComparison(of: reported, after: old.transaction)
        guard isFound || reported.isChange(after: old.transaction, comparison) else {
            return prepareKnown(incoming, as: reported, key, old, comparison, into: &batch)
        }
        return publish(
            reported.recorded(after: old.transaction), key, phase: incoming.phase,
            isFound ? incoming.intent : old.intent, needsFinish: incoming.needsFinish(as: reported) != false,
            hasMovedAway: incoming.hasMovedAway, after: old, now: now, into: &batch)
    }

    /// Records the next update of a transaction, and publishes it once it is stored.
    private mutating func publish(
        _ transaction: StoreTransaction, _ key: Fingerprint, phase: StoreUpdate.Phase, _ intent: PaymentIntent?,
        needsFinish: Bool, hasMovedAway: Bool, after old: LedgerTransaction?, now: Timestamp,
        into batch: inout PreparedBatch
    ) -> ReportedTransaction {
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
        return batch.publish(stored, owed, after: old?.update.transaction, joins: joins)
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
        _ incoming: borrowing IncomingTransaction, as reported: StoreTransaction, _ key: Fingerprint,
        _ known: consuming LedgerTransaction, _ comparison: DescriptionComparison, into batch: inout PreparedBatch
    ) -> ReportedTransaction {
        if let description = transactions.description(reported, key, of: known, comparison) {
            transactions.set(description.known, key)
            if noteEnvironment(of: description.known, after: known.transaction) {
                batch.published.changes.needsRebuild = true
            }
            known.transaction = description.answer
            batch.store(description.record)
        }
        // An archived one is recorded without its signed form.
        if let signed = reported.jwsRepresentation, known.transaction.jwsRepresentation == nil,
            reported.signedTime == known.transaction.signedTime
        {
            known.transaction = known.transaction.with { $0.jwsRepresentation = signed }
        }
        // The recorded finish stays; that the backend waits is in the answer, and kept if another step comes first.
        if incoming.needsFinish(as: reported) == true {
            known.progress.noteWaiting()
            if known.progress.state != .awaitsFinish { _ = transactions.change(key) { $0.progress.noteWaiting() } }
        }
        endAnswered(incoming, into: &batch)
        return ReportedTransaction(stored: known, isUpdate: false)
    }

    // MARK: Payments

    /// Ends the payment of a report that is not recorded as its transaction.
    private func endAnswered(_ incoming: borrowing IncomingTransaction, into batch: inout PreparedBatch) {
        if let intent = incoming.intent { batch.store(.intentEnded(intent.token, .answered)) }
    }
}

// What a user has, as the decisions about other users' reports ask for it.
extension LedgerState {
    /// When the latest purchase with an original identifier was bought: a period, or one of which the others are copies;
    /// `nil` when the user has none.
    func latestPurchaseTime(of originalID: String) -> Timestamp? {
        let original = hash.fingerprint(of: originalID)
        let period = subscriptions[subscriptions.key(of: originalID)]?.latest?.key
        return [period, original, copies.latest(of: original)].lazy.compactMap { $0 }.compactMap { key in
            self.transactions.read(key) { $0.progress.steps.contains(.movedAway) ? nil : $0.transaction.purchaseTime }
                ?? nil
        }.max()
    }

    /// What a reported transaction is in the records; one that answers nobody may be a purchase with another identifier.
    mutating func recorded(_ transaction: StoreTransaction, _ key: Fingerprint, answersNobody: Bool) -> Recorded {
        let own = transactions.recorded(transaction, key)
        guard answersNobody, transaction.id != transaction.originalID, case .nothing = own else { return own }
        let original = transactions.renamed(transaction, to: transaction.originalID)
        if case .transaction = original { return original ?? own }
        return copies.period(of: transaction, among: transactions, subscriptions) ?? original ?? own
    }
}
