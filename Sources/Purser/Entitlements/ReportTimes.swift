/// When the backend last reported the owned purchases.
struct ReportTimes: Sendable {
    /// The last report, to the minute; `nil` when there was none.
    private(set) var latest: Timestamp?
    /// The same, as far as it is recorded or about to be.
    private var recorded: Timestamp?

    init(_ time: Timestamp?) { (latest, recorded) = (time, time) }

    mutating func noteRecorded(_ time: Timestamp) { recorded = time }

    /// The backend reported at a time: returns whether that is new, not within a minute, and whether to record it, once
    /// a day.
    mutating func note(_ time: Timestamp) -> (isNew: Bool, isForRecord: Bool) {
        let isForRecord = Self.isDue(time, after: recorded, by: .seconds(86_400))
        if isForRecord { recorded = time }
        let isNew = Self.isDue(time, after: latest, by: .seconds(60))
        if isNew { latest = time }
        return (isNew, isForRecord)
    }

    /// Whether it is later than an earlier moment by this much; or earlier, after the device's clock was set back.
    private static func isDue(_ time: Timestamp, after earlier: Timestamp?, by span: Duration) -> Bool {
        guard let earlier, earlier <= time else { return true }
        return earlier.advanced(by: span) <= time
    }
}
