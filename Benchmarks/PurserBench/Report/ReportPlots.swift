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
        if !floor.isEmpty { lines.append(.init(name: "floor", points: floor)) }
        return plot("rate.svg", "Purchases a second", "callers at once", "purchases per second", lines)
    }

    private static func waiting(_ rows: [Row]) -> NamedPlot? {
        let runs = rows.filter { $0.scenario == "waiting" }
        let lines = lines(runs) { $0[.cpu].map { $0.median / 1_000 } }
        return plot("waiting.svg", "Cost of a purchase while others wait", "payments waiting", "CPU time (µs)", lines)
    }

    private static func latencies(_ rows: [Row]) -> NamedPlot? {
        let lines = rows.filter { !$0.latencies.isEmpty }.map { row in
            Plot.Line(
                name: "\(row.scenario) \(Text.number(row.value))",
                points: row.latencies.map { (x: 1 / (1 - $0.share), y: $0.nanoseconds / 1_000) })
        }
        let marks = [(1.0, "0 %"), (2, "50 %"), (10, "90 %"), (100, "99 %"), (1_000, "99.9 %"), (10_000, "99.99 %")]
        return plot(
            "latency.svg", "How long a purchase takes", "share of purchases that took no longer",
            "latency (µs)", lines, marks)
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
