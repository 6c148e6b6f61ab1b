import Purser

/// What one step changed in an account, as a record of its own: with those before it, it makes the account whole.
struct AccountChange: Sendable, Codable {
    /// Transactions that are new, or were described anew, by their index.
    var records: [Int: AccountRecord]?
    /// Transactions of which only this changed, by their index.
    var marks: [Int: Marks]?
    var payments: [PaymentTable.Entry]?
    var pending: [Int: PendingPayment?]?
    var failed: [Int: FailedPayment?]?
    var owned: [String: Int?]?
    /// Lines that are new, or that are not as their renewals make them.
    var lines: [String: SubscriptionLine?]?
    var sharedLines: [String: SubscriptionLine?]?
    /// Transactions that were deleted, by their index.
    var deleted: [Int: Bool?]?
    /// What happened to renewals; it is repeated before the lines.
    var renewals: RenewalChange?
    /// Refunds that are new, oldest first.
    var refunds: [SimulatedRefund]?
    /// The counts and the storefront, all of them.
    var counts: AccountCounts

    /// What the app's finishing, or a report, changes in a transaction's record.
    struct Marks: Sendable, Codable {
        var isFinished: Bool
        var wasReportedUnverified: Bool
    }
}

/// The counts of an account, and where its customer is.
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

    /// What was changed since it was last kept.
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
            let renewed = renewedLines()
            change.lines = lines.own.changed.filter { !isRenewed($0.value, as: renewed) }.nonEmpty
            change.sharedLines = lines.shared.changed.filter { !isRenewed($0.value, as: renewed) }.nonEmpty
            change.deleted = transactions.deleted.changed.nonEmpty
            change.refunds = Array(refunds.all[refunds.all.keptCount...]).nonEmpty
            return change
        }
    }

    /// Makes a change that was kept once more; false when it does not follow on what is here.
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
        for (group, line) in change.lines ?? [:] { lines[LineID(groupID: group, isShared: false)] = line }
        for (group, line) in change.sharedLines ?? [:] { lines[LineID(groupID: group, isShared: true)] = line }
        for (place, isDeleted) in change.deleted ?? [:] { transactions.deleted[place] = isDeleted }
        refunds.restore(change.refunds ?? [])
        counts = change.counts
        return true
    }
}

// A line that did nothing but renew need not be written: its renewals say so.
extension AccountBook {
    /// The lines as the step's renewals make them of what they were before it.
    private func renewedLines() -> [LineID: SubscriptionLine] {
        var renewed: [LineID: SubscriptionLine] = [:]
        let renewals = transactions.renewals
        var place = AccountTransactions.renewalPlace + renewals.keptCount
        for run in renewals.added {
            place += run.count
            guard run.terms >= 0 else { continue }
            let id = renewals.terms[run.terms].line
            let former = (id.isShared ? lines.shared : lines.own).notes.former[id.groupID]
            guard var line = renewed[id] ?? former ?? nil else { continue }
            line.renewed(run.count, to: place - 1)
            renewed[id] = line
        }
        return renewed
    }

    private func isRenewed(_ line: SubscriptionLine?, as renewed: [LineID: SubscriptionLine]) -> Bool {
        line.map { renewed[$0.id] == $0 } ?? false
    }

    /// Lets the lines renew as they did.
    private mutating func repeatRenewals(_ runs: [RenewalChange.Run], from first: Int) {
        var place = AccountTransactions.renewalPlace + first
        for run in runs {
            place += run.count
            guard run.terms >= 0 else { continue }
            lines[transactions.renewals.terms[run.terms].line]?.renewed(run.count, to: place - 1)
        }
    }
}

extension Collection {
    /// `nil` when there is nothing in it.
    fileprivate var nonEmpty: Self? { isEmpty ? nil : self }
}
