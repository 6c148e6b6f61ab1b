// Verifying what was reported, by the app's own verifier where there is one.
extension TransactionRouter {
    /// These come again, and others may come before them.
    private func heldBack(_ transactions: [BackendTransaction]) {
        held.heldBack(transactions)
        overtaken.keptBack(transactions.lazy.map(\.transaction))
    }

    /// Puts a verdict on all transactions; those that cannot be verified now are left out, and come through the inbox again.
    func verify(_ batches: [[BackendEvent]]) async -> [[BackendEvent]] {
        guard let verifier else { return batches }
        let batches = verifier.withoutAway(batches)
        let transactions = batches.joined().compactMap(\.transaction).filter(\.canBeJudged)
        guard !transactions.isEmpty else { return batches }
        guard let verdicts = await verdicts(on: transactions, by: verifier) else {
            heldBack(transactions)
            return batches.map { $0.filter { $0.transaction?.canBeJudged != true } }
        }
        let (decided, undecided) = verdicts.parted(transactions)
        held.judged(decided)
        guard !undecided.isEmpty else {
            retries.succeeded(.verification)
            return verdicts.put(on: batches, keepsUndecided: false)
        }
        if !undecided.allSatisfy(held.holds) { retries.startAnew(.verification) }
        let isLater = retries.retryLater(
            undecided.map { .transaction($0) }, .verification, after: verdicts.error ?? UndecidedVerdict(), into: inbox)
        if isLater { heldBack(undecided) } else { held.judged(undecided) }
        return verdicts.put(on: batches, keepsUndecided: !isLater)
    }

    /// - Returns: `nil` when the verifier takes too long, or the store closes: the transactions come again.
    private func verdicts(on transactions: [BackendTransaction], by verifier: BoundedVerifier) async -> Verdicts? {
        switch await verifier.verify(transactions, again: inbox) {
        case .verdicts(let verdicts): return Verdicts(verdicts, of: transactions.count)
        case .failed(let error): return Verdicts(undecided: error, of: transactions.count)
        case .overdue:
            partners.queue.leaveBehind(transactions.compactMap(\.answeredPayment))
            return nil
        case .closed: return nil
        }
    }
}

extension BackendTransaction {
    /// The payment that it says it answers.
    fileprivate var answeredPayment: PaymentToken? {
        if case .payment(let token) = origin { token } else { nil }
    }
}
