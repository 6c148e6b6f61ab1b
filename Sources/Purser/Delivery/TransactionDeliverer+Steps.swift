extension TransactionDeliverer {
    /// Goes from step to step for as long as content, grant and revoke are what comes next.
    ///
    /// - Throws: what a step failed with that is still due.
    func handOver(_ transaction: inout LedgerTransaction, _ worker: OutwardWorker) async throws {
        while true {
            let next = transaction.life.next
            do {
                guard try await take(next, &transaction, worker) else { return }
            } catch  where !isClosing {
                // The store may have reported meanwhile what makes another step due.
                guard let present = await ledger.beginning(transaction.transaction.ledgerID), present.life.next != next
                else {
                    throw error
                }
                transaction = present
            }
        }
    }

    /// Takes the next step.
    ///
    /// - Returns: whether there may be another one.
    private func take(
        _ next: TransactionLife.NextStep, _ transaction: inout LedgerTransaction, _ worker: OutwardWorker
    ) async throws -> Bool {
        switch next {
        case .install:
            // Products whose content the app names no more are held until it names it again.
            guard let request = downloader.request(for: transaction.transaction.productID) else { return false }
            try await install(request, &transaction, worker)
        case .grant:
            guard let handler = setup.grant else { return false }
            try await call(handler, for: &transaction, .grant, worker)
        case .revoke:
            guard let handler = setup.revoke else { return try await revokeByRecord(&transaction) }
            try await call(handler, for: &transaction, .revoke, worker)
        case .awaitApp, .finish, .nothing: return false
        }
        return true
    }

    /// Without a handler that revokes, what is recorded counts as revoked.
    private func revokeByRecord(_ transaction: inout LedgerTransaction) async throws -> Bool {
        let (id, productID) = (transaction.transaction.id, transaction.transaction.productID)
        ledger.diagnostics.tell(
            StoreDiagnostic(
                .handlerMissing, .warning, .init(transactionID: id, productID: productID, call: "revoke"),
                message:
                    "The store has revoked the purchase, or a part of it, and the app has no revoke handler. Set "
                    + "Configuration.revoke, or follow the updates of the kind revoked."))
        try await record(.revoked, &transaction, for: transaction.update)
        return true
    }

    private func install(
        _ request: ContentRequest, _ transaction: inout LedgerTransaction, _ worker: OutwardWorker
    ) async throws {
        let leaveBehind = leaveBehind(transaction.transaction.ledgerID)
        let productID = transaction.transaction.productID
        lifecycle.note(productID, .downloadBegan)
        do {
            _ = try await worker.call("content", within: setup.limits.content, overdue: leaveBehind) {
                try await downloader.install(request)
            }
        } catch {
            lifecycle.note(productID, .downloadFailed)
            throw error
        }
        lifecycle.note(productID, .downloadSucceeded)
        try await record(.contentInstalled, &transaction)
    }

    /// Calls a handler until it succeeds, each time with the latest update; it stops when it is not due any more.
    private func call(
        _ handler: Handler, for transaction: inout LedgerTransaction, _ call: Units.Call, _ worker: OutwardWorker
    ) async throws {
        let isGrant = call == .grant
        let (id, latest) = (transaction.transaction.ledgerID, transaction.update)
        let limit = isGrant ? setup.limits.grant : setup.limits.revoke
        let done: StoreUpdate? = try await retrier.run(
            isGrant ? .grant : .revoke, policy: isGrant ? setup.policies.grant : setup.policies.revoke,
            transactionID: id
        ) { attempt in
            var update = latest
            if attempt > 1, let present = await ledger.beginning(id) {
                guard present.life.next == transaction.life.next else { return nil }
                update = present.update
            }
            try await self.call(within: limit, isGrant ? .grant : .revoke, id, worker) { [update] in
                try await handler(update)
            }
            return update
        }
        if let done {
            try await record(isGrant ? .granted : .revoked, &transaction, for: done)
        } else if let present = await ledger.beginning(id) {
            transaction = present
        }
    }

    /// - Parameter update: the update with which the app's handler was called.
    private func record(
        _ step: DeliveryStep, _ transaction: inout LedgerTransaction, for update: StoreUpdate? = nil
    ) async throws {
        let id = transaction.transaction.ledgerID
        try await retrier.run(.ledger, policy: setup.policies.ledger, transactionID: id) { _ in
            do {
                try await ledger.record(step: step, of: id, in: update)
            } catch  where !isClosing {
                await answerPayers(of: id, without: step, because: error)
                throw error
            }
        }
        state.recorded(id)
        if let present = await ledger.beginning(id) {
            transaction = present
        } else {
            // The ledger cannot be read now, but the step is recorded.
            _ = transaction.life.take(step)
        }
    }

    /// Answers those who would have to wait until the ledger can be written, which may be never.
    private func answerPayers(of id: String, without step: DeliveryStep, because error: any Error) async {
        let payers = state.stuck(id)
        guard !payers.isEmpty else { return }
        var answers = PaymentAnswers()
        answers.payments = payers.map { payer in
            let setsAside = payer.transactionID == id && step.setsAside
            let failure = PurchaseFailure.unrecordedStep(
                productID: payer.productID, transactionID: payer.transactionID, setsAside: setsAside, because: error)
            return (payer.token, .failed(failure))
        }
        await queue.answer(answers)
    }

    func setAside(_ transaction: inout LedgerTransaction, because error: any Error) async {
        // Fails only when the store closes meanwhile; the delivery is then tried once more at the next launch.
        try? await record(.setAside(reason: Wording.short("\(error)", limit: EntranceLimits.reasonBytes)), &transaction)
    }
}

extension DeliveryStep {
    fileprivate var setsAside: Bool {
        if case .setAside = self { true } else { false }
    }
}
