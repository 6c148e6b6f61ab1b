// Reports of renewals. For each subscription the renewal info with the latest signature counts (T2).
extension RecordedSubscriptions {
    /// The decision from reports about one subscription.
    enum Decision {
        /// A change: an update of its latest transaction.
        case update(of: LedgerTransaction, ReportedRenewal)
        /// Signed again without a change: no update, but a report with an earlier date no longer counts as newer (L4).
        case confirmed(originalID: String, ReportedRenewal, isUrgent: Bool)
    }

    /// Processes the reports of one delivery: for each subscription they lead to one decision, or wait until it is
    /// recorded.
    mutating func take(
        _ reports: [RenewalReport], among transactions: TransactionIndex, _ trusted: TrustedDate, now: Timestamp,
        into batch: inout PreparedBatch
    ) -> [Decision] {
        let early = takeEarly(transactions, into: &batch)
        var before: [(subscription: Fingerprint, renewal: ReportedRenewal?)] = []
        var seen: Set<Fingerprint> = []
        for report in early + reports {
            guard let key = key(of: report, transactions) else {
                wait(report, into: &batch)
                continue
            }
            guard let renewal = renewal(report, after: self[key], trusted, now: now) else { continue }
            if seen.insert(key).inserted { before.append((key, self[key]?.renewal)) }
            put(renewal, key)
        }
        return before.compactMap { key, old in decision(on: key, after: old, transactions) }
    }

    /// Reports from before their subscription, which no longer wait because it is recorded now.
    private mutating func takeEarly(_ transactions: TransactionIndex, into batch: inout PreparedBatch)
        -> [RenewalReport]
    {
        guard mayEarlyBeKnown, early.count > 0 else { return [] }
        mayEarlyBeKnown = false
        let known = early.ordered.filter { key(of: $0, transactions) != nil }
        for report in known {
            early.remove(report.subject)
            batch.store(.earlyRenewalTaken(report.subject))
        }
        return known
    }

    /// Keeps a report whose subscription is not recorded.
    private mutating func wait(_ report: RenewalReport, into batch: inout PreparedBatch) {
        let known = early[report.subject]
        early.wait(report)
        guard let kept = early[report.subject], kept != known else { return }
        batch.note(.earlyRenewal(kept), isUrgent: known.map { !kept.saysTheSame(as: $0) } ?? true)
    }

    /// Restores a report read from storage, whose subscription may be recorded by now.
    mutating func restore(early report: RenewalReport) {
        early.wait(report)
        mayEarlyBeKnown = true
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
