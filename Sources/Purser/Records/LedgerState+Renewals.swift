#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

// What the store tells of renewals. Of each subscription the renewal info that was signed last counts (T2); what it says
// anew is an update of its own, behind those of the transactions that came with it.
extension LedgerState {
    /// A backend told something of renewals.
    ///
    /// What is reported in one delivery of one subscription is one update. What belongs to no subscription on record waits for
    /// it.
    mutating func prepare(renewals reports: [RenewalReport], now: Timestamp, into batch: inout PreparedBatch) {
        let early = takeEarly(into: &batch)
        guard !early.isEmpty || !reports.isEmpty else { return }
        var before: [(line: Fingerprint, told: ToldRenewal?)] = []
        var seen: Set<Fingerprint> = []
        for report in early + reports {
            guard let line = line(of: report) else {
                wait(report, into: &batch)
                continue
            }
            guard let told = told(report, after: subscriptions[line], now: now) else { continue }
            if seen.insert(line).inserted { before.append((line, subscriptions[line]?.told)) }
            subscriptions.put(told, line: line)
        }
        for (line, old) in before {
            guard let told = subscriptions[line]?.told else { continue }
            if told.isNews(after: old) {
                publish(told, of: line, now: now, into: &batch)
            } else {
                confirm(told, of: line, after: old, into: &batch)
            }
        }
    }

    /// What was reported before its subscription, and waits no more since that is on record now.
    private mutating func takeEarly(into batch: inout PreparedBatch) -> [RenewalReport] {
        guard subscriptions.early.count > 0 else { return [] }
        let known = subscriptions.askEarly().filter { line(of: $0) != nil }
        for report in known {
            subscriptions.removeEarly(report.subject)
            batch.store(.earlyRenewalTaken(report.subject))
        }
        return known
    }

    /// Keeps a report whose subscription is not on record.
    private mutating func wait(_ report: RenewalReport, into batch: inout PreparedBatch) {
        let known = subscriptions.early[report.subject]
        subscriptions.wait(report)
        guard let kept = subscriptions.early[report.subject], kept != known else { return }
        batch.note(.earlyRenewal(kept), isUrgent: known.map { !kept.saysTheSame(as: $0) } ?? true)
    }

    /// The App Store has signed again what was reported before: no update, but what was signed earlier and is reported later is
    /// not taken for newer (L4).
    ///
    /// What was signed before the latest period says nothing of that; what is signed now does, and is safe at once.
    private func confirm(
        _ told: ToldRenewal, of line: Fingerprint, after old: ToldRenewal?, into batch: inout PreparedBatch
    ) {
        guard told != old, let latest = subscriptions[line]?.latest, let known = transactions[latest.id] else { return }
        let originalID = known.transaction.originalID
        let reaches = old?.signedTime.and(told.signedTime).map { $0 < $1 && $0 < latest.purchaseTime } ?? false
        batch.note(.renewal(originalID: originalID, told), isUrgent: reaches)
        batch.changes.add(told, ofLine: originalID)
    }

    /// The key of the subscription that a report is about; `nil` when none of its transactions is on record.
    private func line(of report: RenewalReport) -> Fingerprint? {
        let original: String? =
            switch report {
            case .info(let info): info.originalTransactionID
            case .status(let status): transactions[status.transactionID]?.transaction.originalID
            }
        guard let key = original.map({ lines.first(hash.fingerprint(of: $0)) }) else { return nil }
        return subscriptions[key]?.latest == nil ? nil : key
    }

    /// What is known of a line after a report; `nil` when the report is older than that.
    private func told(_ report: RenewalReport, after line: SubscriptionLines.Line?, now: Timestamp) -> ToldRenewal? {
        let old = line?.told
        switch report {
        case .info(let info):
            var info = info
            if let known = old?.renewalInfo, info.saysTheSame(as: known) { info.laterFields = known.laterFields }
            let told = ToldRenewal(info, old?.state, laterFields: old?.laterFields ?? LaterFields())
            guard let (new, known) = told.signedTime.and(old?.signedTime), new < known else { return told }
            // A date that cannot be true yet shuts out nothing.
            return trusted.isPlausible(known, at: now) ? nil : told
        case .status(let status):
            // Of an earlier transaction it says nothing that still holds.
            guard line?.latest?.id == status.transactionID else { return nil }
            return ToldRenewal(
                old?.renewalInfo, status.state, laterFields: old?.laterFields ?? LaterFields())
        }
    }

    /// Records what is new of a subscription as an update of its latest transaction.
    private mutating func publish(
        _ told: ToldRenewal, of line: Fingerprint, now: Timestamp, into batch: inout PreparedBatch
    ) {
        guard let latest = subscriptions[line]?.latest, let known = transactions[latest.id] else { return }
        let update = StoreUpdate(
            sequence: nextSequence, phase: .complete, kind: .statusChanged, transaction: known.transaction,
            intent: known.intent, recordTime: now, unpaidFinishing: known.update.unpaidFinishing, renewal: told,
            origin: origin)
        apply(statusOf: update, told)
        batch.publish(status: update, told)
    }

    /// Takes in an update that tells nothing but what is new of a renewal.
    mutating func apply(statusOf update: StoreUpdate, _ told: ToldRenewal) {
        nextSequence = update.sequence + 1
        noteHeard(at: update.recordTime)
        subscriptions.put(told, line: line(of: update.transaction))
        noteDate(told, at: update.recordTime)
    }

    /// Takes in what a snapshot says of the renewal of a line.
    mutating func apply(_ told: ToldRenewal, ofLine originalID: String) {
        subscriptions.put(told, line: lines.first(hash.fingerprint(of: originalID)))
    }

    /// Gives what is known of renewals, in the order of the latest transactions.
    func writeRenewals(_ body: (LedgerRecord) throws -> Void) rethrows {
        for (originalID, told) in renewals { try body(.renewal(originalID: originalID, told)) }
        for report in subscriptions.early.ordered { try body(.earlyRenewal(report)) }
    }

    /// What was told of renewals, by an original identifier of each line, in the order of the latest transactions.
    package var renewals: [(originalID: String, told: ToldRenewal)] {
        let told = subscriptions.all.compactMap { line in line.told.and(line.latest) }
        return told.sorted { $1.1.follows($0.1) }.compactMap { told, latest in
            transactions[latest.id].map { ($0.transaction.originalID, told) }
        }
    }
}

extension ToldRenewal {
    /// Whether it says something that was not known; when it was signed is no news.
    fileprivate func isNews(after old: ToldRenewal?) -> Bool {
        guard let old, old.state == state else { return true }
        guard let (new, known) = renewalInfo.and(old.renewalInfo) else { return renewalInfo != old.renewalInfo }
        return !new.saysTheSame(as: known)
    }
}

extension Optional {
    /// Both values; `nil` when one is missing.
    fileprivate func and<Other>(_ other: Other?) -> (Wrapped, Other)? {
        guard let self, let other else { return nil }
        return (self, other)
    }
}
