// Delivering: content installed, then granted by the app, each step recorded before the next (F2); and revoked by the
// app what it has granted (F8).
//
// A recorded step is not repeated; deliveries begin in the order of the updates. One that takes longer than its limit
// continues without a place among the running ones, and its payer is answered (F9). After the last attempt it becomes a
// dead letter (F6). A manual transaction is passed to the app's handler when no call waits for it (F3). When a step
// cannot be recorded, its payer is answered with that at once, and the delivery continues without it (C1, L2).
extension TransactionProcessor {
    /// Queues deliveries.
    func begin(_ jobs: [DeliveryJob]) {
        deliveries.arrived(jobs)
        beginDeliveries()
    }

    /// Begins the deliveries for which there is a place, and answers the payers of overdue ones.
    func beginDeliveries() {
        guard !commands.isClosed else { return }
        for job in deliveries.begin() { tools.external.start { await self.deliver(job, $0) } }
        let payers = deliveries.takeOverduePayers()
        guard !payers.isEmpty else { return }
        answer(
            payers.map {
                AnsweredPayment(
                    token: $0.token,
                    answer: .failed(.overdueDelivery(productID: $0.productID, transactionID: $0.transactionID)))
            })
    }

    private func answer(_ payments: [AnsweredPayment]) {
        var answers = PaymentAnswers()
        answers.payments = payments
        setup.queue.answer(answers)
    }

    private func deliver(_ job: DeliveryJob, _ worker: ExternalWorker) async {
        await carryOutSteps(job.id, worker)
        deliveries.ended(job.id)
        beginDeliveries()
    }

    /// Whether the store is being closed, which cancels the running deliveries.
    private var isClosing: Bool { commands.isClosed || Task.isCancelled }

    private func carryOutSteps(_ id: String, _ worker: ExternalWorker) async {
        // Read again: while this one waited in the queue, an earlier job may have done the work.
        if await !ledger.isPresenceRecorded { await recordPresence(before: id) }
        guard !isClosing, var transaction = await ledger.beginning(id) else { return }
        var failure: (any Error)?
        do {
            try await carryOutSteps(&transaction, worker)
        } catch  where isClosing {
            return  // It goes on from here at the next launch; the queue answers its payer that the store has closed.
        } catch {
            await moveToDeadLetters(&transaction, because: error)
            switch transaction.progress.state {
            case .deadLetter: failure = error
            // The App Store revoked it meanwhile, so no delivery is due.
            case .awaitsFinish, .done: break
            // Even the dead letter could not be recorded: the payer has been answered, and the next launch repeats
            // everything.
            case .awaitsContent, .awaitsGrant, .awaitsRevoke, .awaitsApp: return
            }
        }
        await delivered(transaction, after: failure, worker)
    }

    private func delivered(
        _ transaction: LedgerTransaction, after failure: (any Error)?, _ worker: ExternalWorker
    ) async {
        let id = transaction.transaction.ledgerID
        tools.lifecycle.note(transaction)
        let payer = deliveries.takePayer(of: id)
        let isInHand =
            transaction.progress.state != .awaitsApp || setup.manual == nil
            || !ledger.counts(transaction.transaction) || !deliveries.deliver(transaction.update)
        if let payer {
            answer([AnsweredPayment(token: payer.token, answer: transaction.answer(after: failure))])
        } else if !isInHand {
            let purchase = purchaseMaker()(transaction.update, true)
            await call(within: tools.limits.manualPurchase, "manualPurchases", id, worker) {
                await setup.manual?(purchase)
            }
        }
        finish(transaction)
    }

    /// While the disk fails for longer than the policy allows, the delivery counts more.
    private func recordPresence(before id: String) async {
        try? await tools.retrier.run(.ledger, policy: tools.policies.ledger, transactionID: id) { _ in
            try await ledger.recordPresence()
        }
    }

    // MARK: Steps

    /// Carries out one step after the other while content, grant or revoke is due.
    ///
    /// - Throws: the error of a step that is still due.
    private func carryOutSteps(_ transaction: inout LedgerTransaction, _ worker: ExternalWorker) async throws {
        // Those of another environment wait until the backend runs in it.
        while ledger.counts(transaction.transaction) {
            let next = transaction.progress.state
            do {
                guard try await carryOut(next, &transaction, worker) else { return }
            } catch  where !isClosing {
                // A report in the meantime may have made another step due.
                guard let present = await ledger.beginning(transaction.transaction.ledgerID),
                    present.progress.state != next
                else {
                    throw error
                }
                transaction = present
            }
        }
    }

    /// Carries out the next step.
    ///
    /// - Returns: whether there may be another one.
    private func carryOut(
        _ next: TransactionProgress.State, _ transaction: inout LedgerTransaction, _ worker: ExternalWorker
    ) async throws -> Bool {
        switch next {
        case .awaitsContent:
            // Products whose content the app no longer names wait until it names it again.
            guard let request = setup.downloader.request(for: transaction.transaction.productID) else {
                return false
            }
            try await install(request, &transaction, worker)
        case .awaitsGrant:
            guard let handler = setup.grant else { return false }
            try await call(handler, for: &transaction, .grant, worker)
        case .awaitsRevoke:
            guard let handler = setup.revoke else { return try await revokeByRecord(&transaction) }
            try await call(handler, for: &transaction, .revoke, worker)
        case .awaitsApp, .awaitsFinish, .done, .deadLetter: return false
        }
        return true
    }

