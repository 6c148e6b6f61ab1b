/// The latest date that the store itself has vouched for: a lower bound for the present time (E3).
///
/// Trusted are signed dates. One that lies far ahead of the device's date, and of every other signed date, counts only once
/// the description of another transaction confirms it by a date as late or later: a single wrong date would otherwise end
/// every subscription for good. It follows from the transactions alone, so that it is the same after a relaunch.
struct TrustedDate: Sendable {
    /// What is confirmed.
    private(set) var confirmed = Timestamp(milliseconds: .min)
    /// The latest date that nobody has confirmed, and the transaction that says so.
    private var lonely: (date: Timestamp, id: String)?

    /// The latest date of all, confirmed or not.
    var latest: Timestamp { max(confirmed, lonely?.date ?? confirmed) }

    /// How far a date may lie ahead without being confirmed: an hour, in milliseconds.
    private static let tolerance: Int64 = 3_600_000

    /// Nothing was signed yet.
    init() {}

    /// A date that was confirmed before.
    init(confirmed: Timestamp) { self.confirmed = confirmed }

    /// A transaction was described.
    ///
    /// - Parameters:
    ///   - signed: when the store signed the description; `nil` when it did not say.
    ///   - id: the transaction.
    ///   - device: the device's date when it was recorded.
    mutating func note(_ signed: Timestamp?, of id: @autoclosure () -> String, at device: Timestamp) {
        guard let signed, signed > confirmed else { return }
        if isPlausible(signed, at: device) {
            confirmed = signed
        } else {
            notePremature(signed, of: id())
        }
        if let lonely, lonely.date.isNear(confirmed, within: Self.tolerance) {
            confirmed = max(confirmed, lonely.date)
            self.lonely = nil
        }
    }

    /// The store signed something that is no transaction, which confirms nothing: only a date that needs no confirmation counts.
    mutating func note(signed: Timestamp, at device: Timestamp) {
        if isPlausible(signed, at: device) { confirmed = max(confirmed, signed) }
    }

    /// Whether something may have been signed at this date by now: it needs no confirmation.
    func isPlausible(_ signed: Timestamp, at device: Timestamp) -> Bool {
        signed.isNear(max(confirmed, device), within: Self.tolerance)
    }

    private mutating func notePremature(_ signed: Timestamp, of id: String) {
        guard let other = lonely, other.id != id else {
            lonely = (max(signed, lonely?.date ?? signed), id)
            return
        }
        // The earlier of the two is confirmed by the later.
        confirmed = min(signed, other.date)
        if signed > other.date { lonely = (signed, id) }
    }
}

extension Timestamp {
    /// Whether it is at most so many milliseconds later than another moment.
    fileprivate func isNear(_ other: Timestamp, within limit: Int64) -> Bool {
        let (end, overflow) = other.milliseconds.addingReportingOverflow(limit)
        return overflow || milliseconds <= end
    }
}
