extension PaymentQueue {
    /// Makes a payment for a request, with its own token and its finishing.
    package nonisolated func makeIntent(_ request: consuming PaymentRequest) -> PaymentIntent {
        if request.finishing == nil { request.finishing = finishing?(request.productID) ?? .atomic }
        let token = PaymentToken(launch: tools.launch, number: nextTicket())
        return PaymentIntent(
            token: token, request: request, requestTime: tools.clock.timestamp(),
            trustedTime: tools.ledger.entitlements.trustedDate
        )
    }

    /// Buys: suspends the caller until its payment has ended, or its deadline has passed.
    ///
    /// It is inlined into the calls of the store, and rarely needed code is not: a waiting caller keeps one small
    /// frame, which fits into the initial memory of its task.
    @inline(__always)  // With the others 1 KiB of a waiting caller.
    package nonisolated func purchase(_ payment: BackendPayment, deadline: Duration?) async -> PaymentAnswer {
        if let deadline { return await purchase(payment, within: deadline) }
        return await park(payment)
    }

    @inline(never)  // With the others 1 KiB of a waiting caller.
    private nonisolated func purchase(_ payment: BackendPayment, within deadline: Duration) async -> PaymentAnswer {
        let call = WaitingCall("purchase", productID: payment.productID)
        return await tools.clock.wait(within: deadline, of: call) { [commands] in
            commands.post(.stopWaiting(payment.token, .deadlineExceeded))
        } for: {
            await park(payment, until: $0)
        }
    }

    /// Suspends the caller until its payment has ended.
    ///
    /// Most of the memory of a waiting purchase is the frame of this function and of its callers. Therefore it is not
    /// generic over payments and restores, and keeps only the payment.
    @inline(__always)  // With the others 1 KiB of a waiting caller.
    private nonisolated func park(_ payment: BackendPayment) async -> PaymentAnswer {
        let intent = payment.intent
        let answer = await withTaskCancellationHandler {
            await withUnsafeContinuation { enter(payment, $0, until: nil) }
        } onCancel: {
            commands.post(.stopWaiting(intent.token, .waitCancelled))
        }
        deliver()
        return answer
    }

    private nonisolated func park(_ payment: BackendPayment, until end: Duration) async -> PaymentAnswer {
        let answer = await withTaskCancellationHandler {
            await withUnsafeContinuation { enter(payment, $0, until: end) }
        } onCancel: {
            commands.post(.stopWaiting(payment.token, .waitCancelled))
        }
        deliver()
        return answer
    }

    /// Shows the thread sanitizer that an answer was made before its caller continued.
    ///
    /// The runtime orders a continuation that is resumed before it is awaited by an atomic of its own, which the
    /// sanitizer does not see.
    nonisolated func deliver() {
        #if THREAD_SANITIZER
            tickets.withLock { _ in }
        #endif
    }

    /// Passes a waiting caller to the queue, which resumes it; resumes it at once when the queue is closed.
    @inline(never)  // With the others 1 KiB of a waiting caller.
    private nonisolated func enter(_ payment: BackendPayment, _ caller: Caller, until end: Duration?) {
        guard commands.post(.purchase(payment, caller)) else {
            return caller.resume(returning: .failed(.storeClosed(productID: payment.productID)))
        }
        if let code = PurchaseFailure.Code.stopping(at: end, by: tools.clock) {
            commands.post(.stopWaiting(payment.token, code))
        }
    }

    private nonisolated func nextTicket() -> UInt64 {
        tickets.withLock { ticket in
            ticket += 1
            return ticket
        }
    }
}

// The deadline that a caller sets for its wait.
extension StoreClock {
    /// Waits for an answer, and reports when the caller's deadline passes before it.
    ///
    /// - Parameters:
    ///   - call: the call that waits.
    ///   - passed: called once, when the deadline has passed; it has to end the wait.
    ///   - wait: waits for the answer; its parameter is the moment of the deadline.
    func wait<Answer: Sendable>(
        within deadline: Duration, of call: WaitingCall, passed: @escaping @Sendable () -> Void,
        for wait: (_ end: Duration) async -> Answer
    ) async -> Answer {
        let end = now() + deadline.clampedForRetry
        return await withTaskGroup(of: Void.self) { group in
            group.addTask { if (try? await self.sleep(untilDeadline: end, of: call)) != nil { passed() } }
            let answer = await wait(end)
            group.cancelAll()
            return answer
        }
    }
}

extension PurchaseFailure.Code {
    /// The reason why a caller that has just posted its request must stop immediately; `nil` when it may wait.
    ///
    /// An earlier cancellation or deadline was reported before the request was registered, and was ignored.
    static func stopping(at end: Duration?, by clock: any StoreClock) -> Self? {
        if Task.isCancelled { return .waitCancelled }
        guard let end, clock.now() >= end else { return nil }
        return .deadlineExceeded
    }
}
