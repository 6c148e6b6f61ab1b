#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What a backend told of a subscription's renewal.
package enum RenewalReport: Sendable, Hashable {
    /// How it goes on, as the store signed it.
    indirect case info(StoreRenewalInfo)
    /// Where it stands.
    case status(StoreSubscriptionStatus)

    /// How a backend tells it.
    package var event: BackendEvent {
        switch self {
        case .info(let info): .renewalInfo(BackendRenewalInfo(info))
        case .status(let status): .subscriptionStatus(status)
        }
    }
}

/// The subscriptions on record: of each line its latest transaction, and what the store told last of its renewal.
package struct SubscriptionLines: Sendable {
    /// One subscription.
    struct Line: Sendable {
        /// Its latest transaction; `nil` only while a snapshot is read.
        var latest: Latest?
        /// What the store told last; `nil` when it told nothing.
        var told: ToldRenewal?
    }

    /// The transaction of a line that was paid for last.
    struct Latest: Sendable {
        let key: Fingerprint
        let id: String
        let purchaseTime: Timestamp
        let signedTime: Timestamp?

        /// Whether it comes after another one; the same whatever the order in which the two were recorded.
        func follows(_ other: Latest) -> Bool {
            let never = Timestamp(milliseconds: .min)
            return (purchaseTime, signedTime ?? never, id) > (other.purchaseTime, other.signedTime ?? never, other.id)
        }
    }

    private var lines: [Fingerprint: Line] = [:]
    /// What was told of subscriptions that are not on record, by what it is about; it waits for them.
    private var early: [EarlyKey: RenewalReport] = [:]
    /// The same in the order in which it came.
    private var earlyOrder = Fifo<EarlyKey>()
    /// Whether a transaction has come since that may be one for which something waits.
    private(set) var mayEarlyBeKnown = false

    /// How much is kept that waits for its subscription; the store tells it again at the next launch.
    package static let earlyLimit = 1_024

    /// No subscriptions.
    package init() {}

    /// A line by the key of its original identifier.
    subscript(line: Fingerprint) -> Line? { lines[line] }

    /// All lines.
    var all: Dictionary<Fingerprint, Line>.Values { lines.values }

    /// A transaction of a renewing subscription was recorded.
    mutating func note(_ transaction: StoreTransaction, _ key: Fingerprint, line: Fingerprint) {
        let latest = Latest(
            key: key, id: transaction.ledgerID, purchaseTime: transaction.purchaseTime,
            signedTime: transaction.signedTime)
        mayEarlyBeKnown = !early.isEmpty
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

    /// How much waits.
    package var earlyCount: Int { early.count }

    /// Keeps what was told of a subscription that is not on record: of one the latest, and of many those told last.
    mutating func wait(_ report: RenewalReport) {
        let key = EarlyKey(report)
        if let known = early[key] {
            if !report.isOlder(than: known) { early[key] = report }
            return
        }
        early[key] = report
        earlyOrder.append(key)
        if early.count > Self.earlyLimit, let oldest = earlyOrder.popFirst() { early[oldest] = nil }
    }

    /// Everything that waits, in the order in which it came; what is not on record yet has to be put back.
    mutating func takeEarly() -> [RenewalReport] {
        var reports: [RenewalReport] = []
        while let key = earlyOrder.popFirst() {
            if let report = early[key] { reports.append(report) }
        }
        (early, mayEarlyBeKnown) = ([:], false)
        return reports
    }
}

/// What a report is about.
private struct EarlyKey: Hashable {
    let isInfo: Bool
    let id: String

    init(_ report: RenewalReport) {
        switch report {
        case .info(let info): (isInfo, id) = (true, info.originalTransactionID)
        case .status(let status): (isInfo, id) = (false, status.transactionID)
        }
    }
}

extension RenewalReport {
    /// Whether the store signed it before another one of the same subscription.
    fileprivate func isOlder(than other: RenewalReport) -> Bool {
        guard case (.info(let one), .info(let other)) = (self, other), let time = one.signedTime,
            let known = other.signedTime
        else { return false }
        return time < known
    }
}

extension ToldRenewal {
    fileprivate func wasSigned(after other: ToldRenewal) -> Bool {
        guard let time = signedTime, let other = other.signedTime else { return signedTime != nil }
        return time > other
    }
}
