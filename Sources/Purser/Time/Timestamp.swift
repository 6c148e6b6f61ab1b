#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

/// A moment in calendar time, in whole milliseconds since 1970-01-01 00:00 UTC (the App Store's own unit).
///
/// The public API uses `Date`. Inside, moments are whole milliseconds, so that a moment is equal to the original after
/// it was written to disk and read again, and so that state files need no Foundation.
package struct Timestamp: Sendable, Hashable, Comparable {
    /// Milliseconds since 1970-01-01 00:00 UTC.
    package var milliseconds: Int64

    /// 1970-01-01 00:00 UTC.
    package static let zero = Timestamp(milliseconds: 0)

    /// Makes a moment from milliseconds since 1970-01-01 00:00 UTC.
    package init(milliseconds: Int64) { self.milliseconds = milliseconds }

    /// Earlier moments come first.
    package static func < (lhs: Timestamp, rhs: Timestamp) -> Bool { lhs.milliseconds < rhs.milliseconds }

    /// The moment `duration` after this one, or before it when negative; clamped to the range of the type.
    package func advanced(by duration: Duration) -> Timestamp {
        let (seconds, attoseconds) = duration.components
        let (scaled, overflow) = seconds.multipliedReportingOverflow(by: 1_000)
        guard !overflow else { return Timestamp(milliseconds: seconds < 0 ? .min : .max) }
        // Both parts have the same sign.
        let (span, tooLong) = scaled.addingReportingOverflow(attoseconds / 1_000_000_000_000_000)
        guard !tooLong else { return Timestamp(milliseconds: scaled < 0 ? .min : .max) }
        let (sum, carry) = milliseconds.addingReportingOverflow(span)
        return Timestamp(milliseconds: carry ? (span < 0 ? .min : .max) : sum)
    }

    /// How much later it is than another moment; `nil` when it is no later.
    package func time(after other: Timestamp) -> Duration? {
        guard self > other else { return nil }
        let (rest, isTooFar) = milliseconds.subtractingReportingOverflow(other.milliseconds)
        return .milliseconds(isTooFar ? .max : rest)
    }

    /// The whole seconds since 1970, rounded down.
    var seconds: Int64 { milliseconds >= 0 ? milliseconds / 1_000 : (milliseconds + 1) / 1_000 - 1 }

    func isWithinSecond(of other: Timestamp) -> Bool {
        if milliseconds == other.milliseconds { return true }
        let (difference, overflow) = milliseconds.subtractingReportingOverflow(other.milliseconds)
        return !overflow && (-999...999).contains(difference)
    }
}

extension Timestamp? {
    /// Whether both are known, and this one is earlier: what was signed then is older than what was signed at the other.
    package func isEarlier(than other: Timestamp?) -> Bool {
        guard let self, let other else { return false }
        return self < other
    }
}

extension Timestamp: Codable {
    /// Reads a number of milliseconds since 1970.
    package init(from decoder: any Decoder) throws {
        self.init(milliseconds: try decoder.singleValueContainer().decode(Int64.self))
    }

    /// Writes a number of milliseconds since 1970.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(milliseconds)
    }

    /// The moment of a date, to the nearest millisecond; dates out of range are clamped.
    package init(_ date: Date) {
        let milliseconds = (date.timeIntervalSince1970 * 1_000).rounded()
        self.init(milliseconds: Int64(exactly: milliseconds) ?? (milliseconds > 0 ? .max : .min))
    }

    /// This moment as a date; the same moment always returns the same date.
    package var date: Date { Date(timeIntervalSince1970: Double(milliseconds) / 1_000) }
}

extension StoreClock {
    /// The clock's date, to the nearest millisecond.
    package func timestamp() -> Timestamp {
        Self.self == SystemClock.self ? SystemClock.timestamp() : Timestamp(currentDate())
    }
}
