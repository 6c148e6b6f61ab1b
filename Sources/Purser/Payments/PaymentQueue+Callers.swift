extension PaymentQueue {
    /// A payment for a request, with a token of its own, which says who finishes its transaction.
    package nonisolated func makeIntent(_ request: consuming PaymentRequest) -> PaymentIntent {
        if request.finishing == nil { request.finishing = finishing?(request.productID) ?? .atomic }
        let token = PaymentToken(launch: launch, number: nextTicket())
        return PaymentIntent(
            token: token, request: request, requestTime: clock.timestamp(), trustedTime: ledger.entitlements.trustedDate
        )
    }

    /// Buys: parks the caller until its payment has ended, or its deadline has passed.
    ///
    /// Inlined into the calls of the store, and what few callers need is not: a caller that waits shall keep one small
    /// frame, which fits into the memory that its task has from the start.
    @inline(__always)
    package nonisolated func purchase(_ payment: BackendPayment, deadline: Duration?) async -> PaymentAnswer {
        if deadline != nil || isInHandler() { return await purchaseMeanwhile(payment, deadline) }
        return await park(payment)
    }

    @inline(never)
    private nonisolated func isInHandler() -> Bool { HandlerMark.current(of: store) != nil }

    /// Buys inside a handler of the store, which others need not wait for meanwhile, or with a deadline.
    @inline(never)
    private nonisolated func purchaseMeanwhile(_ payment: BackendPayment, _ deadline: Duration?) async -> PaymentAnswer
    {
        guard let mark = HandlerMark.current(of: store) else { return await purchase(payment, within: deadline) }
        return await mark.waiting(for: payment.token) { await purchase(payment, within: deadline) }
    }

    private nonisolated func purchase(_ payment: BackendPayment, within deadline: Duration?) async -> PaymentAnswer {
        guard let deadline else { return await park(payment) }
        return await within(
            deadline, stop: { .stopWaiting(payment.token, $0) }, wait: { await self.park(payment, until: $0) })
    }

    /// Suspends the caller until its payment has ended.
    ///
    /// Most of the memory of a waiting purchase is what this function and its callers keep while they wait. Therefore it
    /// is not generic over payments and restores, and keeps nothing but the payment.
    @inline(__always)
    private nonisolated func park(_ payment: BackendPayment) async -> PaymentAnswer {
        let intent = payment.intent
        let answer = await withTaskCancellationHandler {
            await withUnsafeContinuation { enter(payment, $0, until: nil) }
        } onCancel: {
            commands.post(.stopWaiting(intent.token, .waitCancelled))
        }
        handOver()
        return answer
    }

    private nonisolated func park(_ payment: BackendPayment, until end: Duration) async -> PaymentAnswer {
        let answer = await withTaskCancellationHandler {
            await withUnsafeContinuation { enter(payment, $0, until: end) }
        } onCancel: {
            commands.post(.stopWaiting(payment.token, .waitCancelled))
        }
        handOver()
        return answer
    }

    /// Shows the thread sanitizer that an answer was made before its caller goes on.
    ///
    /// The runtime orders a continuation that is resumed before it is awaited by an atomic of its own, which the sanitizer
    /// does not see.
    @inline(__always)
    nonisolated func handOver() {
        #if THREAD_SANITIZER
            tickets.withLock { _ in }
        #endif
    }

    /// Hands a caller that waits to the queue, which resumes it, or resumes it at once when the queue is closed.
    @inline(never)
    private nonisolated func enter(_ payment: BackendPayment, _ caller: Caller, until end: Duration?) {
        guard commands.post(.purchase(payment, caller)) else {
            return caller.resume(returning: .failed(.storeClosed(productID: payment.productID)))
        }
        if let code = stopCode(end) { commands.post(.stopWaiting(payment.token, code)) }
    }

    /// Pays without anybody waiting: the transaction comes as an update.
    ///
    /// - Parameter ended: is told how the payment ends; see ``follow(_:_:)``.
    package nonisolated func purchaseUnattended(
        _ request: PaymentRequest, ended: @escaping @Sendable (FollowedEnding) -> Void
    ) {
        let payment = BackendPayment(makeIntent(request))
        follow(payment.token, ended)
        commands.post(.purchase(payment, nil))
    }

    /// Restores, together with everybody who asks for the same while it is under way.
    package nonisolated func restore(deadline: Duration?) async -> Result<RestoreOutcome, PurchaseFailure> {
        let ticket = nextTicket()
        guard let deadline else { return await parkRestore(ticket, until: nil) }
        return await within(
            deadline, stop: { .stopRestoreWait(ticket, $0) }, wait: { await self.parkRestore(ticket, until: $0) })
    }

    private nonisolated func parkRestore(_ ticket: UInt64, until end: Duration?) async
        -> Result<RestoreOutcome, PurchaseFailure>
    {
        await withTaskCancellationHandler {
            await withUnsafeContinuation { caller in
                guard commands.post(.restore(ticket, caller)) else {
                    return caller.resume(returning: .failure(.storeClosed()))
                }
                if let code = stopCode(end) { commands.post(.stopRestoreWait(ticket, code)) }
            }
        } onCancel: {
            commands.post(.stopRestoreWait(ticket, .waitCancelled))
        }
    }

    private nonisolated func nextTicket() -> UInt64 {
        tickets.withLock { ticket in
            ticket += 1
            return ticket
        }
    }

    /// Why a caller that has just posted its command must stop at once.
    ///
    /// A cancellation or a deadline before that posted its command too early: the queue did not know the caller yet, and
    /// ignored it.
    private nonisolated func stopCode(_ end: Duration?) -> PurchaseFailure.Code? {
        if Task.isCancelled { return .waitCancelled }
        guard let end, clock.now() >= end else { return nil }
        return .deadlineExceeded
    }

    /// Waits, and posts the command that ends the wait when the deadline passes.
    private nonisolated func within<Value: Sendable>(
        _ deadline: Duration, stop: @escaping @Sendable (PurchaseFailure.Code) -> Command,
        wait: (_ end: Duration) async -> Value
    ) async -> Value {
        let end = clock.now() + deadline.clampedForRetry
        return await withTaskGroup(of: Void.self) { group in
            group.addTask { [clock, commands] in
                guard (try? await clock.sleep(until: end)) != nil else { return }
                commands.post(stop(.deadlineExceeded))
            }
            let value = await wait(end)
            group.cancelAll()
            return value
        }
    }
}
