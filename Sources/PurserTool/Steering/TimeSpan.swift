import Purser
import PurserSimulator

/// A length of time, as people write it: `10d`, `1m`, `2y`, `1y6m`.
struct TimeSpan: Hashable, Sendable {
    private var months: Int64 = 0
    private var seconds: Int64 = 0

    /// The longest time span, in years; a longer one is a typing error.
    private static let longest: Int64 = 100
    private static let units: [String: (months: Int64, seconds: Int64)] = [
        "y": (12, 0), "m": (1, 0), "w": (0, 604_800), "d": (0, 86_400), "h": (0, 3_600), "min": (0, 60), "s": (0, 1),
    ]
    static let spelling = "10d, 2w, 1m (a month), 2y, 1y6m, 3h or 5min"

    init(_ text: String) throws(UsageError) {
        var rest = text.lowercased()[...]
        while let (part, digits, name) = rest.prefixMatch(of: #/([0-9]+)([a-z]+)/#)?.output, let count = Int64(digits),
            count <= 10_000_000_000, let unit = Self.units[String(name)]
        {
            (months, seconds) = (months + count * unit.months, seconds + count * unit.seconds)
            rest = rest[part.endIndex...]
        }
        guard rest.isEmpty, months > 0 || seconds > 0 else {
            throw UsageError("“\(text)” is not a length of time; write \(Self.spelling)")
        }
        guard months <= Self.longest * 12, seconds <= Self.longest * 366 * 86_400 else {
            throw UsageError("“\(text)” is more than \(Self.longest) years; write less")
        }
    }

    func end(from start: Timestamp) -> Timestamp { start.advanced(byMonths: months).advanced(by: .seconds(seconds)) }

    /// The length in whole seconds, from a moment or from 1970.
    func seconds(from start: Timestamp?) -> Int64 {
        let start = start ?? Timestamp(milliseconds: 0)
        return (end(from: start).milliseconds - start.milliseconds) / 1_000
    }
}
