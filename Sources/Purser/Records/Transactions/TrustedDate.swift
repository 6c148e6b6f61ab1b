/// The latest date that the App Store itself has confirmed: a lower bound for the current time (E3).
///
/// A signed date far ahead of the device's date and of all others counts only once another transaction confirms it:
/// otherwise one wrong date would permanently end every subscription.
struct TrustedDate: Sendable {
    private(set) var confirmed: Timestamp
    /// The latest unconfirmed date, and its transaction.
    private var lonely: (date: Timestamp, id: String)?

    var latest: Timestamp { max(confirmed, lonely?.date ?? confirmed) }

    private static let tolerance: Int64 = 3_600_000

    init(confirmed: Timestamp = Timestamp(milliseconds: .min)) { self.confirmed = confirmed }

    /// A transaction was signed at a date, and recorded at the device's date.
    mutating func note(_ signed: Timestamp?, of id: @autoclosure () -> String, at device: Timestamp) {
        guard let signed, signed > confirmed else { return }
        if isPlausible(signed, at: device) {
            confirmed = signed
        } else {
            notePremature(signed, of: id())
        }
        if let lonely, Self.isNear(lonely.date, confirmed) {
            confirmed = max(confirmed, lonely.date)
            self.lonely = nil
        }
    }

    /// Records the date of signed data other than a transaction, which confirms nothing: only a date that needs no
    /// confirmation counts.
    mutating func note(signed: Timestamp, at device: Timestamp) {
        if isPlausible(signed, at: device) { confirmed = max(confirmed, signed) }
    }

    /// Whether something may have been signed at this date by now: it needs no confirmation.
    func isPlausible(_ signed: Timestamp, at device: Timestamp) -> Bool { Self.isNear(signed, max(confirmed, device)) }

    private mutating func notePremature(_ signed: Timestamp, of id: String) {
        guard let other = lonely, other.id != id else {
            lonely = (max(signed, lonely?.date ?? signed), id)
            return
        }
        // The earlier of the two is confirmed by the later.
        confirmed = min(signed, other.date)
        if signed > other.date { lonely = (signed, id) }
    }

    /// Whether a date is at most an hour later than another one.
    private static func isNear(_ date: Timestamp, _ other: Timestamp) -> Bool {
        let (end, overflow) = other.milliseconds.addingReportingOverflow(tolerance)
        return overflow || date.milliseconds <= end
    }
}
