#if canImport(FoundationInternationalization)
    import FoundationEssentials
    import FoundationInternationalization
#else
    import Foundation
#endif

/// Numbers as people read them.
enum Text {
    /// Three digits that count, with a thousands separator: `1,230`, `45.6`, `0.78`.
    static func number(_ value: Double) -> String {
        guard value.isFinite else { return "–" }
        let magnitude = abs(value)
        if magnitude >= 1_000 { return formatted(value, decimals: 0, .automatic) }
        if magnitude >= 100 || value == value.rounded() { return fixed(value, 0) }
        return fixed(value, magnitude >= 10 ? 1 : magnitude >= 0.1 ? 2 : magnitude >= 0.01 ? 3 : 4)
    }

    /// A figure with its unit, scaled to it: nanoseconds up to seconds, bytes up to gigabytes.
    static func figure(_ value: Double, unit: String) -> String {
        switch unit {
        case "ns": scaled(value, [(1, "ns"), (1e3, "µs"), (1e6, "ms"), (1e9, "s")])
        case "B": scaled(value, [(1, "B"), (1_024, "KiB"), (1_048_576, "MiB"), (1_073_741_824, "GiB")])
        default: number(value) + unit
        }
    }

    static func fixed(_ value: Double, _ decimals: Int) -> String {
        value.isFinite ? formatted(value, decimals: decimals, .never) : "–"
    }

    private static func formatted(
        _ value: Double, decimals: Int, _ grouping: NumberFormatStyleConfiguration.Grouping
    ) -> String {
        let style = FloatingPointFormatStyle<Double>(locale: Locale(identifier: "en_US"))
            .precision(.fractionLength(decimals)).rounded(rule: .toNearestOrAwayFromZero)
        return value.formatted(style.grouping(grouping))
    }

    /// Left-aligned in a column.
    static func padded(_ text: String, to width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }

    private static func scaled(_ value: Double, _ units: [(Double, String)]) -> String {
        let unit = units.last { abs(value) >= $0.0 } ?? units[0]
        return "\(number(value / unit.0)) \(unit.1)"
    }
}
