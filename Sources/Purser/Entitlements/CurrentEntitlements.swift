/// The current entitlements, kept up to date by the ledger and read without waiting (E1).
///
/// Readers share one snapshot until the next change; the state is copied at the first change after a read.
package final class CurrentEntitlements: Sendable {
    private struct Posted: Sendable {
        var state: EntitlementState
        var trustedDate: Timestamp
        /// The latest date that the App Store has signed, confirmed or not.
        var signedDate: Timestamp
        var availability: EntitlementAvailability
        var reports: ReportTimes
        #if THREAD_SANITIZER
            // A change writes to the tables in place once no snapshot refers to them. Reference counts say when that is,
            // and the sanitizer does not see those. These references make each change copy the tables instead.
            var snapshots: [EntitlementState] = []
        #endif
    }

    /// Advances when the entitlements, or their availability, may have changed; closed with the session.
    package let changes = EventCount()
    /// Advances when periods of subscriptions, or reports of their renewal, have changed; closed with the session.
    package let subscriptionChanges = EventCount()
    /// The app's policy for subscriptions that were not reported lately.
    package let policy: EntitlementPolicy
    /// Shows the present time.
    package let clock: any StoreClock
    /// What was just bought, by all users of the store; nothing of it is recorded.
    private let bought: Lock<[JustBought]>
    private let posted: Lock<Posted>
    private let readers: StripedCache<EntitlementSnapshot>

    /// The entitlements from all recorded transactions; `signedDate` is the latest signed one, confirmed or not.
    package init(
        _ state: EntitlementState, trustedDate: Timestamp, signedDate: Timestamp? = nil,
        readers: StripedCache<EntitlementSnapshot> = StripedCache(), availability: EntitlementAvailability = .known,
        policy: EntitlementPolicy = .none, lastReport: Timestamp? = nil, clock: any StoreClock = SystemClock(),
        bought: Lock<[JustBought]> = Lock([])
    ) {
        (self.readers, self.policy, self.clock, self.bought) = (readers, policy, clock, bought)
        posted = Lock(
            Posted(
                state: state, trustedDate: trustedDate, signedDate: signedDate ?? trustedDate,
                availability: availability, reports: ReportTimes(lastReport)))
    }

    /// The latest date that the App Store has signed and that is confirmed; `nil` when there is none.
    package var trustedDate: Timestamp? {
        let date = posted.withLock(\.trustedDate)
        return date > Timestamp(milliseconds: .min) ? date : nil
    }

    /// Applies the changes of one batch; `recordTime` is `nil` when they were not reported by the backend.
    package func apply(
        _ changes: EntitlementChanges, rebuilt: EntitlementState? = nil, trustedDate: Timestamp,
        signedDate: Timestamp? = nil, recordTime: Timestamp? = nil
    ) {
        readers.invalidate {
            posted.withLock { posted in
                (posted.trustedDate, posted.signedDate) = (trustedDate, signedDate ?? trustedDate)
                if let recordTime { posted.reports.noteRecorded(recordTime) }
                if let rebuilt { posted.state = rebuilt } else { posted.state.apply(changes) }
            }
        }
        self.changes.advance()
        if rebuilt != nil || changes.touchesSubscriptions { subscriptionChanges.advance() }
    }

    /// Records a report or a failure of the backend: a failure changes nothing when the entitlements are known.
    package func become(_ availability: EntitlementAvailability) {
        readers.invalidate {
            posted.withLock { posted in
                if case .known = posted.availability { return }
                posted.availability = availability
            }
        }
        changes.advance()
    }

    /// The backend reported at a date of the device; returns whether to record that, which is done once a day.
    package func isNewestReport(at time: Timestamp) -> Bool {
        let noted = posted.withLock { $0.reports.note(time) }
        guard noted.isNew else { return noted.isForRecord }
        readers.invalidate {}
        changes.advance()
        return noted.isForRecord
    }

    /// A purchase is about to return periods that are over by the device's date, or something was signed; returns
    /// whether one more period runs nevertheless.
    package func note(returned: [StoreTransaction], signed: @autoclosure () -> Timestamp?) -> Bool {
        guard !returned.isEmpty || bought.withLock({ !$0.isEmpty }) else { return false }
        let signed = [signed(), trustedDate].compactMap(\.self).max() ?? .zero
        defer { changes.advance() }
        return readers.invalidate { bought.withLock { $0.add(returned, signed: signed, at: clock.now()) } }
    }

    /// When the backend last reported, to the minute; `nil` when it never did.
    package var lastReport: Timestamp? { posted.withLock(\.reports.latest) }

    /// The entitlements at the present time.
    package var present: StoreEntitlements { StoreEntitlements(snapshot, deviceTime: clock.timestamp()) }

    /// A new snapshot of the current state.
    package var snapshot: EntitlementSnapshot {
        let bought = bought.withLock { $0.isEmpty ? nil : $0.filter { [now = clock.now()] in now < $0.over } }
        return posted.withLock { posted in
            #if THREAD_SANITIZER
                posted.snapshots.append(posted.state)
            #endif
            return EntitlementSnapshot(
                state: posted.state, trustedDate: posted.trustedDate, signedDate: posted.signedDate,
                availability: posted.availability, policy: policy, lastReport: posted.reports.latest,
                bought: bought)
        }
    }
}

