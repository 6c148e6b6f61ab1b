import Purser

/// Reports that Purser rejected, as lines.
enum RefusedRows {
    /// Writes reports, a line each.
    static func write(_ reports: [RefusedReport], _ output: Output) {
        for report in reports { output.write(Line.single(report.description), .refused(report)) }
        if reports.isEmpty, !output.isJSON { output.line("Nothing was refused.") }
    }
}

extension JSONText {
    fileprivate static func refused(_ report: RefusedReport) -> JSONText {
        .line(
            "refused",
            [
                ("kind", .string(report.kind.rawValue)), ("id", .string(report.id)),
                ("productID", .string(report.productID)), ("reason", .string(report.reason.rawValue)),
                ("message", .string(report.message)),
            ])
    }
}
