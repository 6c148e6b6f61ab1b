import Foundation
import Purser
import Testing

@testable import PurserSimulator

@Suite("Time rates and calendars")
struct TimeRateTests {
    private static let periods = ["P1W", "P1M", "P2M", "P3M", "P6M", "P1Y"]

    /// By rate: the seconds of a week, 1, 2, 3 and 6 months, a year; of the grace of a week and of others; of the retries.
    ///
    /// As Apple's StoreKitTest documents its rates, and where it does not, by the rule that its numbers follow.
    private static let table: [Int: [Int]] = [
        1: day(3_600), 2: day(1_800), 3: day(300), 4: day(60), 5: day(30), 6: day(1),
        10: [900, 3_600, 7_200, 10_800, 21_600, 43_200, 771, 1_800, 7_200],
        11: [600, 1_800, 3_600, 5_400, 10_800, 21_600, 514, 900, 3_600],
        12: [300, 900, 1_800, 2_700, 5_400, 10_800, 257, 450, 1_800],
        13: [180, 300, 600, 900, 1_800, 3_600, 154, 150, 600],
        15: [10, 30, 60, 90, 180, 360, 9, 15, 60],
        1_000: fixed(900), 1_001: fixed(300), 1_002: fixed(60), 1_003: fixed(30), 1_004: fixed(10), 1_005: fixed(2),
    ]

    private static func day(_ seconds: Int) -> [Int] { [7, 30, 60, 90, 180, 365, 6, 16, 60].map { $0 * seconds } }
    private static func fixed(_ seconds: Int) -> [Int] { [1, 1, 1, 1, 1, 1, 1, 1, 2].map { $0 * seconds } }

    @Test(
        "Each accelerated rate gives each period, grace and retry its documented length", arguments: table.keys.sorted()
    )
    func accelerated(raw: Int) throws {
        let row = try #require(Self.table[raw])
        let rate = SubscriptionTimeRate(rawValue: raw)
        #expect(rate.isKnown)
        for (index, text) in Self.periods.enumerated() {
            let period = try #require(SubscriptionPeriod(text))
            let schedule = PeriodSchedule(anchor: at(5), period: period, rate: raw)
            for number in [-1, 0, 1, 2, 1_000_000] {
                #expect(schedule.boundary(number) == at(5 + Int64(number * row[index])), "\(text), \(number)")
            }
            #expect(rate.end(of: period, from: at(5)) == at(5 + Int64(row[index])), "\(text)")
            #expect(rate.duration(of: period) == .seconds(row[index]), "\(text)")
            #expect(rate.gracePeriod(for: period) == .seconds(text == "P1W" ? row[6] : row[7]), "\(text)")
        }
        #expect(rate.billingRetryPeriod == .seconds(row[8]))
    }

    @Test(
        "In real time weeks are seven days, months and years the calendar's, without a length; grace 6 or 16 days, retries 60"
    )
    func realTime() throws {
        let rate = SubscriptionTimeRate.realTime
        let days: [Int64] = [7, 31, 59, 90, 181, 365]
        for (index, text) in Self.periods.enumerated() {
            let period = try #require(SubscriptionPeriod(text))
            #expect(rate.end(of: period, from: at(0)) == at(days[index] * 86_400), "\(text)")
            #expect(rate.gracePeriod(for: period) == .seconds((text == "P1W" ? 6 : 16) * 86_400))
        }
        #expect(rate.billingRetryPeriod == .seconds(60 * 86_400))
        #expect(Self.table.count + 1 == 18)
        #expect(rate.duration(of: SubscriptionPeriod(3, .day)) == .seconds(3 * 86_400))
        #expect(rate.duration(of: SubscriptionPeriod(1, .month)) == nil)
        #expect(rate.duration(of: SubscriptionPeriod(.max, .day)) == .seconds(10_000 * 86_400))
        let unknown = SubscriptionTimeRate(rawValue: 77)
        #expect(unknown.end(of: SubscriptionPeriod(3, .day), from: at(0)) == at(3 * 86_400))
    }

    @Test("Months count from the anchor: 31 January, 28 February, 31 March")
    func anchor() throws {
        let schedule = PeriodSchedule(anchor: at(30 * 86_400), period: SubscriptionPeriod(1, .month), rate: 0)
        let ends = (0...12).map { schedule.boundary($0).date.formatted(.iso8601.month().day()) }
        #expect(
            ends == [
                "01-31", "02-28", "03-31", "04-30", "05-31", "06-30", "07-31", "08-31", "09-30", "10-31", "11-30",
                "12-31", "01-31",
            ])
    }

    @Test("Months and years are those of Foundation's calendar, over thousands of random moments")
    func likeFoundation() throws {
        var random = SplitMix64(seed: 3)
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        for _ in 0..<3_000 {
            // From 1900 to 2300, to the millisecond.
            let start = Timestamp(milliseconds: -2_208_988_800_000 + Int64(random.below(12_622_780_800_000)))
            // Back in time Foundation errs now and then: it makes 1 March of a 30 July minus months to a February.
            let months = random.below(600)
            let expected = try #require(calendar.date(byAdding: .month, value: months, to: start.date))
            #expect(start.advanced(byMonths: Int64(months)) == Timestamp(expected), "\(start) \(months)")
            guard months > 0 else { continue }
            let end = SubscriptionTimeRate.realTime.end(of: SubscriptionPeriod(months, .month), from: start)
            #expect(end == Timestamp(expected), "\(start) \(months)")
        }
    }
}
