/// The steps due once a batch is recorded: callers to answer, deliveries to begin, transactions to finish.
///
/// It cannot be copied, because a copy would count a dozen references for each purchase.
struct StepsDue: ~Copyable {
    var answers = PaymentAnswers()
    var restores = RestoreAnswers()
    /// Transactions whose content or grant is due, and manual ones that no call waits for.
    var deliveries: [DeliveryJob] = []
    /// Manual transactions that are returned to their payers.
    var delivered: [StoreUpdate] = []
    var finishes: PendingFinishes
    /// Transactions to finish with the one by which the ledger knows their purchase, as soon as that is delivered.
    var renamed: [Renamed] = []
    /// The reports that are rejected because another purchase is recorded under their identifier.
    var rejections: [RejectedReport] = []

    /// A transaction, and the name by which the ledger knows its purchase.
    struct Renamed {
        var name: String
        var transaction: StoreTransaction
    }
}

extension Turn {
    /// The steps due once everything is stored.
    func stepsDue(hash: KeyedHash) -> StepsDue {
        var due = common(hash)
        due.answers.payments.reserveCapacity(recorded.count)
        due.finishes.reserveCapacity(recorded.count)
        if recorded.count > 1, recorded[recorded.count - 1].incoming.restore != nil {
            due.restores.restored.reserveCapacity(recorded.count)
        }
        recorded.forEachInPlace { _, recorded in due.add(recorded.incoming, recorded.answer) }
        return due
    }

    /// The steps due when it could not be stored: payers are answered, the transactions stay with the backend.
    func stepsDue(after failure: PurchaseFailure, hash: KeyedHash) -> StepsDue {
        var due = common(hash)
        for recorded in recorded {
            let transaction = recorded.incoming.transaction
            due.fail(recorded.incoming, failure.about(productID: transaction.productID, transactionID: transaction.id))
        }
        return due
    }

    var rejections: [RejectedReport] {
        rejected.map { RejectedReport($0) } + rejectedRenewals.map { RejectedReport($0) } + reports
    }

    private func common(_ hash: KeyedHash) -> StepsDue {
        var due = StepsDue(finishes: PendingFinishes(hash))
        for rejected in rejected { due.fail(rejected.transaction, rejected.failure) }
        for payment in foreign { due.answer(payment.token, .failed(payment.failure)) }
        for ending in endings {
            if let token = ending.token { due.answer(token, ending.answer) }
            if let failed = ending.failedTransactionID { due.finishes.append(unrecorded: failed) }
        }
        due.restores.endings = restoreEndings
        return due
    }
}

extension StepsDue {
    fileprivate mutating func answer(_ token: PaymentToken, _ answer: PaymentAnswer) {
        answers.payments.append(AnsweredPayment(token: token, answer: answer))
    }

    /// Answers the calls that wait for a transaction that is another purchase than the recorded one of its identifier
    /// (D3).
    fileprivate mutating func reject(
        _ incoming: borrowing IncomingTransaction, _ recorded: borrowing LedgerTransaction
    ) {
        let failure = PurchaseFailure(rejecting: incoming.transaction, beside: recorded.transaction)
        fail(incoming, failure)
        rejections.append(
            RejectedReport(
                .transaction, id: incoming.transaction.id, productID: incoming.transaction.productID,
                reason: .otherPurchase, message: failure.message))
    }

    /// Answers the calls that wait for a transaction that could not be recorded.
    fileprivate mutating func fail(_ incoming: borrowing IncomingTransaction, _ failure: PurchaseFailure) {
        if let token = incoming.answers { answer(token, .failed(failure)) }
        if let restore = incoming.restore {
            restores.restored.append(Restored(restore, incoming.transaction, .failed(failure)))
        }
    }

