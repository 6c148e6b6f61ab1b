/// Reports of subscriptions that are not recorded: the latest report of each, and only the most recent ones.
package struct EarlyRenewals: Sendable {
    private var reports: [RenewalReport.Subject: (report: RenewalReport, number: UInt64)] = [:]
    private var nextNumber: UInt64 = 0

    /// How many reports are kept.
    package static let limit = 1_024

    /// How many reports wait.
    package var count: Int { reports.count }

    /// All reports, in the order in which they came first.
    package var ordered: [RenewalReport] { reports.values.sorted { $0.number < $1.number }.map(\.report) }

    /// The report that waits for a subject; `nil` when there is none.
    subscript(subject: RenewalReport.Subject) -> RenewalReport? { reports[subject]?.report }

    /// Keeps a report, unless there is a later one of the same; the oldest beyond the limit is dropped.
    mutating func wait(_ report: RenewalReport) {
        let subject = report.subject
        if let known = reports[subject] {
            if !report.isOlder(than: known.report) { reports[subject]?.report = report }
            return
        }
        reports[subject] = (report, nextNumber)
        nextNumber += 1
        guard reports.count > Self.limit, let oldest = reports.min(by: { $0.value.number < $1.value.number }) else {
            return
        }
        reports[oldest.key] = nil
    }

    mutating func remove(_ subject: RenewalReport.Subject) { reports[subject] = nil }
}
