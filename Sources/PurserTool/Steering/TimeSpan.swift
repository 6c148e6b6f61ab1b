import Purser
import PurserSimulator

/// A length of time, as people write it: `10d`, `1m`, `2y`, `1y6m`.
struct TimeSpan: Hashable, Sendable {
    private var months: Int64 = 0
    private var seconds: Int64 = 0

    /// The longest time span, in years; a longer one is a typing error.
    private static let longest: Int64 = 100
    static let spelling = "10d, 2w, 1m (a month), 2y, 1y6m, 3h or 5min"

    init(_ text: String) throws(UsageError) {
        var rest = text.lowercased()[...]
        while !rest.isEmpty {
            let digits = rest.prefix { $0.isASCII && $0.isNumber }
            rest = rest.dropFirst(digits.count)
            let unit = rest.prefix { $0.isLetter }
            rest = rest.dropFirst(unit.count)
            guard let count = Int64(digits), count <= 10_000_000_000, add(count, String(unit)) else {
                (months, seconds) = (0, 0)
                break
            }
        }
        guard months > 0 || seconds > 0 else {
            throw UsageError("“\(text)” is not a length of time; write \(Self.spelling)")
        }
        guard months <= Self.longest * 12, seconds <= Self.longest * 366 * 86_400 else {
            throw UsageError("“\(text)” is more than \(Self.longest) years; write less")
        }
    }

    private mutating func add(_ count: Int64, _ unit: String) -> Bool {
        switch unit {
        case "y": months += count * 12
        case "m": months += count
        case "w": seconds += count * 7 * 86_400
        case "d": seconds += count * 86_400
        case "h": seconds += count * 3_600
        case "min": seconds += count * 60
        case "s": seconds += count
        default: return false
        }
        return true
    }

    func end(from start: Timestamp) -> Timestamp { start.advanced(byMonths: months).advanced(by: .seconds(seconds)) }

    /// The length in whole seconds, from a moment or from 1970.
    func seconds(from start: Timestamp?) -> Int64 {
        let start = start ?? Timestamp(milliseconds: 0)
        return (end(from: start).milliseconds - start.milliseconds) / 1_000
    }
}
