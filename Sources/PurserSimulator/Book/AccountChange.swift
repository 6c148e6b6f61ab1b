import Purser

/// The changes of one step, as one record: all records in order produce the account.
struct AccountChange: Sendable, Codable {
    /// New or changed transactions, by their indexes.
    var records: [Int: AccountRecord]?
    /// Transactions with only these changes, by their indexes.
    var marks: [Int: Marks]?
    var payments: [PaymentTable.Entry]?
    var pending: [Int: PendingPayment?]?
    var failed: [Int: FailedPayment?]?
    var owned: [String: Int?]?
    /// Subscriptions that are new, or differ from the result of their renewals.
    var subscriptions: [String: AccountSubscription?]?
    var sharedSubscriptions: [String: AccountSubscription?]?
    /// Deleted transactions, by their indexes.
    var deleted: [Int: Bool?]?
    /// The changes of renewals, which are applied before the subscriptions.
    var renewals: RenewalChange?
    /// New refunds, oldest first.
    var refunds: [SimulatedRefund]?
    /// All counts, and the storefront.
    var counts: AccountCounts

    /// The changes that a finish or a report makes in a transaction's record.
    struct Marks: Sendable, Codable {
        var isFinished: Bool
        var wasReportedUnverified: Bool
    }
}

/// The counts of an account, and its storefront.
struct AccountCounts: Sendable, Codable {
    var pending: Int
    var failed: Int
    var charges: Int
    var unfinished: Int
    var storefront: StoreStorefront?
}

extension AccountBook {
    var counts: AccountCounts {
        get {
            AccountCounts(
                pending: payments.pendingCount, failed: payments.failedCount, charges: transactions.chargeCount,
                unfinished: transactions.unfinishedCount, storefront: storefront)
        }
        set {
            payments.pendingCount = newValue.pending
            payments.failedCount = newValue.failed
            transactions.chargeCount = newValue.charges
            transactions.unfinishedCount = newValue.unfinished
            storefront = newValue.storefront
        }
    }

    /// The changes since the last stored change.
    var change: AccountChange {
        mutating get {
            var change = AccountChange(counts: counts)
            let records = transactions.records
            var reported: [Int: AccountRecord] = [:]
            var marks: [Int: AccountChange.Marks] = [:]
            for index in records.keptCount..<records.count { reported[index] = records[index] }
            for index in records.changed {
                let (record, former) = (records[index], records.notes.former[index])
                if record.transaction == former?.transaction ?? record.transaction {
                    marks[index] = .init(
                        isFinished: record.isFinished, wasReportedUnverified: record.wasReportedUnverified)
                } else {
                    reported[index] = record
                }
            }
            if !reported.isEmpty { change.records = reported }
            if !marks.isEmpty { change.marks = marks }
            change.payments = payments.changedFates.nonEmpty
            change.pending = payments.pending.changed.nonEmpty
            change.failed = payments.failed.changed.nonEmpty
            change.owned = transactions.owned.changed.nonEmpty
            change.renewals = transactions.renewals.change
            let renewed = renewedSubscriptions()
            change.subscriptions = subscriptions.own.changed.filter { !isRenewed($0.value, as: renewed) }.nonEmpty
            change.sharedSubscriptions =
                subscriptions.shared.changed.filter { !isRenewed($0.value, as: renewed) }.nonEmpty
            change.deleted = transactions.deleted.changed.nonEmpty
            change.refunds = Array(refunds.all[refunds.all.keptCount...]).nonEmpty
            return change
        }
    }

    /// Applies a stored change; `false` if it does not follow from this account.
    mutating func repeatChange(_ change: AccountChange) -> Bool {
        for (place, record) in (change.records ?? [:]).sorted(by: { $0.key < $1.key }) {
            guard transactions.restore(record, at: place) else { return false }
        }
        for (place, marks) in change.marks ?? [:] {
            guard transactions.records.indices.contains(place) else { return false }
            var record = transactions.records[place]
            (record.isFinished, record.wasReportedUnverified) = (marks.isFinished, marks.wasReportedUnverified)
            transactions[place] = record
        }
        for entry in change.payments ?? [] {
            guard entry.isInRange else { return false }
            payments[entry.token] = entry.fate
        }
        payments.restore(pending: change.pending ?? [:], failed: change.failed ?? [:])
        for (product, place) in change.owned ?? [:] { transactions.owned[product] = place }
        let firstRenewal = transactions.renewals.count
        if let change = change.renewals {
            guard transactions.renewals.repeatChange(change) else { return false }
            repeatRenewals(change.runs ?? [], from: firstRenewal)
        }
        for (group, subscription) in change.subscriptions ?? [:] {
            subscriptions[SubscriptionID(groupID: group, isShared: false)] = subscription
        }
        for (group, subscription) in change.sharedSubscriptions ?? [:] {
            subscriptions[SubscriptionID(groupID: group, isShared: true)] = subscription
        }
        for (place, isDeleted) in change.deleted ?? [:] { transactions.deleted[place] = isDeleted }
        refunds.restore(change.refunds ?? [])
        counts = change.counts
        return true
    }
}

// A subscription that only renewed is not written: its renewals determine it.
extension AccountBook {
    /// The subscriptions that result from the step's renewals.
    private func renewedSubscriptions() -> [SubscriptionID: AccountSubscription] {
        var renewed: [SubscriptionID: AccountSubscription] = [:]
        let renewals = transactions.renewals
        var place = AccountTransactions.renewalPlace + renewals.keptCount
        for run in renewals.added {
            place += run.count
            guard run.terms >= 0 else { continue }
            let id = renewals.terms[run.terms].subscription
            let former = (id.isShared ? subscriptions.shared : subscriptions.own).notes.former[id.groupID]
            guard var subscription = renewed[id] ?? former ?? nil else { continue }
            subscription.renewed(run.count, to: place - 1)
            renewed[id] = subscription
        }
        return renewed
    }

    private func isRenewed(_ subscription: AccountSubscription?, as renewed: [SubscriptionID: AccountSubscription])
        -> Bool
    {
        subscription.map { renewed[$0.id] == $0 } ?? false
    }

    /// Renews the subscriptions as recorded.
    private mutating func repeatRenewals(_ runs: [RenewalChange.Run], from first: Int) {
        var place = AccountTransactions.renewalPlace + first
        for run in runs {
            place += run.count
            guard run.terms >= 0 else { continue }
            subscriptions[transactions.renewals.terms[run.terms].subscription]?.renewed(run.count, to: place - 1)
        }
    }
}

extension Collection {
    /// The value; `nil` if it is empty.
    fileprivate var nonEmpty: Self? { isEmpty ? nil : self }
}
