extension TransactionDeliverer {
    /// Goes from step to step for as long as content, grant and revoke are what comes next.
    func handOver(_ transaction: inout LedgerTransaction, _ worker: OutwardWorker) async throws {
        while true {
            switch transaction.life.next {
            case .install:
                // Products whose content the app names no more are held until it names it again.
                guard let request = downloader.request(for: transaction.transaction.productID) else { return }
                try await install(request, &transaction, worker)
            case .grant:
                guard let handler = setup.grant else { return }
                try await call(handler, for: &transaction, .grant, worker)
            case .revoke:
                guard let handler = setup.revoke else { return }
                try await call(handler, for: &transaction, .revoke, worker)
            case .awaitApp, .finish, .nothing: return
            }
        }
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

    /// One of the two handlers that mirror each other.
    private enum Mirrored {
        case grant
        case revoke
    }

    /// Has a handler grant a transaction, or take it back, until it succeeds; it stops when the store says otherwise meanwhile.
    private func call(
        _ handler: Handler, for transaction: inout LedgerTransaction, _ which: Mirrored, _ worker: OutwardWorker
    ) async throws {
        let isGrant = which == .grant
        let id = transaction.transaction.ledgerID
        // What the store has given back meanwhile is taken back by the update that says so.
        let update = isGrant ? transaction.update : await ledger.givenBack(id) ?? transaction.update
        let isDone = try await retrier.run(
            isGrant ? .grant : .revoke, policy: isGrant ? setup.policies.grant : setup.policies.revoke,
            transactionID: id
        ) { attempt in
            if attempt > 1, let present = await ledger.transaction(id), present.life.next != transaction.life.next {
                return false
            }
            let limit = isGrant ? setup.limits.grant : setup.limits.revoke
            try await call(within: limit, isGrant ? .grant : .revoke, id, worker) { try await handler(update) }
            return true
        }
        guard isDone else {
            if let present = await ledger.transaction(id) { transaction = present }
            return
        }
        try await record(isGrant ? .granted : .revoked, &transaction, for: update)
    }

    /// - Parameter update: the update for which the step was taken, where it may count for no later one.
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
        if let present = await ledger.transaction(id) {
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