    /// Adds the steps due for a transaction that is recorded, now or before.
    fileprivate mutating func add(
        _ incoming: borrowing IncomingTransaction, _ reported: borrowing ReportedTransaction
    ) {
        guard !reported.isOtherPurchase else { return reject(incoming, reported.stored) }
        if let restore = incoming.restore {
            let fate = Restored.Fate.recorded(reported.stored.sequence, isChanged: reported.isChanged)
            restores.restored.append(Restored(restore, reported.stored.transaction, fate))
        }
        if incoming.mayNeedFinish, incoming.transaction.id != reported.stored.transaction.id {
            addRenamed(incoming.transaction, reported.stored)
        }
        switch reported.stored.progress.state {
        case .awaitsContent, .awaitsGrant, .awaitsRevoke:
            if let token = incoming.answers { answers.taken.append(token) }
            return deliveries.append(DeliveryJob(transaction: reported.stored, answers: incoming.answers))
        case .awaitsApp:
            guard incoming.answers != nil else {
                return deliveries.append(DeliveryJob(transaction: reported.stored, answers: nil))
            }
            delivered.append(reported.stored.update)
        case .awaitsFinish:
            // If the backend does not wait, the finisher got it when it was first reported; but a finish that is under way
            // counts for the earlier state only.
            if incoming.mayNeedFinish || reported.isUpdate { finishes.append(reported.stored) }
        case .done, .deadLetter: break
        }
        if let token = incoming.answers { answer(token, reported.stored.answer) }
    }

    /// Adds a transaction whose purchase is recorded under another identifier.
    private mutating func addRenamed(_ transaction: StoreTransaction, _ stored: borrowing LedgerTransaction) {
        if stored.progress.isDelivered {
            finishes.append(renamed: transaction)
        } else {
            renamed.append(Renamed(name: stored.transaction.ledgerID, transaction: transaction))
        }
    }

    /// Adds the steps due for a recorded transaction for which no call waits.
    mutating func add(outstanding stored: LedgerTransaction) {
        switch stored.progress.state {
        case .awaitsContent, .awaitsGrant, .awaitsRevoke, .awaitsApp:
            deliveries.append(DeliveryJob(transaction: stored, answers: nil))
        case .awaitsFinish: finishes.append(stored)
        case .done, .deadLetter: break
        }
    }
}

extension PaymentEnding {
    fileprivate var answer: PaymentAnswer {
        switch result {
        case .pending: .unpaid(.pending)
        case .cancelled: .unpaid(.cancelled)
        case .failed(let error) where error.code == .paymentCancelled: .unpaid(.cancelled)
        case .failed(let error) where error.isOutcomeUnknown:
            .failed(.outcomeUnknown(productID: productID, transactionID: failedTransactionID, because: error))
        case .failed(let error):
            .failed(PurchaseFailure(error, productID: productID, transactionID: failedTransactionID))
        }
    }
}

extension LedgerTransaction {
    /// The answer for its payer.
    package var answer: PaymentAnswer { answer(after: nil) }

    /// The answer for its payer.
    ///
    /// - Parameter failure: the reason of its dead letter, if it has just become one.
    package func answer(after failure: (any Error)?) -> PaymentAnswer {
        guard progress.state == .deadLetter else { return .purchased(update, needsFinish: progress.isLeftToApp) }
        let cause = (failure as? RetryFailure)?.underlying ?? failure
        let reason = cause.map { " (\(Wording.short("\($0)")))" } ?? ""
        return .failed(
            PurchaseFailure(
                .deliveryFailed,
                "The purchase is paid for and recorded, but \(progress.failed)\(reason). It is listed in "
                    + "deadLetters(); call releaseDeadLetter(_:) once the cause is fixed.",
                productID: transaction.productID, transactionID: transaction.id, underlying: cause))
    }
}

extension TransactionProgress {
    /// The failure of a dead letter, as a part of a sentence.
    package var failed: String {
        switch stateOnceReleased {
        case .awaitsContent: "its content could not be installed"
        case .awaitsGrant: "the app's grant handler did not grant it"
        case .awaitsRevoke: "the App Store has revoked it since, and the app's revoke handler did not"
        case .awaitsApp, .awaitsFinish, .done, .deadLetter: "it could not be delivered before the App Store revoked it"
        }
    }
}
