/// What was decided about a user who is absent, and is recorded at once.
package enum MissedChange: Sendable {
    /// A purchase was reported.
    case reported(IncomingTransaction)
    /// Another user has the purchase of this name in the ledger.
    case movedAway(String)
}

extension LedgerState {
    /// Records what was decided in the user's absence; the updates are delivered when the user is present.
    ///
    /// - Returns: the records.
    /// - Throws: ``PurchaseFailure`` with `.ledgerUnavailable` when there are no more numbers.
    package mutating func records(missed change: MissedChange, now: Timestamp) throws(PurchaseFailure) -> [LedgerRecord]
    {
        try Self.check(nextSequence, leaves: 2)
        var batch = PreparedBatch(capacity: 2)
        let (first, seen) = (nextSequence, missedFrom)
        switch change {
        case .reported(let incoming): prepare(incoming, transactions.key(of: incoming), now: now, into: &batch)
        case .movedAway(let name): prepare(movedAway: name, now: now, into: &batch)
        }
        missedFrom = seen
        return nextSequence > first ? batch.records + [.missed(from: seen)] : batch.records
    }

    /// Another user has a purchase now: it is revoked here, unless it is already.
    ///
    /// This version is not signed, and the other user's session finishes it.
    private mutating func prepare(movedAway name: String, now: Timestamp, into batch: inout PreparedBatch) {
        guard let recorded = transactions.recorded(as: name), !recorded.progress.isRevokedOrUpgraded else { return }
        let revoked = IncomingTransaction(revoking: recorded.transaction, at: now)
        prepare(revoked, transactions.key(of: revoked), now: now, into: &batch)
    }
}

extension IncomingTransaction {
    /// A transaction as revoked, for its former holder.
    init(revoking transaction: StoreTransaction, at time: Timestamp) {
        self.init(transaction.revoked(at: time), phase: .complete, needsFinish: false)
        hasMovedAway = true
    }
}
