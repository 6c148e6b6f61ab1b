// Reports of renewals. For each subscription the renewal info with the latest signature counts (T2).
extension RecordedSubscriptions {
    /// The decision from reports about one subscription.
    enum Decision {
        /// A change: an update of its latest transaction.
        case update(of: LedgerTransaction, ReportedRenewal)
        /// Signed again without a change: no update, but a report with an earlier date no longer counts as newer (L4).
        case confirmed(originalID: String, ReportedRenewal, isUrgent: Bool)
    }

    /// Processes the reports of one delivery: for each recorded subscription they lead to one decision; others are
    /// dropped.
    mutating func apply(
        _ reports: [RenewalReport], among transactions: TransactionIndex, _ trusted: TrustedDate, now: Timestamp
    ) -> [Decision] {
        var before: [(subscription: Fingerprint, renewal: ReportedRenewal?)] = []
        var seen: Set<Fingerprint> = []
        for report in reports {
            guard let key = key(of: report, transactions),
                let renewal = renewal(report, after: self[key], trusted, now: now)
            else { continue }
            if seen.insert(key).inserted { before.append((key, self[key]?.renewal)) }
            put(renewal, key)
        }
        return before.compactMap { key, old in decision(on: key, after: old, transactions) }
    }

    private func decision(on subscription: Fingerprint, after old: ReportedRenewal?, _ transactions: TransactionIndex)
        -> Decision?
    {
        guard let renewal = self[subscription]?.renewal, let latest = self[subscription]?.latest,
            let known = transactions[latest.id]
        else { return nil }
        if renewal.isChange(after: old) { return .update(of: known, renewal) }
        guard renewal != old else { return nil }
        // A signature before the latest period does not cover that period; one after it does, and is synced at once.
        let reachesLatest: Bool
        if let signed = renewal.signedTime, let earlier = old?.signedTime {
            reachesLatest = earlier < signed && earlier < latest.purchaseTime
        } else {
            reachesLatest = false
        }
        return .confirmed(originalID: known.transaction.originalID, renewal, isUrgent: reachesLatest)
    }

    /// The subscription of a report; `nil` when none of its transactions is recorded.
    private func key(of report: RenewalReport, _ transactions: TransactionIndex) -> Fingerprint? {
        let original: String? =
            switch report {
            case .info(let info): info.originalTransactionID
            case .status(let status): transactions[status.transactionID]?.transaction.originalID
            }
        guard let key = original.map({ key(of: $0) }), self[key]?.latest != nil else { return nil }
        return key
    }

    /// The known renewal of a subscription after a report; `nil` when the report is older than the known one.
    private func renewal(
        _ report: RenewalReport, after known: Subscription?, _ trusted: TrustedDate, now: Timestamp
    ) -> ReportedRenewal? {
        let old = known?.renewal
        let later = old?.laterFields ?? LaterFields()
        switch report {
        case .info(var info):
            if let known = old?.renewalInfo, info.saysTheSame(as: known) { info.laterFields = known.laterFields }
            let renewal = ReportedRenewal(info, old?.state, laterFields: later)
            guard let signed = renewal.signedTime, let known = old?.signedTime, signed < known else { return renewal }
            // A date that cannot be true yet excludes nothing.
            return trusted.isPlausible(known, at: now) ? nil : renewal
        case .status(let status):
            // For an earlier transaction it is outdated.
            guard known?.latest?.id == status.transactionID else { return nil }
            return ReportedRenewal(old?.renewalInfo, status.state, laterFields: later)
        }
    }
}

/// A backend's report of a subscription's renewal.
package enum RenewalReport: Sendable, Hashable {
    /// Its renewal, as the App Store signed it.
    indirect case info(StoreRenewalInfo)
    /// The state.
    case status(StoreSubscriptionStatus)

    /// How a backend reports it.
    package var event: BackendEvent {
        switch self {
        case .info(let info): .renewalInfo(BackendRenewalInfo(info))
        case .status(let status): .subscriptionStatus(status)
        }
    }

    /// When the App Store signed it; `nil` for a status.
    var signedTime: Timestamp? { if case .info(let info) = self { info.signedTime } else { nil } }
}
