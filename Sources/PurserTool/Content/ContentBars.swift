import Purser

/// The progress of several downloads: lines that are rewritten in place on a terminal, and no output elsewhere.
///
/// Owns the lines that it has written. Promises: it overwrites only its own lines; every line fits the terminal.
actor ContentBars {
    private var rows: [(id: String, text: String)]
    private var written = 0
    private let output: Output
    private let width: Int

    /// Makes bars for these products; `nil` without a terminal.
    init?(_ ids: [String], _ output: Output) {
        guard !output.isJSON, let width = output.width.out else { return nil }
        self.output = output
        self.width = max(20, width)
        rows = ids.map { ($0, "waits") }
    }

    /// Shows a text beside a product.
    func show(_ id: String, _ text: String) {
        guard let place = rows.firstIndex(where: { $0.id == id }), rows[place].text != text else { return }
        rows[place].text = text
        draw()
    }

    private func draw() {
        let longest = rows.map(\.id.count).max() ?? 0
        var text = written > 0 ? "\u{1B}[\(written)A" : ""
        for row in rows {
            let line = Table.padded(row.id, longest) + "  " + row.text
            text += "\r\u{1B}[K\(Line.single(String(line.prefix(width - 1))))\n"
        }
        written = rows.count
        output.text(text)
    }

    /// A bar, or the received bytes, and the remaining time.
    static func text(_ progress: ContentProgress) -> String {
        let rate = progress.bytesPerSecond > 0 ? "  \(Words.bytes(Int64(progress.bytesPerSecond)))/s" : ""
        guard let fraction = progress.fraction, let total = progress.total else {
            return Words.bytes(progress.bytes) + rate
        }
        let full = Int(fraction * 20)
        let bar = String(repeating: "#", count: full) + String(repeating: ".", count: 20 - full)
        let rest = progress.remaining.map { "  \(Int($0 / .seconds(1))) s left" } ?? ""
        return "[\(bar)] \(Int(fraction * 100)) % of \(Words.bytes(total))\(rate)\(fraction < 1 ? rest : "")"
    }
}

extension Words {
    /// A number of bytes in the largest fitting unit, with one decimal digit.
    static func bytes(_ count: Int64) -> String {
        let units = ["KiB", "MiB", "GiB", "TiB"]
        guard count >= 1_024 else { return Words.count(Int(count), "byte") }
        var (value, unit) = (Double(count) / 1_024, 0)
        while value >= 1_024, unit < units.count - 1 { (value, unit) = (value / 1_024, unit + 1) }
        let tenths = Int((value * 10).rounded())
        return "\(tenths / 10).\(tenths % 10) \(units[unit])"
    }
}
