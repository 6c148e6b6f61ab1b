/// Some batches of a backend after matching: what is to be recorded, in their order and inside each in the order of the
/// phases (O2), and what else they said.
package struct RoutedBatch: Sendable {
    /// Transactions; those of a batch with payments first, then restores, then completes, each in the backend's order.
    package var transactions: [RoutedTransaction] = []
    /// Payments that ended without a transaction, with the payment that was meant, if it still waits.
    package var endings: [(ending: PaymentEnding, token: PaymentToken?)] = []
    /// Restores that ended.
    package var restoreEndings: [(id: RestoreID, error: BackendError?)] = []
    /// All the other events.
    package var others: [BackendEvent] = []

    package init() {}

    package var isEmpty: Bool {
        transactions.isEmpty && endings.isEmpty && restoreEndings.isEmpty && others.isEmpty
    }
}

/// A transaction that knows its place.
package struct RoutedTransaction: Sendable {
    package var event: BackendTransaction
    package var phase: StoreUpdate.Phase
    /// The waiting payment that it answers.
    package var answers: PaymentToken?

    /// The payment it belongs to, waiting or long ended (M3, M5).
    package var token: PaymentToken? {
        if let answers { return answers }
        return switch event.origin {
        case .payment(let token), .other(let token): token
        case .restore: event.restoredToken
        }
    }

    package var incoming: IncomingTransaction {
        var isRestored = false
        if case .restore = event.origin { isRestored = true }
        return IncomingTransaction(
            event.transaction, phase: phase, token: token, needsFinish: event.needsFinish, isRestored: isRestored)
    }
}

extension PaymentQueueState {
    /// Sorts batches: finds the payments that are answered and puts the phases in order.
    ///
    /// - Parameter old: the transactions of earlier launches.
    package mutating func route(
        _ batches: [[BackendEvent]], old: Set<String>, activeRestore: RestoreID?
    ) -> RoutedBatch {
        var routed = RoutedBatch()
        routed.transactions.reserveCapacity(batches.reduce(0) { $0 + $1.count })
        for events in batches { route(events, old: old, activeRestore, into: &routed) }
        return routed
    }

    private mutating func route(
        _ events: [BackendEvent], old: Set<String>, _ activeRestore: RestoreID?, into batch: inout RoutedBatch
    ) {
        var restores: [RoutedTransaction] = []
        var completes: [RoutedTransaction] = []
        for event in events {
            switch event {
            case .transaction(let transaction):
                let answers = answer(transaction, isOld: old.contains(transaction.transaction.id))
                let routed = RoutedTransaction(
                    event: transaction, phase: phase(of: transaction, answers, activeRestore), answers: answers)
                switch routed.phase {
                case .payment: batch.transactions.append(routed)
                case .restore: restores.append(routed)
                case .complete: completes.append(routed)
                }
            case .paymentEnded(let ended): batch.endings.append((ended, ending(ended)))
            case .restoreEnded(let id, let error): batch.restoreEndings.append((id, error))
            case .storefrontChanged, .promotedPurchase: batch.others.append(event)
            }
        }
        batch.transactions += restores
        batch.transactions += completes
    }

    private func phase(of transaction: BackendTransaction, _ answers: PaymentToken?, _ activeRestore: RestoreID?)
        -> StoreUpdate.Phase
    {
        if answers != nil { return .payment }
        if case .restore(let id) = transaction.origin, id == activeRestore { return .restore }
        return .complete
    }
}
