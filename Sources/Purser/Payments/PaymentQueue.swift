/// The payments of a store, from the caller's request to the caller's answer.
///
/// Owns the waiting callers, and the payments that wait for a free place at the backend. Promises: a payment is known
/// and durable before the backend is called with it (M1, M3); as many run at once as the backend allows, in order; each
/// caller is answered exactly once (C1). Never touches transactions' contents, and gets them only from the processor
/// (O1).
package actor PaymentQueue {
    /// A waiting call of `purchase`; it is resumed exactly once.
    package typealias Caller = UnsafeContinuation<PaymentAnswer, Never>

    /// The requests of callers; they are posted without waiting and without entering the actor.
    enum Command: Sendable {
        case purchase(BackendPayment, Caller)
        case stopWaiting(PaymentToken, PurchaseFailure.Code)
        case overdue([PaymentToken], isPaid: Bool)
        case lookForOverdue
    }

    nonisolated let commands = Mailbox<Command>()
    nonisolated let tickets: Lock<UInt64> = Lock(0)
    nonisolated let tools: SessionTools
    /// Who finishes the transactions of a product when the request does not decide it; `nil` when Purser does.
    nonisolated let finishing: (@Sendable (String) -> Finishing)?
    /// Returns once so many batches of the backend have been processed.
    private(set) var processed: @Sendable (_ arrival: UInt64) async -> Void = { _ in }
    var looksForOverdue = false
    /// The payments that have a place at the backend, and are not submitted.
    var unsubmitted: [BackendPayment] = []
    /// Whether the worker that submits waits for commands.
    var isIdle = false
    var state: PaymentQueueState<Caller>
    private(set) var isClosed = false

    /// Makes a queue without payments; nothing runs before ``run()``.
    package init(_ tools: SessionTools, finishing: (@Sendable (String) -> Finishing)?) {
        (self.tools, self.finishing) = (tools, finishing)
        state = PaymentQueueState(capabilities: tools.backend.capabilities)
    }

    var journal: Journal { tools.ledger.journal }
    /// The executor of the ledger: the work after a write runs there too, without a switch to another thread.
    package nonisolated var unownedExecutor: UnownedSerialExecutor { tools.ledger.unownedExecutor }

    // MARK: Work

    /// Works until `close()`; part of the store's task tree.
    ///
    /// It reads the commands while the worker that submits calls the backend; otherwise the worker does, and submits what
    /// it has read without waking anybody.
    ///
    /// - Parameter processed: returns once so many batches of the backend have been processed, or no more are.
    package func run(processed: @escaping @Sendable (_ arrival: UInt64) async -> Void) async {
        self.processed = processed
        tools.external.start { await self.submitAll($0) }
        while await readCommands() {}
        isClosed = true
        failEverybody()
    }

    /// - Returns: false once the queue is closed.
    func readCommands(toSubmit: Bool = false) async -> Bool {
        if toSubmit { isIdle = true }
        let hasTurn = await commands.turn(isFirst: toSubmit)
        if toSubmit { isIdle = false }
        guard hasTurn else { return true }
        let batch = commands.take(passesTurn: true)
        if batch.isEmpty { return false }
        let others = Self.requested(batch, &state)
        state.takeCounts { tools.lifecycle.note(payments: $0) }
        for command in others { handle(command) }
        if isClosed { failEverybody() } else { submitNext() }
        return true
    }

    /// Accepts no more commands; all waiting callers get `.storeClosed`.
    package nonisolated func close() { commands.close() }

    /// Enters the payments among some commands into the state, in one access to it.
    ///
    /// - Returns: the other commands.
    private static func requested(_ batch: [Command], _ state: inout PaymentQueueState<Caller>) -> [Command] {
        var others: [Command] = []
        batch.forEachInPlace { _, command in
            if case .purchase(let payment, let caller) = command {
                state.requested(payment, caller: caller)
            } else {
                others.append(copy command)
            }
        }
        return others
    }

    private func handle(_ command: Command) {
        switch command {
        case .purchase: break
        case .stopWaiting(let token, let code): stopWaiting(token, code)
        case .overdue(let tokens, let isPaid): giveUp(tokens, isPaid: isPaid)
        case .lookForOverdue: lookForOverdue()
        }
    }

    private func stopWaiting(_ token: PaymentToken, _ code: PurchaseFailure.Code) {
        // A payment whose caller had a deadline delays no other for longer than that.
        if code == .deadlineExceeded, state.gaveUpPlace(token) { journal.change { $0.overdue([token]) } }
        guard let stopped = state.stoppedWaiting(token) else { return }
        stopped.caller?.resume(returning: .failed(.stoppedWaiting(code, productID: stopped.intent.productID)))
    }

    /// Reports the failed payments for which no call waits any more.
    private func reportUnawaited(_ payments: [AnsweredPayment], _ callers: [Caller?]) {
        for index in callers.indices where callers[index] == nil {
            guard case .failed(let failure) = payments[index].answer, tools.ledger.diagnostics.isRead else { continue }
            tools.ledger.diagnostics.report(
                StoreDiagnostic(
                    .paymentFailed, .notice, .init(transactionID: failure.transactionID, productID: failure.productID),
                    message: "A payment failed (\(failure.code)) for which nobody waited any more."))
        }
    }

    private func failEverybody() {
        for payment in state.closed() {
            payment.caller?.resume(returning: .failed(.storeClosed(productID: payment.intent.productID)))
        }
    }

    // MARK: Payments that the backend does not answer within their limit

    /// Looks for overdue payments at a time.
    func look(at time: Duration) {
        looksForOverdue = true
        tools.external.remind(at: time) { [commands] in commands.post(.lookForOverdue) }
    }

    /// Answers the callers of payments over their limits, and frees the places of those payments.
    func lookForOverdue() {
        looksForOverdue = false
        let limit = tools.limits.payment.clampedForRetry
        let (overdue, oldest) = state.overdue(submittedBy: tools.clock.now() - limit)
        giveUp(overdue, isPaid: false)
        if let oldest { look(at: oldest + limit) }
    }

    /// Times out the verification of the answers to these payments.
    package nonisolated func timeOut(_ tokens: [PaymentToken]) {
        if !tokens.isEmpty { commands.post(.overdue(tokens, isPaid: true)) }
    }

    /// Payments timed out: their places are free for others, and their callers are answered.
    func giveUp(_ tokens: [PaymentToken], isPaid: Bool) {
        guard !tokens.isEmpty else { return }
        journal.change { $0.overdue(tokens) }
        // Transactions that wait for one of them are decided about now.
        tools.inbox.post([])
        for payment in state.timedOut(tokens) {
            payment.caller?.resume(returning: .failed(.overduePayment(payment.intent.productID, isPaid: isPaid)))
        }
    }

    // MARK: For the processor

    /// Answers the callers whose payments have ended, by these transactions among others, and frees places for the next
    /// ones; on the ledger's executor.
    package nonisolated func answer(_ answers: PaymentAnswers, recorded: [RecordedReport] = []) {
        assumeIsolated { $0.answerAll(answers, recorded) }
    }

    private func answerAll(_ answers: PaymentAnswers, _ recorded: [RecordedReport]) {
        // All callers are resumed in one loop that does nothing else. If there were work between them, a thread would
        // run out of callers, fall asleep and have to be woken, which takes longer than a purchase.
        if !answers.taken.isEmpty { state.answered(answers.taken) }
        let callers = state.end(answers.payments)
        state.takeCounts { tools.lifecycle.note(recorded: recorded, payments: $0) }
        deliver()
        answers.payments.forEachInPlace { index, payment in callers[index]?.resume(returning: payment.answer) }
        reportUnawaited(answers.payments, callers)
        submitNext()
    }
}
