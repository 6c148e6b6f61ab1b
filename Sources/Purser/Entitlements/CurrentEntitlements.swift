/// What the customer owns now, kept up to date by the ledger and read without waiting (E1).
///
/// Readers share one snapshot until the next change; the state is copied at the first change after a read.
package final class CurrentEntitlements: Sendable {
    private struct Posted: Sendable {
        var state: EntitlementState
        var trustedDate: Timestamp
        /// The latest date that the store has signed, confirmed or not.
        var signedDate: Timestamp
        var availability: EntitlementAvailability
        var reports: ReportTimes
    }

    /// Whenever what is owned, or whether that is known, may have changed; closed with the session.
    package let changes = EventCount()
    /// Whenever periods of subscriptions, or what was reported of their renewal, are others; closed with the session.
    package let subscriptionChanges = EventCount()
    /// What the app decides about what was not heard of lately.
    package let policy: EntitlementPolicy
    private let posted: Lock<Posted>
    private let readers: StripedCache<EntitlementSnapshot>

    /// What is owned by all transactions on record, with the latest date that the store has signed, confirmed or not.
    package init(
        _ state: EntitlementState, trustedDate: Timestamp, signedDate: Timestamp? = nil,
        readers: StripedCache<EntitlementSnapshot> = StripedCache(), availability: EntitlementAvailability = .known,
        policy: EntitlementPolicy = .none, heard: Timestamp? = nil
    ) {
        self.readers = readers
        self.policy = policy
        posted = Lock(
            Posted(
                state: state, trustedDate: trustedDate, signedDate: signedDate ?? trustedDate,
                availability: availability, reports: ReportTimes(heard)))
    }

    /// The latest date that the store has signed and that is confirmed; `nil` when there is none.
    package var trustedDate: Timestamp? {
        let date = posted.withLock(\.trustedDate)
        return date > Timestamp(milliseconds: .min) ? date : nil
    }

    /// Takes in the changes of one batch; `recordTime` is `nil` when the store has not reported them.
    package func apply(
        _ changes: EntitlementChanges, rebuilt: EntitlementState? = nil, trustedDate: Timestamp,
        signedDate: Timestamp? = nil, recordTime: Timestamp? = nil
    ) {
        readers.invalidate {
            posted.withLock { posted in
                (posted.trustedDate, posted.signedDate) = (trustedDate, signedDate ?? trustedDate)
                if let recordTime { posted.reports.record(recordTime) }
                if let rebuilt { posted.state = rebuilt } else { posted.state.apply(changes) }
            }
        }
        self.changes.advance()
        if rebuilt != nil || changes.touchesSubscriptions { subscriptionChanges.advance() }
    }

    /// The backend was heard, or could not be: a failure changes nothing where what is owned is known.
    package func become(_ availability: EntitlementAvailability) {
        readers.invalidate {
            posted.withLock { posted in
                if case .known = posted.availability { return }
                posted.availability = availability
            }
        }
        changes.advance()
    }

    /// The backend was heard at a date of the device; whether that is to be recorded, as it is once a day.
    package func wasHeard(at time: Timestamp) -> Bool {
        let noted = posted.withLock { $0.reports.note(time) }
        guard noted.isNew else { return noted.isForRecord }
        readers.invalidate {}
        changes.advance()
        return noted.isForRecord
    }

    /// When the backend was last heard, to the minute; `nil` when it never was.
    package var heard: Timestamp? { posted.withLock(\.reports.latest) }

    /// A new snapshot of the present state.
    package var snapshot: EntitlementSnapshot {
        posted.withLock {
            EntitlementSnapshot(
                state: $0.state, trustedDate: $0.trustedDate, signedDate: $0.signedDate,
                availability: $0.availability, policy: policy, heard: $0.reports.latest)
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
    /// What the app decides about what was not heard of lately.
    let terms: EntitlementTerms
    /// When the store was last heard; `nil` when it never was.
    let heard: Timestamp?
    /// When the answer is stale; `nil` when it never is.
    let staleTime: Timestamp?

    init(
        state: EntitlementState, trustedDate: Timestamp, signedDate: Timestamp? = nil,
        availability: EntitlementAvailability = .known, policy: EntitlementPolicy = .none, heard: Timestamp? = nil
    ) {
        self.availability = availability
        self.state = state
        self.trustedDate = trustedDate
        self.heard = heard
        terms = policy.terms(heard: heard, signed: signedDate ?? trustedDate)
        staleTime = policy.staleTime(heard: heard)
    }
}
