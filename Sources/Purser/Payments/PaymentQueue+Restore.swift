/// A caller of `restorePurchases`.
package typealias RestoreCaller = UnsafeContinuation<Result<RestoreOutcome, PurchaseFailure>, Never>

extension PaymentQueue {
    /// One flight: asks the backend, again where that helps, and waits for the end that comes behind its transactions.
    func runRestore() async {
        do {
            await readiness.firstAttempt()
            try await retrier.run(.restore, policy: policies.restore) { _ in
                let id = restores.attemptBegan()
                try await backend.restore(id)
                if let error = try await restoreEnded() { throw error }
            }
            let (callers, outcome) = restores.landed()
            for caller in callers { caller.resume(returning: .success(outcome)) }
        } catch  where error is CancellationError && !isClosed && restores.hasCallers {
            // Everybody had left, and before this flight was over somebody came: theirs begins now.
            await runRestore()
        } catch {
            let failure = PurchaseFailure(
                wrapping: error, as: error is CancellationError ? .storeClosed : .systemError,
                "The restore did not succeed; ask again. What it brought so far is recorded.")
            for caller in restores.landed().callers { caller.resume(returning: .failure(failure)) }
        }
    }

    /// Waits until the router has seen the end of the restore.
    private func restoreEnded() async throws -> BackendError? {
        if let early = restores.takeEarlyEnd() { return early }
        // Whoever closes the store resumes those who wait then; afterwards nobody would.
        guard !isClosed else { throw CancellationError() }
        return try await withUnsafeContinuation { restoreEnd = $0 }.get()
    }

    func stopRestoreWait(_ ticket: UInt64, _ code: PurchaseFailure.Code) {
        guard let (caller, isLast) = restores.stoppedWaiting(ticket) else { return }
        caller.resume(returning: .failure(.stoppedWaiting(code)))
        // A backend that never ends a restore must not keep the next one from beginning.
        if isLast { restoreEnd.take()?.resume(returning: .failure(CancellationError())) }
    }

    func failRestores() {
        for caller in restores.landed().callers { caller.resume(returning: .failure(.storeClosed())) }
        restoreEnd.take()?.resume(returning: .failure(CancellationError()))
    }
}
