import Purser

/// The reports that Purser rejected, as lines.
enum RejectedRows {
    /// Writes reports, a line each.
    static func write(_ reports: [RejectedReport], _ output: Output) {
        for report in reports { output.write(Line.single(report.description), .rejected(report)) }
        if reports.isEmpty, !output.isJSON { output.line("Nothing was rejected.") }
    }
}

extension JSONText {
    fileprivate static func rejected(_ report: RejectedReport) -> JSONText {
        .line(
            "rejected",
            [
                ("kind", .string(report.kind.rawValue)), ("id", .string(report.id)),
                ("productID", .string(report.productID)), ("reason", .string(report.reason.rawValue)),
                ("message", .string(report.message)),
            ])
    }
}
