#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Where a report is written.
struct ReportFolder {
    var path: String

    /// Makes the folder, so that a wrong path is known before minutes of measuring.
    func prepare() throws {
        do {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        } catch {
            throw UsageError("the folder \(path) cannot be made: \(error)")
        }
    }

    func write(_ report: BenchReport) throws {
        let plots = ReportPlots.all(report.rows)
        try write(try report.json() + "\n", "report.json")
        try write(MarkdownReport.text(report, plots: plots), "report.md")
        for plot in plots { try write(PlotDrawing.svg(plot.plot), plot.name) }
    }

    private func write(_ text: String, _ name: String) throws {
        try Data(text.utf8).write(to: URL(fileURLWithPath: "\(path)/\(name)"), options: .atomic)
    }
}
