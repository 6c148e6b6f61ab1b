/// A waiting call of `restorePurchases`; it is resumed exactly once.
package typealias RestoreCaller = UnsafeContinuation<Result<RestoreOutcome, PurchaseFailure>, Never>

extension PaymentQueue {
    /// Runs one restore for all who wait for it: asks the backend, again where that helps, and waits until the end of the
    /// restore, which the backend reports after its transactions, has come through the processor.
    func runRestore(_ worker: OutwardWorker) async {
        while true {
            do {
                try await attemptRestores(worker)
                let (callers, outcome) = restores.landed()
                for caller in callers { caller.resume(returning: .success(outcome)) }
                return
            } catch  where error is RestoreAbandoned && !isClosed && restores.hasCallers {
                // Everybody had left, and before this flight was over somebody came, whose flight begins now.
                continue
            } catch {
                let isOver = error is CancellationError || error is RestoreAbandoned
                let failure = PurchaseFailure(
                    wrapping: error, as: isOver ? .storeClosed : .systemError,
                    "The restore did not succeed; ask again. What it brought so far is recorded.")
                for caller in restores.landed().callers { caller.resume(returning: .failure(failure)) }
                return
            }
        }
    }

    /// Asks the backend until it succeeds, the policy gives up, or nobody waits any more.
    private func attemptRestores(_ worker: OutwardWorker) async throws {
        await readiness.firstAttempt()
        try await retrier.run(.restore, policy: policies.restore) { _ in
            let id = restores.attemptBegan()
            let flight = restores.flight
            try worker.checkPresent()
            try await worker.call("restore", within: limits.backend) { [commands] in
                commands.post(.overdueRestore(flight))
            } making: {
                try await backend.restore(id, for: account)
            }
            switch await restoreEnded() {
            case .succeeded: return
            case .failed(let error): throw error
            case .abandoned: throw RestoreAbandoned()
            }
        }
    }

    /// Waits until the processor has seen the end of the restore.
    private func restoreEnded() async -> RestoreEnd {
        if let early = restores.takeEarlyEnd() { return early }
        // `close()` resumes what waits at that moment; a wait that began later would never end.
        guard !isClosed else { return .abandoned }
        return await withUnsafeContinuation { restoreEnd = $0 }
    }

    /// A caller gives up; a restore that nobody waits for is abandoned.
    func stopRestoreWait(_ ticket: UInt64, _ code: PurchaseFailure.Code) {
        guard let (caller, isLast) = restores.stoppedWaiting(ticket) else { return }
        caller.resume(returning: .failure(.stoppedWaiting(code)))
        // A backend that never ends a restore must not keep the next one from beginning.
        if isLast { restoreEnd.take()?.resume(returning: .abandoned) }
    }

    /// Ends the waits of all callers, because the store has closed.
    func failRestores() {
        for caller in restores.landed().callers { caller.resume(returning: .failure(.storeClosed())) }
        restoreEnd.take()?.resume(returning: .abandoned)
    }
}

/// Why a restore that nobody waits for is not tried again.
private struct RestoreAbandoned: RetryClassifying {
    var retryClass: RetryClass { .permanent }
}
