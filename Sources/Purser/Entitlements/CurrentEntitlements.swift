/// What the customer owns now: the ledger keeps it up to date, and anybody reads it without waiting (E1).
///
/// All readers share one snapshot until the next change. The state is copied only at the first change after a read.
package final class CurrentEntitlements: Sendable {
    private struct Posted: Sendable {
        var state: EntitlementState
        var trustedDate: Timestamp
        var availability: EntitlementAvailability
    }

    /// Whenever what is owned, or whether that is known, may have changed; closed with the session.
    package let changes = EventCount()
    private let posted: Lock<Posted>
    private let readers: StripedCache<EntitlementSnapshot>

    /// - Parameters:
    ///   - transactions: all that are recorded; consumables among them are ignored.
    ///   - balances: for each consumable, how many were bought and not refunded.
    ///   - renewals: what was told of renewals, by an original identifier of each line.
    ///   - trustedDate: the latest date that the store has signed.
    ///   - hash: that of the ledger.
    ///   - availability: whether what is recorded is all that is owned, as far as is known.
    ///   - readers: the cache in which readers find the present snapshot; each change empties it.
    package init(
        _ transactions: [StoreTransaction], balances: [String: Int] = [:],
        renewals: [(originalID: String, told: ToldRenewal)] = [], trustedDate: Timestamp, hash: KeyedHash,
        readers: StripedCache<EntitlementSnapshot> = StripedCache(), availability: EntitlementAvailability = .known
    ) {
        self.readers = readers
        let state = EntitlementState(of: transactions, balances: balances, renewals: renewals, hash: hash)
        posted = Lock(Posted(state: state, trustedDate: trustedDate, availability: availability))
    }

    /// Takes in the changes of one batch.
    ///
    /// - Parameters:
    ///   - rebuilt: the state after them, computed anew, where they need that.
    ///   - trustedDate: the latest date that the store has signed.
    package func apply(
        _ changes: EntitlementChanges, rebuilt: EntitlementState? = nil, trustedDate: Timestamp
    ) {
        readers.invalidate {
            posted.withLock { posted in
                posted.trustedDate = trustedDate
                if let rebuilt { posted.state = rebuilt } else { posted.state.apply(changes) }
            }
        }
        self.changes.advance()
    }

    /// The backend was heard, or could not be.
    ///
    /// A failure changes nothing where what is owned is known: being away takes nothing.
    package func become(_ availability: EntitlementAvailability) {
        readers.invalidate {
            posted.withLock { posted in
                if case .known = posted.availability { return }
                posted.availability = availability
            }
        }
        changes.advance()
    }

    /// A new snapshot of the present state.
    package var snapshot: EntitlementSnapshot {
        posted.withLock {
            EntitlementSnapshot(state: $0.state, trustedDate: $0.trustedDate, availability: $0.availability)
        }
    }
}

/// What was owned at one moment, shared by its readers.
package final class EntitlementSnapshot: Sendable {
    /// What was owned.
    package let state: EntitlementState
    /// The latest date that the store had signed.
    package let trustedDate: Timestamp
    /// Whether that was known.
    package let availability: EntitlementAvailability

    init(state: EntitlementState, trustedDate: Timestamp, availability: EntitlementAvailability = .known) {
        self.availability = availability
        self.state = state
        self.trustedDate = trustedDate
    }
}
