/// What is to be written for some batches, and what follows once it is written: the router's decisions.
struct RecordingPlan {
    private(set) var entries: [LedgerEntry] = []
    private var transactions: [RoutedTransaction] = []
    private var forged: [RoutedTransaction] = []
    private var endings: [(ending: PaymentEnding, token: PaymentToken?)] = []
    private var restoreEndings: [(RestoreID, BackendError?)] = []

    /// The transactions as the backend told them, to try again should the ledger not take them.
    ///
    /// Their payments have been told already that something is wrong, so they come again as completes.
    var events: [BackendEvent] {
        transactions.map { routed in
            var event = routed.event
            event.origin = .other(routed.token)
            return .transaction(event)
        }
    }

    init(_ batch: RoutedBatch) {
        transactions = batch.transactions
        if transactions.contains(where: \.isForged) {
            forged = transactions.filter(\.isForged)
            transactions.removeAll(where: \.isForged)
        }
        endings = batch.endings
        restoreEndings = batch.restoreEndings.map { ($0.id, $0.error) }
        entries.reserveCapacity(transactions.count + endings.count)
        for routed in transactions { entries.append(.transaction(routed.incoming)) }
        // Behind the transactions, so that the ledger's answers line up with these from the front.
        for (ending, token) in endings {
            guard let token = token ?? ending.token else { continue }
            entries.append(.intentEnded(token, ending.result.intentEnding))
        }
    }
}

/// What follows from a recorded batch.
struct Conclusion {
    /// Callers to answer.
    var settlement = Settlement()
    /// Transactions whose content or grant is outstanding.
    var deliveries: [DeliveryJob] = []
    /// Transactions to finish.
    var finishes: [String] = []
}

extension RecordingPlan {
    /// What follows when the ledger has taken all entries.
    func conclusion(
        _ outcomes: [LedgerOutcome], _ makePurchase: (StoreUpdate, Bool) -> StorePurchase,
        _ needsDelivery: (_ transaction: LedgerTransaction, _ isAwaited: Bool) -> Bool
    ) -> Conclusion {
        var conclusion = common()
        for (routed, outcome) in zip(transactions, outcomes) {
            guard let stored = outcome.transaction else { continue }
            if case .restore(let id) = routed.event.origin {
                conclusion.settlement.restored.append((id, .success(stored.transaction)))
            }
            if needsDelivery(stored, routed.answers != nil) {
                conclusion.deliveries.append(DeliveryJob(transaction: stored, answers: routed.answers))
                continue
            }
            if let token = routed.answers {
                conclusion.settlement.payments.append((token, stored.result(makePurchase)))
            }
            // The backend has just said whether it waits, which counts for more than what was told it before.
            if routed.event.needsFinish, stored.mayFinish { conclusion.finishes.append(stored.transaction.id) }
        }
        return conclusion
    }

    /// What follows when the ledger could not take them: payers are told, the transactions stay with the backend.
    func failure(_ failure: PurchaseFailure) -> Conclusion {
        var conclusion = common()
        for routed in transactions {
            let transaction = routed.event.transaction
            let failure = failure.about(transaction)
            if let token = routed.answers { conclusion.settlement.payments.append((token, .failure(failure))) }
            if case .restore(let id) = routed.event.origin {
                let failed = RestoreFailure(transaction: transaction, failure: failure)
                conclusion.settlement.restored.append((id, .failure(failed)))
            }
        }
        return conclusion
    }

    private func common() -> Conclusion {
        var conclusion = Conclusion()
        for routed in forged { conclusion.settlement.refuse(routed) }
        for (ending, token) in endings {
            if let token { conclusion.settlement.payments.append((token, ending.outcome)) }
            if let failed = ending.failedTransactionID { conclusion.finishes.append(failed) }
        }
        conclusion.settlement.restoreEndings = restoreEndings
        return conclusion
    }
}

extension RoutedTransaction {
    fileprivate var isForged: Bool {
        if case .unverified = event.verification { true } else { false }
    }
}

extension Settlement {
    /// Tells those who wait for a transaction that it is not genuine.
    fileprivate mutating func refuse(_ routed: RoutedTransaction) {
        guard case .unverified(let reason) = routed.event.verification else { return }
        let transaction = routed.event.transaction
        let failure = PurchaseFailure(
            .verificationFailed,
            "The transaction is not genuine (\(reason)). It is neither granted nor finished; "
                + "if the customer was charged, they can ask the store for a refund.",
            productID: transaction.productID, transactionID: transaction.id)
        if let token = routed.answers { payments.append((token, .failure(failure))) }
        if case .restore(let id) = routed.event.origin {
            restored.append((id, .failure(RestoreFailure(transaction: transaction, failure: failure))))
        }
    }
}

extension LedgerOutcome {
    fileprivate var transaction: LedgerTransaction? {
        switch self {
        case .recorded(let transaction, _), .known(let transaction): transaction
        case .noted, .unknownTransaction: nil
        }
    }
}

extension LedgerTransaction {
    /// Whether Purser may finish it now, as far as content and grant allow.
    package var mayFinish: Bool {
        !steps.contains(.setAside) && !lacksContent && !lacksGrant
            && (finishing == .atomic || steps.contains(.finishRequested) || isTakenBack)
    }

    /// What its payer is told.
    package func result(_ makePurchase: (StoreUpdate, Bool) -> StorePurchase)
        -> Result<PurchaseOutcome, PurchaseFailure>
    {
        guard !steps.contains(.setAside) else {
            return .failure(
                PurchaseFailure(
                    .setAside,
                    "The purchase is paid for and recorded, but could not be handed over. "
                        + "It is listed in the dead letters; release it there once the cause is mended.",
                    productID: transaction.productID, transactionID: transaction.id))
        }
        return .success(.purchased(makePurchase(update, finishing == .manual && isUnfinished)))
    }
}

extension PurchaseFailure {
    fileprivate func about(_ transaction: StoreTransaction) -> PurchaseFailure {
        PurchaseFailure(
            code, message, productID: transaction.productID, transactionID: transaction.id, underlying: underlying)
    }
}

extension PaymentEnding.Result {
    fileprivate var intentEnding: IntentEnding {
        switch self {
        case .pending: .pending
        case .cancelled: .cancelled
        case .failed: .failed
        }
    }
}

extension PaymentEnding {
    fileprivate var outcome: Swift.Result<PurchaseOutcome, PurchaseFailure> {
        switch result {
        case .pending: .success(.pending)
        case .cancelled: .success(.cancelled)
        case .failed(let error) where error.code == .paymentCancelled: .success(.cancelled)
        case .failed(let error):
            .failure(PurchaseFailure(error, productID: productID, transactionID: failedTransactionID))
        }
    }
}
