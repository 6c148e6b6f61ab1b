extension PurchaseStore {
    /// Asks the App Store for everything that this customer owns.
    ///
    /// Calls at the same time share one restore.
    ///
    /// When it returns, all it brought is recorded, visible to every reader and counted in ``entitlements``.
    ///
    /// - Parameter deadline: how long to wait at most, counted from now; `nil` waits as long as ``CallLimits`` let it.
    /// - Returns: what the store brought, and what of it could not be taken in.
    /// - Throws: ``PurchaseFailure`` with `.accountNotNamed` when the app has not named its user yet;
    ///   `.deadlineExceeded` or `.waitCancelled` when the waiting ended first; `.storeClosed` or `.accountSwitched`
    ///   when the store was closed or switched to another user meanwhile; `.systemError`, or the code that the backend
    ///   gives, when the App Store did not answer.
    @discardableResult
    public func restorePurchases(deadline: Duration? = nil) async throws(PurchaseFailure) -> RestoreOutcome {
        guard !Task.isCancelled else { throw .stoppedWaiting(.waitCancelled) }
        let engine = engine
        try engine.checkNamed()
        if HandlerMark.current(of: engine.lease)?.kind == .verifier { throw .calledInHandler("restorePurchases()") }
        return try engine.callerResult(await engine.queue.restore(deadline: deadline))
    }

    /// Works once more on everything that is not finished.
    ///
    /// The backend is asked for all transactions that it still keeps, and what the ledger has recorded but not yet
    /// handed over is handed over now. Until the store listens to its backend, the call waits for that.
    ///
    /// - Throws: ``PurchaseFailure`` with `.accountNotNamed` when the app has not named its user yet; `.waitCancelled`
    ///   when the waiting task was cancelled; `.storeClosed` or `.accountSwitched` when the store was closed or
    ///   switched to another user meanwhile; `.systemError`, or the code that the backend gives, when it could not be
    ///   asked.
    public func redeliver() async throws(PurchaseFailure) {
        let engine = engine
        try engine.checkNamed()
        // A backend reports everything that is unfinished when the store begins to listen.
        guard engine.readiness.isReady else { return try await waitUntilReady() }
        engine.deliverer.handOverAgain()
        await engine.recover()
        var failure: PurchaseFailure?
        do {
            try await engine.retrier.run(.activation, policy: engine.policies.restore) { _ in
                do {
                    try await engine.ask("redeliver()", within: engine.limits.backend) { try await $0.redeliver() }
                } catch let error as PurchaseFailure {
                    failure = error
                }
            }
            if let failure { throw failure }
        } catch {
            try engine.checkOpen()
            throw PurchaseFailure(
                wrapping: error, as: error is CancellationError ? .waitCancelled : .systemError,
                "The store could not be asked for its unfinished transactions; ask again later.")
        }
    }
}
