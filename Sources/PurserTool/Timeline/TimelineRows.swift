import Purser
import PurserSimulator

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A timeline as text: a row for each event, with equal periods combined, and the total price.
struct TimelineRows {
    private let timeline: Timeline

    init(_ timeline: Timeline) { self.timeline = timeline }

    /// The events, for people.
    var lines: [String] {
        var rows: [[String]] = []
        var alike: [TimelineEvent] = []
        for (position, event) in timeline.events.enumerated() {
            if position > 0, event.repeats(alike.last ?? timeline.events[position - 1]) {
                alike.append(event)
                continue
            }
            rows += cells(alike)
            alike = []
            rows.append(cells(event))
        }
        return Table.lines(rows + cells(alike))
    }

    /// The total, as a sentence.
    var summary: String {
        let paid = Words.amounts(timeline.charges.map { ($0.amount, $0.currencyCode) })
        let back = Words.amounts(timeline.refunds.map { ($0.amount, $0.currencyCode) })
        let end = timeline.events.last.map { "; then it is \($0.subscription.state)" } ?? ""
        return "\(Words.count(timeline.charges.count, "payment")), \(paid.isEmpty ? "nothing" : paid) in all"
            + (back.isEmpty ? "" : ", \(back) given back") + end + "."
    }

    private func cells(_ events: [TimelineEvent]) -> [[String]] {
        guard let last = events.last else { return [] }
        guard events.count > 1 else { return [cells(last)] }
        let price = Words.price(of: last.subscription.transaction, product(of: last), like: timeline.product)
        return [["   …", "renews", "\(events.count) times, \(price) each, the last on \(Words.day(last.time))"]]
    }

    private func cells(_ event: TimelineEvent) -> [String] {
        [Words.day(event.time), event.kind.rawValue, detail(event)]
    }

    private func detail(_ event: TimelineEvent) -> String {
        let subscription = event.subscription
        let transaction = subscription.transaction
        let end = Words.day(Timestamp(subscription.periodEnd))
        switch event.kind {
        case .begins, .renews, .changes, .recovers:
            let into = event.kind == .changes ? "into \(Line.single(subscription.productID)), " : ""
            let offer = transaction.offer.map { ", offer \(SubscriptionRow.name($0))" } ?? ""
            return
                "\(into)\(Words.price(of: transaction, product(of: event), like: timeline.product))\(offer), until \(end)"
        case .grace: return "not paid, kept until \(day(subscription.gracePeriodEnd))"
        case .retry: return "not paid, lost; retried until \(day(subscription.billingRetryEnd))"
        case .ends: return String(SubscriptionRow.reason(subscription).drop { ", ".contains($0) })
        case .revoked: return "the money is refunded"
        case .seats:
            return
                "\(Words.count(subscription.seats ?? 0, "seat")) now; \(SubscriptionRow.next(subscription, like: timeline.product))"
        case .plan: return SubscriptionRow.next(subscription, like: timeline.product)
        }
    }

    private func day(_ date: Date?) -> String { date.map { Words.day(Timestamp($0)) } ?? "it is ended" }

    private func product(of event: TimelineEvent) -> StoreProduct? {
        event.subscription.productID == timeline.product.id ? timeline.product : nil
    }

    /// Each event and then the total, for programs.
    var json: [JSONText] {
        timeline.events.map { event in
            .line(
                "event",
                [("date", .integer(event.time.milliseconds)), ("event", .string(event.kind.rawValue))]
                    + SubscriptionRow.members(event.subscription))
        } + [
            .line(
                "timeline",
                [
                    ("productID", .string(timeline.product.id)), ("from", .integer(timeline.start.milliseconds)),
                    ("to", .integer(timeline.end.milliseconds)), ("payments", .integer(timeline.charges.count)),
                    ("paid", amounts(timeline.charges.map { ($0.amount, $0.currencyCode) })),
                    ("refunded", amounts(timeline.refunds.map { ($0.amount, $0.currencyCode) })),
                    ("state", .string(timeline.events.last.map { "\($0.subscription.state)" })),
                ])
        ]
    }

    private func amounts(_ amounts: [(Decimal, String)]) -> JSONText {
        .object(Words.sums(amounts).map { ($0.currency, .decimal($0.amount)) })
    }
}
