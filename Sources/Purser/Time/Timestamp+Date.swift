#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

extension Timestamp {
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
