// What callers of a session get: answers, and failures as they have to understand them.
extension StoreEngine {
    /// Whether `stop()` was called.
    var isStopped: Bool { stopped.isClosed }

    /// Throws when the session is over.
    func checkOpen() throws(PurchaseFailure) {
        if isStopped { throw callerFailure(.storeClosed()) }
    }

    /// Throws when the session is over, or nobody's.
    func checkNamed() throws(PurchaseFailure) {
        try checkOpen()
        if account == .unnamed { throw .accountNotNamed() }
    }

    /// A failure as a caller of this session has to understand it.
    func callerFailure(_ failure: PurchaseFailure) -> PurchaseFailure { failure.seen(after: departure.withLock { $0 }) }

    /// An answer as a caller of this session gets it.
    func outcome(_ answer: PaymentAnswer) throws(PurchaseFailure) -> PurchaseOutcome {
        switch answer {
        case .purchased(let update, let needsFinish): return .purchased(makePurchase(update, needsFinish))
        case .pending: return .pending
        case .cancelled: return .cancelled
        case .failed(let failure): throw callerFailure(failure)
        }
    }

    /// A result as a caller of this session has to understand it.
    func callerResult<Value>(_ result: Result<Value, PurchaseFailure>) throws(PurchaseFailure) -> Value {
        switch result {
        case .success(let value): return value
        case .failure(let failure): throw callerFailure(failure)
        }
    }

    /// Records that the app is done with a transaction, and has it finished.
    ///
    /// - Throws: ``PurchaseFailure`` with `.storeClosed`, `.ledgerUnavailable` or `.unknownTransaction`.
    static func finish(_ id: String, _ ledger: TransactionLedger, _ finisher: TransactionFinisher)
        async throws(PurchaseFailure)
    {
        guard !finisher.isClosed else { throw .storeClosed() }
        let outcome: LedgerOutcome?
        do {
            outcome = try await ledger.append([.step(id, .finishRequested)]).first
        } catch {
            throw PurchaseFailure(
                wrapping: error, as: .ledgerUnavailable, "The wish to finish could not be recorded; call finish again.")
        }
        if case .unknownTransaction = outcome {
            throw PurchaseFailure(
                .unknownTransaction,
                "This store has no such transaction. Finish only what its own purchases and updates brought.",
                transactionID: id)
        }
        if let transaction = await ledger.transaction(id) { finisher.take(transaction) }
    }
}

extension PurchaseFailure {
    /// What a call's end means when its session ended in this way.
    func seen(after departure: StoreEngine.Departure?) -> PurchaseFailure {
        guard code == .storeClosed, departure == .switched else { return self }
        return PurchaseFailure(
            .accountSwitched,
            "The app switched to another user before this ended. A payment that reached the store goes on, and its "
                + "transaction arrives with the updates of the user who paid, once that user is named again.",
            productID: productID, transactionID: transactionID)
    }

    /// A call that needs a user came before there was one.
    static func accountNotNamed(productID: String? = nil) -> PurchaseFailure {
        PurchaseFailure(
            .accountNotNamed, "Nobody is named yet, so nothing is bought or reported. Call switchAccount(to:) first.",
            productID: productID)
    }
}
