extension PaymentQueue {
    /// Buys: parks the caller until its payment has ended.
    package nonisolated func purchase(_ request: PaymentRequest, deadline: Duration?) async
        -> Result<PurchaseOutcome, PurchaseFailure>
    {
        let intent = makeIntent(request)
        return await wait(
            until: deadline, refusal: .failure(.storeClosed(productID: request.productID)),
            stop: { .stopWaiting(intent.token, $0) },
            start: { .purchase(intent, $0) })
    }

    /// Pays without anybody waiting: the transaction comes as an update.
    package nonisolated func purchaseUnattended(_ request: PaymentRequest) {
        commands.post(.purchase(makeIntent(request), nil))
    }

    /// Restores, together with everybody who asks for the same while it is under way.
    package nonisolated func restore(deadline: Duration?) async -> Result<RestoreOutcome, PurchaseFailure> {
        let ticket = nextTicket()
        return await wait(
            until: deadline, refusal: .failure(.storeClosed()),
            stop: { .stopRestoreWait(ticket, $0) },
            start: { .restore(ticket, $0) })
    }

    private nonisolated func makeIntent(_ request: PaymentRequest) -> PaymentIntent {
        let token = PaymentToken(launch: launch, number: nextTicket())
        return PaymentIntent(token: token, request: request, requestedAt: clock.wallTime())
    }

    private nonisolated func nextTicket() -> UInt64 {
        tickets.withLock { ticket in
            ticket += 1
            return ticket
        }
    }

    /// Posts a command and parks its caller; a deadline or a cancellation posts the command that ends the wait.
    private nonisolated func wait<Value: Sendable>(
        until deadline: Duration?, refusal: Value,
        stop: @escaping @Sendable (PurchaseFailure.Code) -> Command,
        start: (UnsafeContinuation<Value, Never>) -> Command
    ) async -> Value {
        guard let deadline else { return await park(nil, refusal, stop, start) }
        let end = clock.now() + deadline.clampedForRetry
        return await withTaskGroup(of: Void.self) { group in
            group.addTask { [clock, commands] in
                guard (try? await clock.sleep(until: end)) != nil else { return }
                commands.post(stop(.deadlineExceeded))
            }
            let value = await park(end, refusal, stop, start)
            group.cancelAll()
            return value
        }
    }

    private nonisolated func park<Value: Sendable>(
        _ end: Duration?, _ refusal: Value, _ stop: @escaping @Sendable (PurchaseFailure.Code) -> Command,
        _ start: (UnsafeContinuation<Value, Never>) -> Command
    ) async -> Value {
        await withTaskCancellationHandler {
            await withUnsafeContinuation { caller in
                guard commands.post(start(caller)) else { return caller.resume(returning: refusal) }
                // A cancellation or a deadline before this point posted its command too early to be understood.
                if Task.isCancelled { commands.post(stop(.waitCancelled)) }
                if let end, clock.now() >= end { commands.post(stop(.deadlineExceeded)) }
            }
        } onCancel: { [commands] in
            commands.post(stop(.waitCancelled))
        }
    }
}

extension PurchaseFailure {
    /// A caller's wait ended before its payment did.
    static func stoppedWaiting(_ code: Code, productID: String? = nil) -> PurchaseFailure {
        let cause = code == .deadlineExceeded ? "The deadline passed" : "The waiting task was cancelled"
        return PurchaseFailure(
            code, "\(cause); the request itself goes on, and what it brings arrives in the updates.",
            productID: productID)
    }

    /// A call came after `close()`, or was still waiting then.
    static func storeClosed(productID: String? = nil) -> PurchaseFailure {
        PurchaseFailure(
            .storeClosed,
            "The store was closed. Open it again; what was paid for meanwhile is delivered then.", productID: productID)
    }
}
