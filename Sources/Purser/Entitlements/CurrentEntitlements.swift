/// What the customer owns now, kept up to date by the ledger, and read by anybody without waiting (E1).
///
/// The readers of a store share snapshots until the next change; the writer pays for a copy only when somebody has read.
package final class CurrentEntitlements: Sendable {
    private struct Posted: Sendable {
        var state: EntitlementState
        var trustedDate: Timestamp
    }

    private let posted: Lock<Posted>
    private let readers: StripedCache<EntitlementSnapshot>

    /// - Parameters:
    ///   - balances: what the consumables add up to, whether or not `transactions` has them.
    ///   - readers: where readers keep snapshots; a change takes them away.
    package init(
        _ transactions: [StoreTransaction], balances: [String: Int] = [:], trustedDate: Timestamp,
        readers: StripedCache<EntitlementSnapshot> = StripedCache()
    ) {
        self.readers = readers
        var state = EntitlementState(balances: balances)
        var changes = EntitlementChanges()
        for transaction in transactions where !transaction.isConsumable {
            changes.add(EntitlementChange(old: nil, new: transaction))
        }
        state.apply(changes)
        posted = Lock(Posted(state: state, trustedDate: trustedDate))
    }

    package func apply(_ changes: EntitlementChanges, trustedDate: Timestamp) {
        readers.invalidate {
            posted.withLock { posted in
                posted.trustedDate = trustedDate
                posted.state.apply(changes)
            }
        }
    }

    /// A new snapshot.
    package var snapshot: EntitlementSnapshot {
        posted.withLock { EntitlementSnapshot(state: $0.state, trustedDate: $0.trustedDate) }
    }
}

/// What was owned at one moment, shared by its readers.
package final class EntitlementSnapshot: Sendable {
    package let state: EntitlementState
    package let trustedDate: Timestamp

    init(state: EntitlementState, trustedDate: Timestamp) {
        self.state = state
        self.trustedDate = trustedDate
    }
}