/// The entitlements of one moment, shared by their readers.
package final class EntitlementSnapshot: Sendable {
    /// The entitlements of that moment.
    package let state: EntitlementState
    /// The latest date that the App Store had signed.
    package let trustedDate: Timestamp
    /// Whether that was known.
    package let availability: EntitlementAvailability
    /// The app's policy for subscriptions that were not reported lately.
    let terms: EntitlementTerms
    /// When the backend last reported; `nil` when it never did.
    let lastReport: Timestamp?
    /// When the entitlements are stale; `nil` when they never are.
    let staleTime: Timestamp?
    /// The monotonic reading from which a new snapshot is needed, because a period that was just bought is over.
    let over: Duration?

    init(
        state: EntitlementState, trustedDate: Timestamp, signedDate: Timestamp? = nil,
        availability: EntitlementAvailability = .known, policy: EntitlementPolicy = .none,
        lastReport: Timestamp? = nil, bought: [JustBought]? = nil
    ) {
        (self.state, self.trustedDate) = (state, trustedDate)
        (self.availability, self.lastReport) = (availability, lastReport)
        terms = policy.terms(lastReport: lastReport, signed: signedDate ?? trustedDate, bought: bought)
        staleTime = policy.staleTime(lastReport: lastReport)
        over = bought?.map(\.over).min()
    }
}

/// When the backend last reported the owned purchases.
struct ReportTimes: Sendable {
    /// The last report, to the minute; `nil` when there was none.
    private(set) var latest: Timestamp?
    /// The same, as far as it is recorded or about to be.
    private var recorded: Timestamp?

    init(_ time: Timestamp?) { (latest, recorded) = (time, time) }

    mutating func noteRecorded(_ time: Timestamp) { recorded = time }

    /// The backend reported at a time: whether that is new, not within a minute, and whether to record it, once a day.
    mutating func note(_ time: Timestamp) -> (isNew: Bool, isForRecord: Bool) {
        let isForRecord = Self.isDue(time, after: recorded, by: .seconds(86_400))
        if isForRecord { recorded = time }
        let isNew = Self.isNew(time, after: latest)
        if isNew { latest = time }
        return (isNew, isForRecord)
    }

    static func isNew(_ time: Timestamp, after latest: Timestamp?) -> Bool {
        isDue(time, after: latest, by: .seconds(60))
    }

    /// Whether it is later than an earlier moment by this much; or earlier, after the device's clock was set back.
    private static func isDue(_ time: Timestamp, after earlier: Timestamp?, by span: Duration) -> Bool {
        guard let earlier, earlier <= time else { return true }
        return earlier.advanced(by: span) <= time
    }
}
