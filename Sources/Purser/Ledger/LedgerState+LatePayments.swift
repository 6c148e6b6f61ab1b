#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

// The payments of transactions that answer nobody and name none: those that ended without one, as far as no payment under
// way may be meant.
extension LedgerState {
    /// Which payment a transaction may belong to that answers nobody and names none.
    enum LatePayment {
        /// Most likely this one, which ended without a transaction.
        case ended(PaymentToken)
        /// Perhaps one that is under way: news of its transaction may overtake its answer. Its end will tell.
        case underWay
        /// None that is known.
        case none
    }

    func latePayment(for incoming: borrowing IncomingTransaction) -> LatePayment {
        guard !incoming.namesPayment, incoming.phase == .complete, incoming.restore == nil, !intents.isEmpty else {
            return .none
        }
        return latePayment(for: incoming.transaction, among: intents.values, told: nextSequence, hasWaited: false)
    }

    /// Of the payments that fit: those whose outcome nobody knows come first, then those that somebody had still to decide
    /// about; of each the oldest.
    ///
    /// - Parameters:
    ///   - sequence: the number of the update that told the transaction first.
    ///   - hasWaited: whether that was while a payment that fits was under way. One that ended in this launch and whose outcome
    ///     nobody knows is meant then sooner than one of an earlier launch.
    private func latePayment(
        for transaction: StoreTransaction, among payments: [OpenIntent], told sequence: UInt64, hasWaited: Bool
    ) -> LatePayment {
        guard transaction.reason == .purchase, transaction.originalID == transaction.id else { return .none }
        let fitting = payments.filter { $0.intent.fits(transaction) }.ofOneUser(transaction.appAccountToken)
        if fitting.contains(where: { $0.ending == nil && $0.after < sequence }) { return .underWay }
        let first = fitting.filter { $0.mayBe(told: sequence) }.min { rank($0, hasWaited) < rank($1, hasWaited) }
        return first.map { .ended($0.intent.token) } ?? .none
    }

    /// The lower, the sooner a transaction that names no payment is taken for this one's.
    private func rank(_ open: OpenIntent, _ hasWaited: Bool) -> (Int, Int, UInt64) {
        let (launch, number) = age(of: open.intent.token)
        let isOfThisLaunch = hasWaited && open.intent.token.launch == latestLaunch
        return (open.rank - (isOfThisLaunch && open.ending == .interrupted ? 1 : 0), launch, number)
    }

    /// Joins transactions to payments that ended, once it is known that they belong to none that was under way when they
    /// came.
    mutating func joinWaiting(now: Timestamp, into batch: inout PreparedBatch) {
        for (productID, transactions) in unnamed.takeWaiting() {
            let payments = intents.values.filter { $0.intent.productID == productID }
            for key in transactions { join(key, toOneOf: payments, now: now, into: &batch) }
        }
    }

    private mutating func join(
        _ key: Fingerprint, toOneOf payments: [OpenIntent], now: Timestamp, into batch: inout PreparedBatch
    ) {
        guard let told = unnamed[key], told.guess == nil, let old = transactions.whole[key], old.intent == nil else {
            return
        }
        let open = payments.filter { intents.contains($0.intent.token) }
        switch latePayment(for: old.transaction, among: open, told: told.sequence, hasWaited: true) {
        case .ended(let token):
            guard let guess = takeIntent(token) else { return }
            unnamed.add(.init(sequence: told.sequence, guess: guess, isAnswer: false), for: key)
            publish(
                old.update.transaction, key, phase: .complete, guess.intent, needsFinish: old.life.isUnfinished,
                after: old, now: now, into: &batch)
        case .underWay: unnamed.wait(key, of: old.transaction.productID)
        case .none: break
        }
    }
}

extension LedgerState.OpenIntent {
    /// Whether a transaction may be this one's although it has ended: one that was told before the end only if nobody knows
    /// how it ended.
    fileprivate func mayBe(told sequence: UInt64) -> Bool {
        switch ending {
        case nil: false
        case .interrupted: true
        case .pending, .cancelled, .failed, .answered: endedAfter < sequence
        }
    }

    /// The lower, the sooner, by how it ended.
    fileprivate var rank: Int {
        switch ending {
        case .interrupted: 0
        case .pending: 1
        case .cancelled, .failed, .answered, nil: 2
        }
    }
}

extension [LedgerState.OpenIntent] {
    /// Those of the user that a transaction names; where it names none, those of nobody in particular, and without such ones
    /// all, if they belong to one user.
    fileprivate func ofOneUser(_ named: UUID?) -> Self {
        guard named == nil else { return self }
        let unnamed = filter { $0.intent.request.appAccountToken == nil }
        guard unnamed.isEmpty else { return unnamed }
        return Set(map(\.intent.request.appAccountToken)).count == 1 ? self : []
    }
}
