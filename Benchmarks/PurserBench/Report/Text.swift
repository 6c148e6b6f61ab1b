/// Numbers as people read them.
enum Text {
    /// Three digits that count, with a thousands separator: `1,230`, `45.6`, `0.78`.
    static func number(_ value: Double) -> String {
        guard value.isFinite else { return "–" }
        let magnitude = abs(value)
        if magnitude >= 1_000 { return grouped(Int(value.rounded())) }
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
        guard value.isFinite, abs(value) < 1e15 else { return "–" }
        var scale = 1.0
        for _ in 0..<decimals { scale *= 10 }
        let whole = Int((abs(value) * scale).rounded())
        let sign = value < 0 && whole > 0 ? "-" : ""
        guard decimals > 0 else { return sign + String(whole) }
        let digits = String(whole)
        let padded = String(repeating: "0", count: max(0, decimals + 1 - digits.count)) + digits
        return sign + padded.dropLast(decimals) + "." + padded.suffix(decimals)
    }

    /// Left-aligned in a column.
    static func padded(_ text: String, to width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }

    private static func scaled(_ value: Double, _ units: [(Double, String)]) -> String {
        let unit = units.last { abs(value) >= $0.0 } ?? units[0]
        return "\(number(value / unit.0)) \(unit.1)"
    }

    private static func grouped(_ value: Int) -> String {
        var digits = String(abs(value))
        var groups: [String] = []
        while digits.count > 3 {
            groups.insert(String(digits.suffix(3)), at: 0)
            digits = String(digits.dropLast(3))
        }
        groups.insert(digits, at: 0)
        return (value < 0 ? "-" : "") + groups.joined(separator: ",")
    }
}