    /// Records a revocation as revoked when there is no revoke handler.
    private func revokeByRecord(_ transaction: inout LedgerTransaction) async throws -> Bool {
        let (id, productID) = (transaction.transaction.id, transaction.transaction.productID)
        ledger.diagnostics.report(
            StoreDiagnostic(
                .handlerMissing, .warning, .init(transactionID: id, productID: productID, call: "revoke"),
                message:
                    "The App Store has revoked the purchase, or a part of it, and the app has no revoke handler. Set "
                    + "Configuration.revoke, or follow the updates of the kind revoked."))
        try await record(.revoked, &transaction, for: transaction.update)
        return true
    }

    private func install(
        _ request: ContentRequest, _ transaction: inout LedgerTransaction, _ worker: ExternalWorker
    ) async throws {
        let timedOut = timedOut(transaction.transaction.ledgerID)
        let (bought, lifecycle) = (transaction.transaction, tools.lifecycle)
        lifecycle.note(bought, .downloading)
        do {
            _ = try await worker.call("content", within: tools.limits.content, overdue: timedOut) {
                try await setup.downloader.install(request)
            }
        } catch {
            lifecycle.note(bought, .approved)
            throw error
        }
        lifecycle.note(bought, .downloaded)
        try await record(.contentInstalled, &transaction)
    }

    /// Calls a handler until it succeeds, each time with the latest update; it stops when the call is no longer due.
    private func call(
        _ handler: Handler, for transaction: inout LedgerTransaction, _ call: Units.Call, _ worker: ExternalWorker
    ) async throws {
        let isGrant = call == .grant
        let (id, latest) = (transaction.transaction.ledgerID, transaction.update)
        let limit = isGrant ? tools.limits.grant : tools.limits.revoke
        let done: StoreUpdate? = try await tools.retrier.run(
            isGrant ? .grant : .revoke, policy: isGrant ? tools.policies.grant : tools.policies.revoke,
            transactionID: id
        ) { attempt in
            var update = latest
            if attempt > 1, let present = await ledger.beginning(id) {
                guard present.progress.state == transaction.progress.state else { return nil }
                update = present.update
            }
            try await self.call(within: limit, isGrant ? "grant" : "revoke", id, worker) { [update] in
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

    /// Calls a handler of the app for a transaction, and lets others run in its place when it times out.
    private func call<Failure: Error>(
        within limit: Duration, _ name: String, _ id: String, _ worker: ExternalWorker,
        _ handler: () async throws(Failure) -> Void
    ) async throws(Failure) {
        try await worker.call(name, within: limit, overdue: timedOut(id)) { () async throws(Failure) in
            try await HandlerMark.mark(name, of: setup.store, running: handler)
        }
    }

    /// Is called when a call for a transaction times out.
    private nonisolated func timedOut(_ id: String) -> @Sendable () -> Void {
        { [commands] in commands.post(.timedOut(id)) }
    }

    // MARK: Recording steps

    /// - Parameter update: the update with which the app's handler was called.
    private func record(
        _ step: DeliveryStep, _ transaction: inout LedgerTransaction, for update: StoreUpdate? = nil
    ) async throws {
        let id = transaction.transaction.ledgerID
        try await tools.retrier.run(.ledger, policy: tools.policies.ledger, transactionID: id) { _ in
            do {
                try await ledger.record(step: step, of: id, in: update)
            } catch  where !isClosing {
                answerPayers(of: id, without: step, because: error)
                throw error
            }
        }
        deliveries.recorded(id)
        if let present = await ledger.beginning(id) {
            transaction = present
        } else {
            // The ledger cannot be read now, but the step is recorded.
            _ = transaction.progress.apply(step)
        }
    }

    /// Answers payers that would have to wait until the ledger can be written, which may be never.
    private func answerPayers(of id: String, without step: DeliveryStep, because error: any Error) {
        let payers = deliveries.stuck(id)
        guard !payers.isEmpty else { return }
        answer(
            payers.map { payer in
                let movesToDeadLetters = payer.transactionID == id && step.movesToDeadLetters
                let failure = PurchaseFailure.unrecordedStep(
                    productID: payer.productID, transactionID: payer.transactionID,
                    movesToDeadLetters: movesToDeadLetters, because: error
                )
                return AnsweredPayment(token: payer.token, answer: .failed(failure))
            })
    }

    private func moveToDeadLetters(_ transaction: inout LedgerTransaction, because error: any Error) async {
        // Fails only when the store closes meanwhile; the delivery is then repeated at the next launch.
        try? await record(
            .deadLetter(reason: Wording.short("\(error)", limit: IntakeLimits.reasonBytes)), &transaction)
    }
}

extension DeliveryStep {
    fileprivate var movesToDeadLetters: Bool {
        if case .deadLetter = self { true } else { false }
    }
}
