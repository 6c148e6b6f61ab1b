/// A report as a page: one table for each scenario, and the plots.
enum MarkdownReport {
    static func text(_ report: BenchReport, plots: [NamedPlot]) -> String {
        var lines = ["# Purser under load", "", "    \(report.command)", "", report.machine + ".", ""]
        lines.append("Each figure is the median of its repetitions, with the lowest and the highest behind it.")
        lines.append("")
        let aims = AimsTable(report.rows).lines
        if !aims.isEmpty { lines += ["## Against the aims", ""] + aims + [""] }
        for block in ConsoleTable.blocks(report.rows) {
            guard let first = block.first else { continue }
            lines.append("## \(first.scenario)")
            lines.append("")
            lines += table(block)
            lines.append("")
        }
        for plot in plots { lines += ["![\(plot.plot.title)](\(plot.name))", ""] }
        return lines.joined(separator: "\n")
    }

    private static func table(_ rows: [Row]) -> [String] {
        guard let first = rows.first else { return [] }
        let titles = ["series", first.variable] + first.figures.map(\.kind.name)
        let rule = titles.indices.map { $0 == 0 ? "---" : "---:" }
        return ([titles, rule] + rows.map(cells)).map { "| \($0.joined(separator: " | ")) |" }
    }

    private static func cells(_ row: Row) -> [String] {
        [row.series, Text.number(row.value)] + row.figures.map(cell)
    }

    private static func cell(_ figure: Figure) -> String {
        let median = Text.figure(figure.median, unit: figure.kind.unit)
        guard figure.samples.count > 1, figure.lowest != figure.highest else { return median }
        let range = [figure.lowest, figure.highest].map { Text.figure($0, unit: figure.kind.unit) }
        return "\(median) (\(range[0]) – \(range[1]))"
    }
}
