#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension WallTime {
    /// The moment of a Foundation date, cut to whole milliseconds; dates out of range are clamped.
    public init(_ date: Date) {
        let milliseconds = (date.timeIntervalSince1970 * 1_000).rounded(.down)
        self.init(milliseconds: Int64(exactly: milliseconds) ?? (milliseconds > 0 ? .max : .min))
    }

    /// This moment as a Foundation date.
    public var date: Date { Date(timeIntervalSince1970: Double(milliseconds) / 1_000) }
}
