/// Reports of subscriptions that are not recorded: the latest report of each, and only the most recent ones.
package struct EarlyRenewals: Sendable {
    private var reports: [RenewalReport.Subject: (report: RenewalReport, number: UInt64)] = [:]
    /// The numbers in their order; a number whose report was removed stays until it is passed.
    private var order = Fifo<(subject: RenewalReport.Subject, number: UInt64)>()
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
        order.append((subject, nextNumber))
        nextNumber += 1
        if reports.count > Self.limit { dropOldest() }
        if order.count > 2 * Self.limit { dropPassed() }
    }

    private mutating func dropOldest() {
        while let oldest = order.popFirst() {
            guard reports[oldest.subject]?.number == oldest.number else { continue }
            reports[oldest.subject] = nil
            return
        }
    }

    private mutating func dropPassed() {
        order = Fifo()
        for (subject, waiting) in reports.sorted(by: { $0.value.number < $1.value.number }) {
            order.append((subject, waiting.number))
        }
    }

    /// Removes a report.
    mutating func remove(_ subject: RenewalReport.Subject) {
        reports[subject] = nil
        if reports.isEmpty { order = Fifo() }
    }
}
