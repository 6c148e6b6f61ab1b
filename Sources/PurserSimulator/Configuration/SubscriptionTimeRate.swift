/// The speed of subscription time, by the raw values of a `.storekit` file's `_timeRate`.
public struct SubscriptionTimeRate: RawRepresentable, Sendable, Hashable {
    /// The number in the file.
    public var rawValue: Int
    /// Makes a rate from its number; an unknown rate is real time.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// The real speed; months and years follow the calendar.
    public static let realTime = SubscriptionTimeRate(rawValue: 0)
    /// A day passes in an hour (deprecated by Apple).
    public static let oneDayEveryHour = SubscriptionTimeRate(rawValue: 1)
    /// A day passes in 30 minutes (deprecated by Apple).
    public static let oneDayEveryThirtyMinutes = SubscriptionTimeRate(rawValue: 2)
    /// A day passes in 5 minutes (deprecated by Apple).
    public static let oneDayEveryFiveMinutes = SubscriptionTimeRate(rawValue: 3)
    /// A day passes in a minute (deprecated by Apple).
    public static let oneDayEveryMinute = SubscriptionTimeRate(rawValue: 4)
    /// A day passes in 30 seconds (deprecated by Apple).
    public static let oneDayEveryThirtySeconds = SubscriptionTimeRate(rawValue: 5)
    /// A day passes in a second (deprecated by Apple).
    public static let oneDayEverySecond = SubscriptionTimeRate(rawValue: 6)
    /// A month passes in an hour, a week in 15 minutes.
    public static let monthlyRenewalEveryHour = SubscriptionTimeRate(rawValue: 10)
    /// A month passes in 30 minutes, a week in 10.
    public static let monthlyRenewalEveryThirtyMinutes = SubscriptionTimeRate(rawValue: 11)
    /// A month passes in 15 minutes, a week in 5.
    public static let monthlyRenewalEveryFifteenMinutes = SubscriptionTimeRate(rawValue: 12)
    /// A month passes in 5 minutes, a week in 3.
    public static let monthlyRenewalEveryFiveMinutes = SubscriptionTimeRate(rawValue: 13)
    /// A month passes in 30 seconds, a week in 10.
    public static let monthlyRenewalEveryThirtySeconds = SubscriptionTimeRate(rawValue: 15)
    /// Every period lasts 15 minutes.
    public static let oneRenewalEveryFifteenMinutes = SubscriptionTimeRate(rawValue: 1_000)
    /// Every period lasts 5 minutes.
    public static let oneRenewalEveryFiveMinutes = SubscriptionTimeRate(rawValue: 1_001)
    /// Every period lasts a minute.
    public static let oneRenewalEveryMinute = SubscriptionTimeRate(rawValue: 1_002)
    /// Every period lasts 30 seconds.
    public static let oneRenewalEveryThirtySeconds = SubscriptionTimeRate(rawValue: 1_003)
    /// Every period lasts 10 seconds.
    public static let oneRenewalEveryTenSeconds = SubscriptionTimeRate(rawValue: 1_004)
    /// Every period lasts 2 seconds.
    public static let oneRenewalEveryTwoSeconds = SubscriptionTimeRate(rawValue: 1_005)
}
