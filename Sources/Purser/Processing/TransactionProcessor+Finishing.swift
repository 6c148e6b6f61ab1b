// Finishing: the backend is called to finish delivered transactions, many in one call, and again with growing pauses
// until each is finished (F5).
extension TransactionProcessor {
    /// Records that the app has finished a transaction, and finishes it with the backend.
    ///
    /// - Throws: ``PurchaseFailure`` with `.storeClosed`, `.ledgerUnavailable` or `.unknownTransaction`.
    package func finish(_ id: String) async throws(PurchaseFailure) {
        guard !commands.isClosed else { throw .storeClosed() }
        let isKnown: Bool
        do {
            isKnown = try await ledger.record(step: .finishRequested, of: id)
        } catch {
            throw PurchaseFailure(
                wrapping: error, as: .ledgerUnavailable, "The finish could not be recorded; call finish again.")
        }
        if !isKnown {
            throw PurchaseFailure(
                .unknownTransaction,
                "This store has no such transaction. Finish only transactions of its own purchases and updates.",
                transactionID: id)
        }
        if let transaction = await ledger.transaction(id) { finish(transaction) }
    }

    /// Makes the app's purchase from an update, and whether the app has to finish it; all share one finisher.
    package nonisolated func purchaseMaker() -> @Sendable (StoreUpdate, Bool) -> StorePurchase {
        let finish: @Sendable (String) async throws(PurchaseFailure) -> Void = { id throws(PurchaseFailure) in
            do throws(PurchaseFailure) { try await self.finish(id) } catch { throw self.setup.callerFailure(error) }
        }
        return { StorePurchase(update: $0, needsFinish: $1, finisher: finish) }
    }

    /// Finishes a transaction, if the backend waits for that and no other step is due, and those that were reported of
    /// the same purchase; one of another environment waits until the backend runs in it (E6).
    func finish(_ transaction: LedgerTransaction) {
        guard transaction.progress.isDelivered, ledger.counts(transaction.transaction) else { return }
        var due = PendingFinishes(ledger.hash)
        if transaction.progress.state == .awaitsFinish { due.append(transaction) }
        let others = renamed.removeValue(forKey: transaction.transaction.ledgerID) ?? []
        for other in others { due.append(renamed: other) }
        if !due.isEmpty { finishSoon(due) }
    }

    /// Passes finishes on to the worker that finishes.
    func finishSoon(_ due: PendingFinishes) {
        guard !isClosed else { return }
        unfinished.append(due)
        if isIdle { inbox.wakeFirst() }
    }

    /// Begins to finish once the backend has reported the changes since the store was last closed: an earlier finish
    /// would apply to a state that the ledger has not recorded.
    func beginFinishing() async {
        guard (try? await tools.readiness.wait(patiently: true)) != nil else { return }
        tools.external.start { await self.finishAll($0) }
    }

    /// - Parameter abandoned: the timed-out request of the earlier worker.
    private func finishAll(_ worker: ExternalWorker, insteadOf abandoned: [String] = []) async {
        overdueFinishes.formUnion(abandoned)
        var (hasTurn, isOver) = (false, false)
        while !isOver || !unfinished.isEmpty {
            if hasTurn, !unfinished.isEmpty {
                inbox.passTurn()
                hasTurn = false
            }
            while !unfinished.isEmpty { if await finishNext(worker) { return } }
            isIdle = true
            hasTurn = await inbox.turn(isFirst: true, hasTurn: hasTurn)
            isIdle = false
            if hasTurn {
                hasTurn = await processNext()
                isOver = !hasTurn
            }
        }
    }

    /// - Returns: whether the worker timed out: another one continues.
    @inline(__always)  // With the others a tenth of a lone purchase.
    private func finishNext(_ worker: ExternalWorker) async -> Bool {
        let due = PendingFinishes.unique(unfinished)
        unfinished = []
        var hasTimedOut = false
        let flushCount = tools.timer.flushCount
        let failures = await finish(due, worker, &hasTimedOut)
        if !failures.isEmpty { finishLater(due, failures, since: flushCount) }
        return hasTimedOut
    }

    /// Finishes the transactions that may be finished, and records that.
    ///
    /// - Returns: the reasons why others could not be finished.
    @inline(__always)  // With the others a tenth of a lone purchase.
    private func finish(
        _ transactions: PendingFinishes, _ worker: ExternalWorker, _ hasTimedOut: inout Bool
    ) async -> [String: BackendFailure] {
        do {
            // A purchase that was revoked and reinstated meanwhile must be delivered first.
            var due = try await ledger.finishable(transactions)
            if !overdueFinishes.isEmpty { due = due.filter { !overdueFinishes.contains($0.transactionID) } }
            guard !due.isEmpty else { return [:] }
            let failures = await ask(due, worker, &hasTimedOut)
            await recordFinished(failures.isEmpty ? due : due.filter { failures[$0.transactionID] == nil })
            return failures
        } catch {
            // The ledger cannot be read now: it is retried later, as after a failure of the backend.
            let failure = BackendFailure(
                .systemError, "the ledger cannot be read", retry: .retryable(), underlying: error)
            return Dictionary(
                transactions.requests.map { ($0.transactionID, failure) }, uniquingKeysWith: { first, _ in first })
        }
    }

    /// Calls the backend; another worker continues when that times out.
    @inline(__always)  // With the others a tenth of a lone purchase.
    private func ask(
        _ due: PendingFinishes, _ worker: ExternalWorker, _ hasTimedOut: inout Bool
    ) async -> [String: BackendFailure] {
        let external = tools.external
        worker.callBegan("finish", within: tools.limits.backend) {
            let ids = due.requests.map(\.transactionID)
            external.start { await self.finishAll($0, insteadOf: ids) }
        }
        let failures = await tools.backend.finish(due.requests)
        hasTimedOut = worker.callEnded()
        if !overdueFinishes.isEmpty, hasTimedOut {
            for request in due.requests { overdueFinishes.remove(request.transactionID) }
        }
        return failures
    }

    @inline(__always)  // With the others a tenth of a lone purchase.
    private func recordFinished(_ finished: PendingFinishes) async {
        guard !finished.isEmpty else { return }
        if !finishBackoffs.isEmpty {
            for request in finished.requests { finishBackoffs.succeeded(request.transactionID) }
        }
        // If this cannot be written, the transaction is finished once more at the next launch, which is harmless.
        try? await ledger.record(finished: finished)
        tools.lifecycle.note(finished: finished.requests)
    }

    /// Retries failed finishes later; a permanent failure waits for the next launch.
    private func finishLater(_ due: PendingFinishes, _ failures: [String: BackendFailure], since flushCount: UInt64) {
        let now = clock.now()
        // In a fixed order, so that the same seed draws the same pauses each time.
        for failed in due.apart.sorted(by: { $0.requests[0].transactionID < $1.requests[0].transactionID }) {
            let id = failed.requests[0].transactionID
            guard let error = failures[id] else { continue }
            let (decision, attempt) = finishBackoffs.failed(
                id, error, policy: tools.policies.finish, now: now, using: &generator)
            tools.timer.report(decision, .finish, attempt: attempt, transactionID: id)
            guard case .wait(let wait) = decision else { continue }
            scheduled.schedule(after: wait, since: flushCount) { [commands] in commands.post(.finishAgain(failed)) }
        }
    }
}
