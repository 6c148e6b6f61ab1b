extension PaymentQueue {
    /// A payment for a request, with a token of its own, which says who finishes its transaction.
    package nonisolated func makeIntent(_ request: consuming PaymentRequest) -> PaymentIntent {
        if request.finishing == nil { request.finishing = finishing?(request.productID) ?? .atomic }
        let token = PaymentToken(launch: launch, number: nextTicket())
        return PaymentIntent(token: token, request: request, requestTime: clock.timestamp())
    }

    /// Buys: parks the caller until its payment has ended, or its deadline has passed.
    package nonisolated func purchase(_ payment: BackendPayment, deadline: Duration?) async -> PaymentAnswer {
        if let mark = HandlerMark.current(of: store) { return await purchase(payment, deadline, in: mark) }
        if let deadline { return await purchase(payment, within: deadline) }
        return await park(payment, until: nil)
    }

    /// Buys inside a handler of the store, which others need not wait for meanwhile.
    @inline(never)
    private nonisolated func purchase(_ payment: BackendPayment, _ deadline: Duration?, in mark: HandlerMark) async
        -> PaymentAnswer
    {
        await mark.waiting(for: payment.token) {
            if let deadline { return await purchase(payment, within: deadline) }
            return await park(payment, until: nil)
        }
    }

    // Not inlined, so that callers without a deadline need no memory for the task group.
    @inline(never)
    private nonisolated func purchase(_ payment: BackendPayment, within deadline: Duration) async -> PaymentAnswer {
        await within(
            deadline, stop: { .stopWaiting(payment.token, $0) }, wait: { await self.park(payment, until: $0) })
    }

    /// Suspends the caller until its payment has ended.
    ///
    /// Most of the memory of a waiting purchase is what this function and its callers keep while they wait. Therefore it
    /// is not generic over payments and restores, and keeps nothing but the payment.
    private nonisolated func park(_ payment: BackendPayment, until end: Duration?) async -> PaymentAnswer {
        await withTaskCancellationHandler {
            await withUnsafeContinuation { caller in
                guard commands.post(.purchase(payment, caller)) else {
                    return caller.resume(returning: .failed(.storeClosed(productID: payment.productID)))
                }
                if let code = stopCode(end) { commands.post(.stopWaiting(payment.token, code)) }
            }
        } onCancel: {
            commands.post(.stopWaiting(payment.token, .waitCancelled))
        }
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
