// Payments and restores to which the backend gives no answer within their limits.
extension PaymentQueue {
    /// Looks for overdue payments at a time.
    func look(at time: Duration) {
        looksForOverdue = true
        outward.remind(at: time) { [commands] in commands.post(.lookForOverdue) }
    }

    /// Answers those who have waited for too long, and gives the places of their payments to others.
    func lookForOverdue() {
        looksForOverdue = false
        let limit = limits.payment.clampedForRetry
        let (overdue, oldest) = state.overdue(submittedBy: clock.now() - limit)
        giveUp(overdue, isPaid: false)
        if let oldest { look(at: oldest + limit) }
    }

    /// Verifying what answers these payments takes too long.
    package nonisolated func leaveBehind(_ tokens: [PaymentToken]) {
        if !tokens.isEmpty { commands.post(.overdue(tokens, isPaid: true)) }
    }

    /// Payments take too long: their places are given to others, and their callers are answered.
    func giveUp(_ tokens: [PaymentToken], isPaid: Bool) {
        guard !tokens.isEmpty else { return }
        register.overdue(tokens)
        // Transactions that wait for one of them are decided about now.
        inbox.post([])
        for (intent, caller) in state.leftBehind(tokens) {
            caller.resume(returning: .failed(.overduePayment(intent.productID, isPaid: isPaid)))
        }
    }

    /// A caller wants to restore.
    func beginRestore(_ ticket: UInt64, _ caller: RestoreCaller) {
        guard !restores.isOverdue else { return caller.resume(returning: .failure(.overdueRestore)) }
        guard restores.joined(ticket, caller) == .begin else { return }
        let flight = restores.flight
        outward.start { await self.runRestore($0) }
        outward.remind(at: clock.now() + limits.restore.clampedForRetry) { [commands] in
            commands.post(.overdueRestore(flight))
        }
    }

    /// Answers those who have waited for a restore for too long; the next one begins when its call has returned.
    func restoreIsOverdue(_ flight: UInt64) {
        for caller in restores.leftBehind(flight) { caller.resume(returning: .failure(.overdueRestore)) }
        if restores.isOverdue { restoreEnd.take()?.resume(returning: .abandoned) }
    }
}
