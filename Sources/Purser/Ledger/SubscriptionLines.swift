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
        let expirationTime: Timestamp?

        /// Whether it comes after another one; the same whatever the order in which the two were recorded.
        func follows(_ other: Latest) -> Bool {
            let ends = (expirationTime ?? purchaseTime, other.expirationTime ?? other.purchaseTime)
            return (purchaseTime, ends.0, id) > (other.purchaseTime, ends.1, other.id)
        }
    }

    private var lines: [Fingerprint: Line] = [:]
    /// What was told of subscriptions that are not on record, the oldest first; it waits for them.
    private(set) var early: [RenewalReport] = []
    /// Whether a transaction has come since that may be one for which something waits.
    private(set) var mayEarlyBeKnown = false

    /// How much is kept that waits for its subscription; the store tells it again at the next launch.
    private static let earlyLimit = 1_024

    /// No subscriptions.
    package init() {}

    /// A line by the key of its original identifier.
    subscript(line: Fingerprint) -> Line? { lines[line] }

    /// All lines.
    var all: Dictionary<Fingerprint, Line>.Values { lines.values }

    /// A transaction of a renewing subscription was recorded.
    mutating func note(_ transaction: StoreTransaction, _ key: Fingerprint, line: Fingerprint) {
        let latest = Latest(
            key: key, id: transaction.id, purchaseTime: transaction.purchaseTime,
            expirationTime: transaction.expirationTime)
        mayEarlyBeKnown = !early.isEmpty
        if let present = lines[line]?.latest, !latest.follows(present), present.key != key { return }
        lines[line, default: Line()].latest = latest
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

    /// Keeps what was told of a subscription that is not on record.
    mutating func wait(_ report: RenewalReport) {
        early.removeAll { $0.replaces(report) }
        early.append(report)
        if early.count > Self.earlyLimit { early.removeFirst() }
    }

    /// Everything that waits; what is not on record yet has to be put back.
    mutating func takeEarly() -> [RenewalReport] {
        defer { (early, mayEarlyBeKnown) = ([], false) }
        return early
    }
}

extension RenewalReport {
    /// Whether it says of the same subscription what another one says anew.
    fileprivate func replaces(_ other: RenewalReport) -> Bool {
        switch (self, other) {
        case (.info(let one), .info(let other)):
            one.originalTransactionID == other.originalTransactionID
                && (one.signedTime?.milliseconds ?? .min) <= (other.signedTime?.milliseconds ?? .max)
        case (.status(let one), .status(let other)): one.transactionID == other.transactionID
        default: false
        }
    }
}

extension ToldRenewal {
    fileprivate func wasSigned(after other: ToldRenewal) -> Bool {
        guard let time = signedTime, let other = other.signedTime else { return signedTime != nil }
        return time > other
    }
}
