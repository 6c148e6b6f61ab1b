#if Studio
    import Purser
    import Testing

    @testable import PurserStudio

    @Suite("The drawn life of subscriptions")
    struct TimelineTests {
        private let day: Int64 = 86_400_000
        private let start = newYear.milliseconds

        private func weeks(_ count: Int64) -> [StudioSpan] {
            (0..<count).map {
                StudioSpan(
                    kind: "paid", start: start + $0 * 7 * day, end: start + ($0 + 1) * 7 * day, transaction: "\($0)")
            }
        }

        @Test("Only what can be seen is sent")
        func visible() {
            let spans = weeks(100)
            let seen = StudioTimeline.visible(spans, in: start + 70 * day...start + 90 * day)
            #expect(seen.map(\.transaction) == ["9", "10", "11", "12"])
            let open = [StudioSpan(kind: "expired", start: start, end: nil)]
            #expect(StudioTimeline.visible(open, in: start + 900 * day...start + 901 * day).count == 1)
            #expect(StudioTimeline.visible(open, in: start - 9...start - 1).isEmpty)
        }

        @Test("A thousand periods become one, but a refund and a gap between them stay")
        func joined() {
            var spans = weeks(1_000)
            spans[500] = StudioSpan(kind: "revoked", start: spans[500].start, end: spans[500].end, transaction: "r")
            spans.remove(at: 700)
            let seen = StudioTimeline.visible(spans, in: start...start + 9_000 * day)
            #expect(seen.map(\.kind) == ["paid", "revoked", "paid", "paid"])
            #expect(seen.map(\.count) == [500, 1, 199, 299])
            #expect(seen.last?.end == spans.last?.end)
        }

        @Test("What comes next follows the calendar")
        func planned() throws {
            let month = try #require(SubscriptionPeriod("P1M"))
            // 31 January.
            let end = start + 30 * day
            let plan = StudioTimeline.planned(after: end, period: month, latest: nil, until: start + 120 * day)
            #expect(plan.map { ($0.end ?? 0) - $0.start }.map { $0 / day } == [28, 28, 31, 30])
            #expect(plan.allSatisfy { $0.kind == "plan" })
        }

        @Test("At an App Store whose time goes faster, periods are as long as the latest one was")
        func faster() throws {
            let month = try #require(SubscriptionPeriod("P1M"))
            let latest = StudioSpan(kind: "paid", start: start, end: start + 300_000, transaction: "1")
            let plan = StudioTimeline.planned(
                after: start + 300_000, period: month, latest: latest, until: start + 1_000_000)
            #expect(plan.map(\.start) == [start + 300_000, start + 600_000, start + 900_000])
        }

        @Test("A plan without an end, or without a length, stays finite")
        func endless() throws {
            let week = try #require(SubscriptionPeriod("P1W"))
            let plan = StudioTimeline.planned(after: start, period: week, latest: nil, until: .max)
            #expect(plan.count == 1 && plan[0].count == StudioTimeline.limit * 10)
            let still = StudioSpan(kind: "paid", start: start, end: start, transaction: "1")
            #expect(StudioTimeline.planned(after: start, period: nil, latest: still, until: .max).isEmpty)
            #expect(StudioTimeline.planned(after: start, period: nil, latest: nil, until: .max).isEmpty)
        }
    }
#endif
