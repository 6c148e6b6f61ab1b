/// Where the ledger posts what the customer owns, and anybody reads it without waiting (E1).
///
/// Readers share one snapshot until the next change; the writer pays for a copy only when somebody has read.
package final class EntitlementBoard: Sendable {
    private struct Posted: Sendable {
        var state: EntitlementState
        var trustedDate: WallTime
        var snapshot: EntitlementSnapshot?
    }

    private let posted: Lock<Posted>

    /// - Parameter balances: what the consumables add up to, whether or not `transactions` has them.
    package init(_ transactions: [StoreTransaction], balances: [String: Int] = [:], trustedDate: WallTime) {
        var state = EntitlementState(balances: balances)
        var changes = EntitlementChanges()
        for transaction in transactions where transaction.kind != .consumable {
            changes.add(EntitlementChange(old: nil, new: transaction))
        }
        state.apply(changes)
        posted = Lock(Posted(state: state, trustedDate: trustedDate))
    }

    package func apply(_ changes: EntitlementChanges, trustedDate: WallTime) {
        posted.withLock { posted in
            posted.snapshot = nil
            posted.trustedDate = trustedDate
            posted.state.apply(changes)
        }
    }

    package var snapshot: EntitlementSnapshot {
        posted.withLock { posted in
            if let snapshot = posted.snapshot { return snapshot }
            let snapshot = EntitlementSnapshot(state: posted.state, trustedDate: posted.trustedDate)
            posted.snapshot = snapshot
            return snapshot
        }
    }
}

/// One state of the board, shared by its readers.
package final class EntitlementSnapshot: Sendable {
    package let state: EntitlementState
    package let trustedDate: WallTime

    init(state: EntitlementState, trustedDate: WallTime) {
        self.state = state
        self.trustedDate = trustedDate
    }
}
