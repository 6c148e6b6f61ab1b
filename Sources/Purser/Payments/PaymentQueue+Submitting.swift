// Submitting: one call to the backend at a time, in order.
extension PaymentQueue {
    func submitAll(_ worker: ExternalWorker) async {
        await tools.readiness.firstAttempt()
        repeat {
            while !unsubmitted.isEmpty { if await submit(takeUnsubmitted(), worker) { return } }
        } while await readCommands(toSubmit: true)
    }

    private func goOut(_ payments: [BackendPayment]) {
        if unsubmitted.isEmpty { unsubmitted = payments } else { unsubmitted += payments }
        if isIdle { commands.wakeFirst() }
        let now = tools.clock.now()
        state.wentOut(payments, at: now)
        if !looksForOverdue { look(at: now + tools.limits.payment.clampedForRetry) }
    }

    /// As many payments as the backend accepts in one call.
    ///
    /// There may be more in total, because some gave up their places before their turn came.
    private func takeUnsubmitted() -> [BackendPayment] {
        let limit = tools.backend.capabilities.concurrentPayments
        defer { if unsubmitted.count > limit { unsubmitted.removeFirst(limit) } else { unsubmitted = [] } }
        return unsubmitted.count > limit ? Array(unsubmitted.prefix(limit)) : unsubmitted
    }

    func submitNext() {
        let next = state.nextSubmission()
        if !next.isEmpty { goOut(next) }
    }

    /// - Returns: whether the worker timed out: another one continues.
    @inline(__always)  // With the others a tenth of a lone purchase.
    private func submit(_ payments: [BackendPayment], _ worker: ExternalWorker) async -> Bool {
        // Without those that the backend has answered although it rejected all of them.
        var open = payments
        var hasTimedOut = false
        var isRecorded = false
        do {
            try await record(payments.map { $0.intent })
            isRecorded = true
            try await tools.retrier.run(.payment, policy: tools.policies.payment) { attempt in
                // A session that ends submits nothing more; it may end before the backend was called to activate.
                try Task.checkCancellation()
                if attempt > 1 { open = journal.change { $0.rejected(open) } }
                if open.isEmpty { return }
                noteSubmitted(open)
                do {
                    worker.callBegan("submit", within: tools.limits.backend) { self.submissionIsOverdue(payments) }
                    defer { hasTimedOut = worker.callEnded() }
                    try await tools.backend.submit(open)
                } catch {
                    // What it reported before it threw comes first (O1).
                    await processed(reportedCount)
                    // An error of another type leaves open whether it accepted them, so they are not submitted again.
                    guard var rejection = error as? BackendFailure else { throw UnknownOutcome(error: error) }
                    open = journal.change { $0.rejected(open) }
                    // The callers have been answered.
                    if hasTimedOut { rejection.retryClass = .permanent }
                    throw rejection
                }
            }
        } catch {
            await submissionFailed(open, error, isRecorded: isRecorded)
        }
        return hasTimedOut
    }

    /// Records payments before they are submitted (M1, M3) and, if users are kept apart, also their users (U3).
    @inline(__always)  // With the others a tenth of a lone purchase.
    private func record(_ intents: [PaymentIntent]) async throws {
        let payers = journal.change { $0.payers(of: intents, tools.user) }
        try await tools.ledger.record(intents: intents, beside: payers)
        if !payers.isEmpty { journal.change { $0.note(payers: payers) } }
    }

    /// Transactions that are first reported from now on may answer these payments without naming them.
    private func noteSubmitted(_ payments: [BackendPayment]) {
        let (arrival, now) = (reportedCount, tools.clock.now())
        journal.change { $0.submitted(payments, of: tools.user, arrival: arrival, at: now) }
    }

    /// How many batches the backend has reported, in this session and the earlier ones.
    private var reportedCount: UInt64 { tools.ledger.arrivals + tools.inbox.postedCount }

    /// Lets another worker continue with the following payments.
    private nonisolated func submissionIsOverdue(_ payments: [BackendPayment]) {
        commands.post(.overdue(payments.map(\.token), isPaid: false))
        tools.external.start { await self.submitAll($0) }
    }

    private func submissionFailed(_ payments: [BackendPayment], _ error: any Error, isRecorded: Bool) async {
        var tokens = payments.map(\.token)
        // Nothing is lost if this cannot be written: an intent without an end counts as interrupted at the next launch.
        if isRecorded {
            let endings = journal.change { error is UnknownOutcome ? $0.leftUnknown(tokens) : $0.withdrawn(tokens) }
            tokens = endings.map(\.token)
            _ = try? await tools.ledger.record(endings: endings)
            tools.inbox.post([])
        }
        let ended = state.submissionFailed(tokens)
        state.takeCounts { tools.lifecycle.note(payments: $0) }
        for payment in ended {
            let failure = failure(submitting: payment.intent.productID, error)
            let isCancelled = failure.code == .paymentCancelled
            payment.caller?.resume(returning: isCancelled ? .unpaid(.cancelled) : .failed(failure))
        }
        submitNext()
    }

    private func failure(submitting productID: String, _ error: any Error) -> PurchaseFailure {
        switch error {
        // Only the end of the session cancels it.
        case is CancellationError: .storeClosed(productID: productID)
        case let unknown as UnknownOutcome:
            Task.isCancelled
                ? .storeClosed(productID: productID) : .outcomeUnknown(productID: productID, because: unknown.error)
        default:
            PurchaseFailure(
                wrapping: tools.readiness.reason(of: error), as: .systemError,
                "The payment was not submitted. Try again later."
            ).about(productID: productID)
        }
    }
}

/// What a backend threw that leaves open whether it accepted a payment.
private struct UnknownOutcome: RetryClassifying {
    let error: any Error
    var retryClass: RetryClass { .permanent }
}
