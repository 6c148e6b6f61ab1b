/// A waiting call of `restorePurchases`; it is resumed exactly once.
package typealias RestoreCaller = UnsafeContinuation<Result<RestoreOutcome, PurchaseFailure>, Never>

/// The restores of a session, one at a time.
///
/// Owns the callers that wait for a restore, and the running restore. Promises: callers at the same time share one
/// restore (C2); each is answered exactly once (C1), after its transactions are recorded (O5); no restore waits for a
/// payment; a call that timed out is not made again while it still runs (C4). Never touches payments, and gets
/// transactions only from the processor (O1).
package actor RestoreRunner {
    /// The requests of callers; they are posted without waiting and without entering the actor.
    private enum Command: Sendable {
        case restore(UInt64, RestoreCaller)
        case stopWaiting(UInt64, PurchaseFailure.Code)
        case timedOut(UInt64)
    }

    private nonisolated let commands = Mailbox<Command>()
    private nonisolated let tickets: Lock<UInt64> = Lock(0)
    private nonisolated let tools: SessionTools
    private var state = RestoreState<RestoreCaller>()
    /// Waits for the end of the restore, which the backend reports after its transactions.
    private var awaitedEnd: UnsafeContinuation<RestoreEnd, Never>?
    private var isClosed = false

    /// Makes a runner without restores; nothing runs before ``run()``.
    package init(_ tools: SessionTools) { self.tools = tools }

    /// The executor of the ledger.
    package nonisolated var unownedExecutor: UnownedSerialExecutor { tools.ledger.unownedExecutor }

    /// The restore whose transactions count; `nil` when none runs.
    ///
    /// It is read on the ledger's executor.
    package nonisolated var activeID: RestoreID? { assumeIsolated { $0.state.activeID } }

    // MARK: Callers

    /// Restores, sharing one restore with all callers at the same time.
    package nonisolated func restore(deadline: Duration?) async -> Result<RestoreOutcome, PurchaseFailure> {
        let ticket = tickets.withLock { ticket in
            ticket += 1
            return ticket
        }
        guard let deadline else { return await park(ticket, until: nil) }
        return await tools.clock.wait(within: deadline, of: WaitingCall("restorePurchases")) { [commands] in
            commands.post(.stopWaiting(ticket, .deadlineExceeded))
        } for: {
            await park(ticket, until: $0)
        }
    }

    private nonisolated func park(_ ticket: UInt64, until end: Duration?) async -> Result<
        RestoreOutcome, PurchaseFailure
    > {
        await withTaskCancellationHandler {
            await withUnsafeContinuation { caller in
                guard commands.post(.restore(ticket, caller)) else {
                    return caller.resume(returning: .failure(.storeClosed()))
                }
                if let code = PurchaseFailure.Code.stopping(at: end, by: tools.clock) {
                    commands.post(.stopWaiting(ticket, code))
                }
            }
        } onCancel: {
            commands.post(.stopWaiting(ticket, .waitCancelled))
        }
    }

    // MARK: Work

    /// Works until `close()`; part of the session's task tree.
    package func run() async {
        while let batch = await commands.next() {
            for command in batch {
                switch command {
                case .restore(let ticket, let caller): begin(ticket, caller)
                case .stopWaiting(let ticket, let code): stopWaiting(ticket, code)
                case .timedOut(let number): timedOut(number)
                }
            }
        }
        isClosed = true
        for caller in state.landed().callers { caller.resume(returning: .failure(.storeClosed())) }
        awaitedEnd.take()?.resume(returning: .abandoned)
    }

    /// Accepts no more requests; all waiting callers get `.storeClosed`.
    package nonisolated func close() { commands.close() }

    private func begin(_ ticket: UInt64, _ caller: RestoreCaller) {
        guard !state.isOverdue else { return caller.resume(returning: .failure(.overdueRestore)) }
        guard let number = state.joined(ticket, caller) else { return }
        tools.external.start { await self.runOne($0, number) }
        tools.external.remind(at: tools.clock.now() + tools.limits.restore.clampedForRetry) { [commands] in
            commands.post(.timedOut(number))
        }
    }

    /// Ends a caller's wait; a restore without callers is abandoned.
    private func stopWaiting(_ ticket: UInt64, _ code: PurchaseFailure.Code) {
        guard let (caller, isLast) = state.stoppedWaiting(ticket) else { return }
        caller.resume(returning: .failure(.stoppedWaiting(code)))
        // A backend that never ends a restore must not keep the next one from beginning.
        if isLast { awaitedEnd.take()?.resume(returning: .abandoned) }
    }

    /// Answers the callers of a restore that timed out; the next one begins when its call has returned.
    private func timedOut(_ number: UInt64) {
        for caller in state.timedOut(number) { caller.resume(returning: .failure(.overdueRestore)) }
        if state.isOverdue { awaitedEnd.take()?.resume(returning: .abandoned) }
    }

    /// Calls the backend, with retries, and waits until the end of the restore has come through the processor.
    private func runOne(_ worker: ExternalWorker, _ number: UInt64) async {
        while true {
            do {
                try await attempt(worker, number)
                let (callers, outcome) = state.landed()
                for caller in callers { caller.resume(returning: .success(outcome)) }
                return
            } catch  where error is RestoreAbandoned && !isClosed && state.hasCallers {
                // All callers had left, and a new one came before this restore ended: its restore begins now.
                continue
            } catch {
                let isOver = error is CancellationError || error is RestoreAbandoned
                let failure = PurchaseFailure(
                    wrapping: tools.readiness.reason(of: error), as: isOver ? .storeClosed : .systemError,
                    "The restore failed; try again. Its transactions so far are recorded.")
                for caller in state.landed().callers { caller.resume(returning: .failure(failure)) }
                return
            }
        }
    }

    private func attempt(_ worker: ExternalWorker, _ number: UInt64) async throws {
        await tools.readiness.firstAttempt()
        try await tools.retrier.run(.restore, policy: tools.policies.restore) { _ in
            let id = state.attemptBegan()
            try worker.checkPresent()
            try await worker.call("restore", within: tools.limits.backend) { [commands] in
                commands.post(.timedOut(number))
            } making: {
                try await tools.backend.restore(id, for: tools.user?.token)
            }
            switch await end() {
            case .succeeded: return
            case .failed(let error): throw error
            case .abandoned: throw RestoreAbandoned()
            }
        }
    }

    private func end() async -> RestoreEnd {
        if let early = state.takeEarlyEnd() { return early }
        // Closing resumes the waits of that moment; a wait that began later would never end.
        guard !isClosed else { return .abandoned }
        return await withUnsafeContinuation { awaitedEnd = $0 }
    }

    // MARK: For the processor

    /// Handles the processor's recorded transactions of restores, and the restores that ended; on the ledger's
    /// executor.
    package nonisolated func answer(_ answers: RestoreAnswers) { assumeIsolated { $0.answerAll(answers) } }

    private func answerAll(_ answers: RestoreAnswers) {
        if !answers.restored.isEmpty { state.collected(answers.restored) }
        for ending in answers.endings where ending.id == state.activeID {
            if let waiting = awaitedEnd.take() {
                waiting.resume(returning: RestoreEnd(ending.error))
            } else {
                state.endedEarly(RestoreEnd(ending.error))
            }
        }
    }
}

/// The reason why a restore without callers is not retried.
private struct RestoreAbandoned: RetryClassifying {
    var retryClass: RetryClass { .permanent }
}
