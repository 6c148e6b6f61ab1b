#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A renewal of a subscription that the App Store could not charge.
///
/// The dates are computed from the recorded periods, and are as exact as the App Store's dates of these periods.
public struct BillingProblem: Sendable, Hashable, CustomStringConvertible {
    /// When it began: the end of the last period that was paid for.
    ///
    /// The App Store begins to charge within the day before this date, and reports a failure when the period has ended.
    public var startDate: Date { start.date }
    /// When the next period began, after the App Store could charge again; `nil` while the problem lasts, and if the
    /// subscription ended with it.
    public var recoveryDate: Date? { recovery?.date }
    /// ``startDate`` in whole milliseconds.
    package let start: Timestamp
    /// ``recoveryDate`` in whole milliseconds.
    package let recovery: Timestamp?

    /// A problem for previews and tests of an app; those of a customer come from ``StoreSubscription``.
    ///
    /// - Parameters:
    ///   - startDate: the end of the last period that was paid for.
    ///   - recoveryDate: when the next period began; `nil` if none did.
    public init(startDate: Date, recoveryDate: Date? = nil) {
        self.init(start: Timestamp(startDate), recovery: recoveryDate.map { Timestamp($0) })
    }

    init(start: Timestamp, recovery: Timestamp? = nil) { (self.start, self.recovery) = (start, recovery) }

    /// The dates, such as `not paid from 2026-01-31T12:00:00Z until 2026-02-03T08:00:00Z`.
    public var description: String {
        "not paid from \(Wording.moment(startDate))" + (recoveryDate.map { " until \(Wording.moment($0))" } ?? "")
    }
}

extension BillingProblem {
    /// The longest time in milliseconds for which the App Store retries a payment, that of a commitment: 90 days.
    private static let longestRetry: Int64 = 90 * day
    private static let day: Int64 = 86_400_000

    /// The problem between two successive periods; `nil` when there was none, or it is not known.
    fileprivate init?(from earlier: StoreTransaction, to next: StoreTransaction) {
        guard next.reason == .renewal, let end = earlier.expirationTime else { return nil }
        let gap = next.purchaseTime.milliseconds.subtractingReportingOverflow(end.milliseconds)
        let length = end.milliseconds.subtractingReportingOverflow(earlier.purchaseTime.milliseconds)
        guard !gap.overflow, !length.overflow, (1_000...Self.longestRetry).contains(gap.partialValue),
            !Self.isWhole(gap.partialValue, length: length.partialValue)
        else { return nil }
        self.init(start: end, recovery: next.purchaseTime)
    }

    /// Whether a gap has room for whole periods of a length, which were paid for, but never reported to this ledger.
    ///
    /// Months differ by up to a ninth in their days, and days by an hour when the clocks change.
    private static func isWhole(_ gap: Int64, length: Int64) -> Bool {
        guard length > 0 else { return false }
        let isOfMonths = length >= 28 * day
        let unit = isOfMonths ? day : length
        let tolerance = min(day / 24, length / 50)
        guard gap >= length - tolerance - (isOfMonths ? length / 9 : 0) else { return false }
        let rest = gap % unit
        return min(rest, unit - rest) <= tolerance
    }
}

extension SubscriptionPeriods {
    /// The problems after which the App Store could charge a renewal that has begun by a moment, the oldest first.
    func pastBillingProblems(until time: Timestamp) -> [BillingProblem] {
        var problems: [BillingProblem] = []
        var earlier: StoreTransaction?
        for period in periods where !period.isUpgraded && period.purchaseTime <= time {
            if let earlier, let problem = BillingProblem(from: earlier, to: period) { problems.append(problem) }
            earlier = period
        }
        return problems
    }
}
