/// What changed between two reports beyond the noise.
enum Comparison {
    /// Differences below this share count as none, even where all repetitions agree.
    static let tolerance = 0.03
    /// The noise of a timed figure that was measured once only.
    static let singleNoise = 0.3

    static func lines(_ old: BenchReport, _ new: BenchReport) -> [String] {
        var lines: [String] = []
        let changes = Dictionary(new.rows.map { ($0.key, $0) }, uniquingKeysWith: { $1 })
        let oldKeys = Set(old.rows.map(\.key))
        for row in old.rows {
            guard let other = changes[row.key] else {
                lines.append("gone   \(row.key)")
                continue
            }
            lines += row.figures.compactMap { figure in other[figure.kind].flatMap { change(row, figure, $0) } }
        }
        lines += new.rows.filter { !oldKeys.contains($0.key) }.map { "new    \($0.key)" }
        return lines.isEmpty ? ["nothing changed beyond the noise"] : lines
    }

    private static func change(_ row: Row, _ old: Figure, _ new: Figure) -> String? {
        guard isBeyondNoise(old, new) else { return nil }
        let growth = old.median == 0 ? 0 : (new.median / old.median - 1) * 100
        let values = [old, new].map { Text.figure($0.median, unit: $0.kind.unit) }
        let percent = old.median == 0 ? "" : " (\(growth > 0 ? "+" : "")\(Text.fixed(growth, 1)) %)"
        return "\(verdict(old, new)) \(row.key): \(old.kind.name) \(values[0]) → \(values[1])\(percent)"
    }

    private static func verdict(_ old: Figure, _ new: Figure) -> String {
        guard let moreIsBetter = old.kind.moreIsBetter else { return "other " }
        return (new.median > old.median) == moreIsBetter ? "better" : "worse "
    }

    /// Beyond the noise is a difference greater than the ranges of both sides together.
    ///
    /// That the ranges do not overlap would not do: three repetitions of the same lie apart by luck one time in ten.
    static func isBeyondNoise(_ old: Figure, _ new: Figure) -> Bool {
        let difference = abs(new.median - old.median)
        let scale = max(abs(old.median), abs(new.median))
        guard scale > 0 else { return false }
        if old.kind.nature == .counted { return difference / scale > 0.001 }
        let isSingle = min(old.samples.count, new.samples.count) < 2
        if isSingle { return difference / scale > singleNoise }
        let spread = old.highest - old.lowest + new.highest - new.lowest
        return difference > spread && difference / scale > tolerance
    }
}
