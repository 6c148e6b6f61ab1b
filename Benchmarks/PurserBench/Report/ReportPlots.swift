/// The plots that a report's rows allow.
enum ReportPlots {
    static func all(_ rows: [Row]) -> [NamedPlot] {
        [rates(rows), waiting(rows), latencies(rows)].compactMap { $0 }
    }

    private static func rates(_ rows: [Row]) -> NamedPlot? {
        let runs = rows.filter { $0.scenario.hasPrefix("purchases") }
        var lines = lines(runs) { $0[.rate]?.median }
        let floor = runs.filter { $0.scenario == "purchases" }.compactMap { row in
            row[.floorRate].map { (x: row.value, y: $0.median) }
        }
        if !floor.isEmpty { lines.append(.init(name: "floor: park and wake", points: floor)) }
        return plot("rate.svg", "Purchases a second", "callers at once", "purchases per second", lines)
    }

    private static func waiting(_ rows: [Row]) -> NamedPlot? {
        let runs = rows.filter { $0.scenario == "waiting" }
        var lines = lines(runs) { $0[.cpu].map { $0.median / 1_000 } }
        let floor = runs.filter { $0.series == "random batches" }.compactMap { row in
            row[.floorCPU].map { (x: row.value, y: $0.median / 1_000) }
        }
        if !floor.isEmpty { lines.append(.init(name: "floor, random batches", points: floor)) }
        return plot(
            "waiting.svg", "Cost of a purchase while others wait", "payments waiting", "CPU time of a purchase (µs)",
            lines)
    }

    private static func latencies(_ rows: [Row]) -> NamedPlot? {
        let all = rows.filter { !$0.latencies.isEmpty }
        // As many as can be told from each other.
        let reporting = all.filter { row in
            row.scenario == "open-loop"
                ? row.value != 5_000 : [64, 1_024].contains(row.value) && row.series != LedgerKind.buffered.name
        }
        let lines = (all.count > 6 ? reporting : all).map { row in
            Plot.Line(
                name: name(row),
                points: row.latencies.map { (x: 1 / (1 - $0.share), y: $0.nanoseconds / 1_000) })
        }
        let marks = [(2.0, "50 %"), (10, "90 %"), (100, "99 %"), (1_000, "99.9 %"), (10_000, "99.99 %")]
        return plot(
            "latency.svg", "How long a purchase takes", "share of purchases that took no longer",
            "latency (µs)", lines, marks)
    }

    private static func name(_ row: Row) -> String {
        if row.scenario == "open-loop" { return "\(Text.number(row.value))/s arriving" }
        let ledger = row.series.split(separator: " ").last ?? ""
        let callers = row.value == 1 ? "1 caller" : "\(Text.number(row.value)) callers"
        return "\(callers), \(ledger == "ledger" ? "memory" : ledger)"
    }

    private static func lines(_ rows: [Row], _ y: (Row) -> Double?) -> [Plot.Line] {
        var lines: [Plot.Line] = []
        for row in rows {
            guard let value = y(row), value > 0 else { continue }
            if let index = lines.firstIndex(where: { $0.name == row.series }) {
                lines[index].points.append((row.value, value))
            } else {
                lines.append(.init(name: row.series, points: [(row.value, value)]))
            }
        }
        return lines
    }

    private static func plot(
        _ name: String, _ title: String, _ x: String, _ y: String, _ lines: [Plot.Line],
        _ marks: [(Double, String)] = []
    ) -> NamedPlot? {
        guard lines.contains(where: { $0.points.count > 1 }) else { return nil }
        return NamedPlot(
            name: name,
            plot: Plot(
                title: title, xTitle: x, yTitle: y, lines: lines, xMarks: marks.map { (value: $0.0, text: $0.1) }))
    }
}
