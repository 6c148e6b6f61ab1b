@testable import Purser
@testable import PurserSimulator

/// A ledger that is told what an account says, and what is owned by it.
struct ToldLedger {
    private(set) var ledger = LedgerState()
    private(set) var slow = SlowOwner()
    private let live: CurrentEntitlements
    /// The lines that have another original identifier from now on.
    var renamed: Set<String> = []

    init(policy: EntitlementPolicy) {
        live = CurrentEntitlements([], trustedDate: at(0), hash: LedgerState().hash, policy: policy)
    }

    /// Takes in a batch.
    mutating func tell(_ events: [BackendEvent], at now: Timestamp) {
        var (reported, reports): ([IncomingTransaction], [RenewalReport]) = ([], [])
        for event in events {
            switch event {
            case .transaction(let told):
                slow.transactions.append(told.transaction)
                reported.append(IncomingTransaction(told.transaction, phase: .complete, token: nil, needsFinish: false))
            case .renewalInfo(let told):
                slow.infos.append(told.renewalInfo)
                reports.append(.info(told.renewalInfo))
            case .subscriptionStatus(let status): reports.append(.status(status))
            default: break
            }
        }
        var batch = PreparedBatch(capacity: events.count)
        ledger.prepare(reported: reported, now: now, into: &batch)
        ledger.prepare(renewals: reports, now: now, into: &batch)
        let rebuilt = batch.changes.needsRebuild ? ledger.entitlements : nil
        live.apply(batch.changes, rebuilt: rebuilt, trustedDate: at(0))
    }

    /// What is said at a moment: as it was followed change by change, and as a relaunch finds it.
    func answers(at time: Timestamp) -> (live: StoreEntitlements, again: StoreEntitlements) {
        let again = EntitlementSnapshot(state: ledger.entitlements, trustedDate: at(0), policy: live.policy)
        return (
            StoreEntitlements(live.snapshot, deviceTime: time), StoreEntitlements(again, deviceTime: time)
        )
    }

    /// The event under the identifiers that its line has by now (M6).
    func underPresentName(_ event: BackendEvent) -> BackendEvent {
        switch event {
        case .transaction(var told):
            let original = told.transaction.originalID
            guard renamed.contains(original) else { return event }
            var fields = told.transaction.fields
            fields.originalID = "N\(original)"
            fields.previousOriginalTransactionID = original
            // What the store describes differently it signs anew.
            fields.signedTime = fields.signedTime?.advanced(by: .milliseconds(1))
            told.transaction = StoreTransaction(fields)
            return .transaction(told)
        case .renewalInfo(var told):
            let original = told.renewalInfo.originalTransactionID
            guard renamed.contains(original) else { return event }
            told.renewalInfo.originalTransactionID = "N\(original)"
            return .renewalInfo(told)
        default: return event
        }
    }
}
