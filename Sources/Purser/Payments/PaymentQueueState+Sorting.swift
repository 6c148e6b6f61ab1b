/// Some batches of a backend after matching: what is to be recorded, in their order and inside each in the order of the
/// phases (O2), and what else they said.
package struct RoutedBatch: Sendable {
    /// Transactions; those of a batch with payments first, then restores, then completes, each in the backend's order.
    package var transactions: [IncomingTransaction] = []
    /// Transactions that are not taken in, and why.
    package var refused: [RefusedTransaction] = []
    /// Payments that ended without a transaction, with the payment that was meant, if it still waits.
    package var endings: [(ending: PaymentEnding, token: PaymentToken?)] = []
    /// Restores that ended.
    package var restoreEndings: [(id: RestoreID, error: BackendError?)] = []
    /// What was told of renewals.
    package var renewals: [RenewalReport] = []
    /// Renewal infos that are not genuine, or of which that is not known.
    package var refusedRenewals: [BackendRenewalInfo] = []
    /// All the other events.
    package var others: [BackendEvent] = []

    /// A batch in which nothing was said.
    package init() {}

    /// Puts the transactions from this place on into the order of their phases; inside each their order stays.
    fileprivate mutating func sortPhases(from start: Int) {
        let unsorted = transactions[start...]
        transactions = Array(transactions[..<start])
        for phase in StoreUpdate.Phase.allCases { transactions += unsorted.filter { $0.phase == phase } }
    }
}

/// A transaction that is not taken in.
package struct RefusedTransaction: Sendable {
    /// The transaction, with the payment and the restore that it would have answered.
    package var transaction: IncomingTransaction
    /// What is wrong with it.
    package var verdict: BackendTransaction.Verification

    /// A transaction that is not taken in for this reason.
    package init(_ transaction: IncomingTransaction, _ verdict: BackendTransaction.Verification) {
        self.transaction = transaction
        self.verdict = verdict
    }
}

extension BackendTransaction {
    /// The transaction as the ledger takes it in, with its phase and the payment that it belongs to.
    fileprivate func routed(_ phase: StoreUpdate.Phase, answering answers: PaymentToken?) -> IncomingTransaction {
        var restore: RestoreID?
        var named: PaymentToken?
        var namesPayment = true
        switch origin {
        case .payment(let token), .other(let token): (named, namesPayment) = (token, token != nil)
        case .restore(let id): (restore, named) = (id, restoredToken)
        case .elsewhere: break
        }
        return IncomingTransaction(
            transaction, phase: phase, token: answers ?? named, namesPayment: namesPayment, needsFinish: needsFinish,
            restore: restore)
    }
}

extension PaymentQueueState {
    /// Sorts batches: finds the payments that are answered and puts the phases in order.
    ///
    /// - Parameters:
    ///   - unnamed: when those came that may answer a payment without naming it, by their identifiers.
    ///   - activeRestore: the restore that is under way; the transactions of others count as completes.
    package mutating func route(
        _ batches: [[BackendEvent]], unnamed: [String: UnnamedAnswer], activeRestore: RestoreID?
    ) -> RoutedBatch {
        var routed = RoutedBatch()
        routed.transactions.reserveCapacity(batches.reduce(0) { $0 + $1.count })
        for events in batches { route(events, unnamed: unnamed, activeRestore, into: &routed) }
        // A transaction that comes together with the end of its payment, or right behind it, counts more (M5).
        for index in routed.endings.indices {
            if let token = routed.endings[index].token, isAnswered(token) == true { routed.endings[index].token = nil }
        }
        return routed
    }

    private mutating func route(
        _ events: [BackendEvent], unnamed: [String: UnnamedAnswer], _ activeRestore: RestoreID?,
        into batch: inout RoutedBatch
    ) {
        let start = batch.transactions.count
        var latest = StoreUpdate.Phase.payment
        var isInOrder = true
        // By index, because a `for` loop over the events would retain and release each of them.
        for index in events.indices {
            switch events[index] {
            case .transaction(let transaction):
                let told = unnamed.isEmpty ? nil : unnamed[transaction.transaction.id]
                let answers = answer(transaction, told ?? UnnamedAnswer())
                let phase = phase(of: transaction, answers, activeRestore)
                let routed = transaction.routed(phase, answering: answers)
                guard case .verified = transaction.verification else {
                    batch.refused.append(RefusedTransaction(routed, transaction.verification))
                    continue
                }
                batch.transactions.append(routed)
                isInOrder = isInOrder && latest <= phase
                latest = phase
            case .paymentEnded(let ended): batch.endings.append((ended, ending(ended)))
            case .restoreEnded(let id, let error): batch.restoreEndings.append((id, error))
            case .renewalInfo(let told):
                if told.verification == .verified {
                    batch.renewals.append(.info(told.renewalInfo))
                } else {
                    batch.refusedRenewals.append(told)
                }
            case .subscriptionStatus(let status): batch.renewals.append(.status(status))
            case .storefrontChanged, .promotedPurchase, .message:
                batch.others.append(events[index])
            // The router has replaced the one by the transactions that it concerns, and deals with the other itself.
            case .entitlementsRevoked, .caughtUp: break
            }
        }
        // They nearly always are, since a batch mostly holds events of one kind.
        if !isInOrder { batch.sortPhases(from: start) }
    }

    private func phase(of transaction: BackendTransaction, _ answers: PaymentToken?, _ activeRestore: RestoreID?)
        -> StoreUpdate.Phase
    {
        if answers != nil { return .payment }
        if case .restore(let id) = transaction.origin, id == activeRestore { return .restore }
        return .complete
    }
}
