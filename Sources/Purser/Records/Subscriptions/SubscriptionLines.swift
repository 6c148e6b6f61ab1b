/// The subscriptions on record: of each line its latest transaction, and what the store told last of its renewal.
package struct SubscriptionLines: Sendable {
    /// One subscription.
    struct Line: Sendable {
        /// Its latest transaction; `nil` only while a snapshot is read.
        var latest: Latest?
        /// What the store told last; `nil` when it told nothing.
        var told: ToldRenewal?
    }

    /// The transaction of a subscription that was paid for last.
    package struct Latest: Sendable, Hashable {
        /// Stands for its identifier.
        package let key: Fingerprint
        /// By what the ledger knows it.
        package let id: String
        /// When it was paid for.
        package let purchaseTime: Timestamp
        /// When it was signed; `nil` when it was not.
        package let signedTime: Timestamp?

        /// What decides of a transaction whether it is the latest.
        package init(_ transaction: StoreTransaction, _ key: Fingerprint) {
            (self.key, id) = (key, transaction.ledgerID)
            (purchaseTime, signedTime) = (transaction.purchaseTime, transaction.signedTime)
        }

        /// Whether it comes after another one; the same in each order in which the two are recorded.
        package func follows(_ other: Latest) -> Bool {
            let never = Timestamp(milliseconds: .min)
            return (purchaseTime, signedTime ?? never, id) > (other.purchaseTime, other.signedTime ?? never, other.id)
        }
    }

    private var lines: [Fingerprint: Line] = [:]
    /// What was reported of subscriptions that are not on record.
    package private(set) var early = EarlyRenewals()
    /// Whether a transaction has come since that may be one for which something waits.
    private(set) var mayEarlyBeKnown = false

    /// No subscriptions.
    package init() {}

    /// A line by the key of its original identifier.
    subscript(line: Fingerprint) -> Line? { lines[line] }

    /// All lines.
    var all: Dictionary<Fingerprint, Line>.Values { lines.values }

    /// A transaction of a renewing subscription was recorded.
    mutating func note(_ transaction: StoreTransaction, _ key: Fingerprint, line: Fingerprint) {
        let latest = Latest(transaction, key)
        mayEarlyBeKnown = early.count > 0
        if let present = lines[line]?.latest, !latest.follows(present), present.key != key { return }
        lines[line, default: Line()].latest = latest
    }

    /// A transaction belongs to a line no more.
    ///
    /// - Returns: whether it was the latest one, so that another one of the line has to be noted, if there is one.
    mutating func leave(_ key: Fingerprint, line: Fingerprint) -> Bool {
        guard lines[line]?.latest?.key == key else { return false }
        lines[line]?.latest = nil
        return true
    }

    /// Forgets a line that has no transaction.
    mutating func forget(emptyLine line: Fingerprint) {
        if lines[line]?.latest == nil { lines[line] = nil }
    }

    /// Puts in what was told of a line.
    mutating func put(_ told: ToldRenewal, line: Fingerprint) { lines[line, default: Line()].told = told }

    /// What was two lines is one: the later transaction and what was signed later count.
    mutating func rejoin(_ joined: JoinedLines) {
        let moved = lines.filter { joined.first($0.key) != $0.key }
        for (key, line) in moved {
            lines[key] = nil
            let target = joined.first(key)
            var joined = lines[target] ?? Line()
            if let latest = line.latest, joined.latest.map({ latest.follows($0) }) ?? true { joined.latest = latest }
            if let told = line.told, joined.told.map({ told.wasSigned(after: $0) }) ?? true { joined.told = told }
            lines[target] = joined
        }
    }

    /// Keeps what was reported of a subscription that is not on record.
    mutating func wait(_ report: RenewalReport) { early.wait(report) }

    /// The same as it was read from storage, where its subscription may be on record by now.
    mutating func restore(early report: RenewalReport) {
        early.wait(report)
        mayEarlyBeKnown = true
    }

    /// What was reported of a subscription waits no more.
    mutating func removeEarly(_ subject: RenewalReport.Subject) { early.remove(subject) }

    /// Everything that waits, in the order in which it came, if something of it may be on record by now.
    mutating func askEarly() -> [RenewalReport] {
        guard mayEarlyBeKnown else { return [] }
        mayEarlyBeKnown = false
        return early.ordered
    }
}

extension ToldRenewal {
    fileprivate func wasSigned(after other: ToldRenewal) -> Bool {
        guard let time = signedTime, let other = other.signedTime else { return signedTime != nil }
        return time > other
    }
}
