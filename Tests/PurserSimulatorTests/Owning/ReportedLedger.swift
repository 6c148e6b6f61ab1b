@testable import Purser
@testable import PurserSimulator

/// A ledger that is told what an account says, and what is owned by it.
struct ReportedLedger {
    private(set) var ledger = LedgerState()
    private(set) var slow = SlowOwner()
    private let live: CurrentEntitlements
    /// The lines that have another original identifier from now on.
    var renamed: Set<String> = []
    /// When each line was described last under its former identifier.
    private var formerly: [String: Timestamp] = [:]

    init(policy: EntitlementPolicy) {
        live = CurrentEntitlements(EntitlementState(hash: LedgerState().hash), trustedDate: at(0), policy: policy)
    }

    /// Takes in a batch.
    mutating func report(_ events: [BackendEvent], at now: Timestamp) {
        var (transactions, renewals): ([IncomingTransaction], [RenewalReport]) = ([], [])
        var infos: [StoreRenewalInfo] = []
        for event in events {
            switch event {
            case .transaction(let reported):
                slow.transactions.append(reported.transaction)
                transactions.append(
                    IncomingTransaction(reported.transaction, phase: .complete, needsFinish: false))
            case .renewalInfo(let reported):
                infos.append(reported.renewalInfo)
                renewals.append(.info(reported.renewalInfo))
            case .subscriptionStatus(let status): renewals.append(.status(status))
            default: break
            }
        }
        // One that comes before its subscription is dropped (T2).
        slow.infos += infos.filter { info in
            slow.transactions.contains {
                [$0.originalID, $0.previousOriginalTransactionID].contains(info.originalTransactionID)
            }
        }
        var batch = PreparedBatch(capacity: events.count)
        for incoming in transactions {
            ledger.prepare(incoming, now: now, into: &batch)
        }
        ledger.prepare(renewals: renewals, now: now, into: &batch)
        let rebuilt = batch.published.changes.needsRebuild ? ledger.entitlements : nil
        live.apply(batch.published.changes, rebuilt: rebuilt, trustedDate: at(0))
    }

    /// What is said at a moment: as it was followed change by change, and as a relaunch finds it.
    func answers(at time: Timestamp) -> (live: StoreEntitlements, again: StoreEntitlements) {
        let again = EntitlementSnapshot(state: ledger.entitlements, trustedDate: at(0), policy: live.policy)
        return (
            StoreEntitlements(live.snapshot, deviceTime: time), StoreEntitlements(again, deviceTime: time)
        )
    }

    /// The events under the identifiers that their lines have by now (M6).
    mutating func underPresentNames(_ events: [BackendEvent]) -> [BackendEvent] {
        var named: [BackendEvent] = []
        for event in events { named += underPresentName(event, after: named) }
        return named
    }

    /// The event under the identifier that its line has by now.
    ///
    /// Only a transaction says which identifier a line had before. A store tells a renewal info together with the transaction
    /// that it renews, so the first info under a new identifier brings one along.
    private mutating func underPresentName(_ event: BackendEvent, after others: [BackendEvent]) -> [BackendEvent] {
        switch event {
        case .transaction(var reported):
            let original = reported.transaction.originalID
            guard renamed.contains(original) else {
                if let signed = reported.transaction.signedTime {
                    formerly[original] = max(signed, formerly[original] ?? signed)
                }
                return [event]
            }
            reported.transaction = reported.transaction.underNewName(after: formerly[original])
            return [.transaction(reported)]
        case .renewalInfo(var reported):
            let original = reported.renewalInfo.originalTransactionID
            guard renamed.contains(original) else { return [event] }
            reported.renewalInfo.originalTransactionID = "N\(original)"
            let known = slow.transactions + others.compactMap { $0.transaction?.transaction }
            guard !known.contains(where: { $0.originalID == "N\(original)" }),
                let latest = known.last(where: { $0.originalID == original })
            else { return [.renewalInfo(reported)] }
            let renewed = latest.underNewName(
                after: [formerly[original], reported.renewalInfo.signedTime].compactMap(\.self).max())
            return [
                .transaction(BackendTransaction(renewed, origin: .other(nil), needsFinish: false)),
                .renewalInfo(reported),
            ]
        default: return [event]
        }
    }
}

extension StoreTransaction {
    /// It under another original identifier, as a store describes it that has changed its line's.
    ///
    /// - Parameter former: when its line was described last before; `nil` when only this description is known.
    fileprivate func underNewName(after former: Timestamp?) -> StoreTransaction {
        var fields = fields
        fields.previousOriginalTransactionID = originalID
        fields.originalID = "N\(originalID)"
        // What the store describes differently it signs anew, and later than all that it described as before.
        fields.signedTime = fields.signedTime.map { max($0, former ?? $0).advanced(by: .milliseconds(1)) }
        return StoreTransaction(fields)
    }
}
