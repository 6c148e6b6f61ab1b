#if Studio
    import Purser
    import PurserFormats

    #if canImport(FoundationEssentials)
        import FoundationEssentials
    #else
        import Foundation
    #endif

    /// A span of a subscription's history, or several consecutive ones of one kind.
    struct StudioSpan: Sendable, Hashable {
        let kind: String
        let start: Int64
        /// Its end; `nil` if no end is set.
        var end: Int64?
        let transaction: String?
        /// The number of combined spans.
        var count = 1

        /// Makes a span.
        init(kind: String, start: Int64, end: Int64?, transaction: String? = nil) {
            (self.kind, self.start, self.end, self.transaction) = (kind, start, end, transaction)
        }

        /// Reads an App Store's description of a span.
        init?(_ json: JSONValue) {
            guard let kind = json.text("kind"), let start = json.integer("start") else { return nil }
            self.init(
                kind: kind, start: start, end: json.integer("end"), transaction: json.text("transaction"))
        }

        /// The span for the page.
        func json(price: String?) -> JSONValue {
            .members([
                "kind": .string(kind), "start": .integer(start), "end": end.map { .integer($0) },
                "transaction": transaction.json, "price": price.json, "count": count > 1 ? .integer(count) : nil,
            ])
        }
    }

    /// Selects the visible spans of subscriptions, and their planned periods.
    enum StudioTimeline {
        /// The number of drawn spans above which neighbors of one kind are combined.
        static let limit = 160

        /// The spans within a time range.
        static func visible(_ spans: [StudioSpan], in range: ClosedRange<Int64>) -> [StudioSpan] {
            let seen = spans.filter { $0.start <= range.upperBound && ($0.end ?? .max) >= range.lowerBound }
            guard seen.count > limit else { return seen }
            return joined(seen)
        }

        /// The future periods if nothing changes.
        ///
        /// - Parameters:
        ///   - period: the length of a period; if a simulated App Store's time runs faster, the length of the latest
        ///     one is used.
        ///   - latest: the latest period.
        static func planned(
            after end: Int64, period: SubscriptionPeriod?, latest: StudioSpan?, until limit: Int64
        ) -> [StudioSpan] {
            var planned: [StudioSpan] = []
            var start = end
            let length = latest.flatMap { span in span.end.map { $0 - span.start } }
            while start <= limit, planned.count < Self.limit * 10 {
                guard let next = following(start, period, length), next > start else { break }
                planned.append(StudioSpan(kind: "plan", start: start, end: next))
                start = next
            }
            return planned.count > Self.limit ? joined(planned) : planned
        }

        private static func joined(_ spans: [StudioSpan]) -> [StudioSpan] {
            var result: [StudioSpan] = []
            for span in spans {
                if let last = result.last, last.kind == span.kind, let end = last.end, span.start <= end + 1_000 {
                    result[result.count - 1].end = span.end
                    result[result.count - 1].count += 1
                } else {
                    result.append(span)
                }
            }
            return result
        }

        private static func following(_ start: Int64, _ period: SubscriptionPeriod?, _ length: Int64?) -> Int64? {
            guard let period, let next = calendarEnd(start, period) else { return length.map { start + $0 } }
            // An App Store with faster time has shorter periods than the calendar.
            if let length, length * 2 < next - start { return start + length }
            return next
        }

        private static func calendarEnd(_ start: Int64, _ period: SubscriptionPeriod) -> Int64? {
            var calendar = Calendar(identifier: .gregorian)
            guard let zone = TimeZone(secondsFromGMT: 0) else { return nil }
            calendar.timeZone = zone
            let unit: Calendar.Component =
                switch period.unit {
                case .year: .year
                case .month: .month
                default: .day
                }
            let value = period.unit == .week ? period.value * 7 : period.value
            let date = Timestamp(milliseconds: start).date
            return calendar.date(byAdding: unit, value: value, to: date).map { Timestamp($0).milliseconds }
        }
    }
#endif
