extension StoreSubscription {
    /// The state of a subscription, and until when.
    struct CurrentState: Sendable, Hashable {
        var state: RenewalState
        var end: Timestamp?
        /// Whether the renewal that was due is not reported yet.
        var awaitsRenewal = false
    }
}

extension StoreSubscription.RenewalState {
    var isActive: Bool { self == .subscribed || self == .inGracePeriod }
}

extension StoreSubscription.CurrentState {
    /// The state of a subscription by its deciding period.
    ///
    /// A revoked period makes it revoked. Otherwise it is subscribed until the period ends (E5), then in grace as reported,
    /// 28 days at most, then in billing retry, then expired. Without a report of the renewal it may be used as long as
    /// the app's policy allows, and no longer than the entitlements are fresh.
    init(
        of period: StoreTransaction, _ renewal: ReportedRenewal?, at time: Timestamp, under terms: EntitlementTerms
    ) {
        self.init(upToNow: period, renewal, at: time, under: terms)
        guard let limit = terms.end, state.isActive else { return }
        end = min(end ?? limit, limit)
        if limit <= time { (state, awaitsRenewal) = (.expired, false) }
    }

    /// The longest grace period of the App Store: with a later date, one wrong report would keep an ended subscription
    /// active (E3).
    private static let longestGrace = Duration.seconds(28 * 86_400)

    private init(
        upToNow period: StoreTransaction, _ renewal: ReportedRenewal?, at time: Timestamp, under terms: EntitlementTerms
    ) {
        self.init(state: period.isRevoked ? .revoked : .subscribed, end: period.expirationTime)
        guard !period.isRevoked, let over = period.expirationTime, over <= time,
            terms.bought?.contains(period) != true
        else { return }
        let isOutdated = renewal?.isOutdated(for: period) ?? false
        let reported = renewal?.renewalInfo?.gracePeriodExpirationTime
        if reported != nil || !isOutdated && renewal?.isInGrace == true {
            let longest = over.advanced(by: Self.longestGrace)
            let grace = min(reported ?? longest, longest)
            if grace > time {
                (state, end) = (.inGracePeriod, grace)
                return
            }
        }
        if renewal?.renewalInfo?.isInBillingRetry == true, !isOutdated {
            state = .inBillingRetryPeriod
            return
        }
        state = .expired
        guard let grace = terms.renewalGrace, renewal?.mayHaveRenewed(isOutdated: isOutdated) ?? true else { return }
        let until = over.advanced(by: grace)
        if until > time { (state, end, awaitsRenewal) = (.inGracePeriod, until, true) }
    }
}
