import Foundation
import Purser
import PurserSimulator

/// A timeline as text: a row for each event, with equal periods combined, and the total price.
struct TimelineRows {
    let timeline: Timeline

    var events: [Row] { timeline.events.map(row) }

    /// The events, with equal periods combined.
    var combined: [Row] {
        var rows: [Row] = []
        var alike: [TimelineEvent] = []
        for (position, event) in timeline.events.enumerated() {
            if position > 0, event.repeats(alike.last ?? timeline.events[position - 1]) {
                alike.append(event)
                continue
            }
            rows += combined(alike) + [row(event)]
            alike = []
        }
        return rows + combined(alike)
    }

    /// The total: a sentence for people.
    var total: Row {
        let paid = timeline.charges.map { ($0.amount, $0.currencyCode) }
        let back = timeline.refunds.map { ($0.amount, $0.currencyCode) }
        let state = timeline.events.last.map { "\($0.subscription.state)" }
        let sentence =
            "\(Words.count(paid.count, "payment")), \(paid.isEmpty ? "nothing" : Words.amounts(paid)) in all"
            + (back.isEmpty ? "" : ", \(Words.amounts(back)) given back") + (state.map { "; then it is \($0)" } ?? "")
        return Row(
            [sentence + "."], "timeline",
            [
                "productID": timeline.product.id, "from": timeline.start, "to": timeline.end, "payments": paid.count,
                "paid": Self.sums(paid), "refunded": Self.sums(back), "state": state,
            ])
    }

    private static func sums(_ amounts: [(Decimal, String)]) -> JSONText {
        .object(Words.sums(amounts).map { ($0.currency, $0.amount.json) })
    }

    private func combined(_ events: [TimelineEvent]) -> [Row] {
        guard events.count > 1, let last = events.last else { return events.map(row) }
        let price = Words.price(of: last.subscription.transaction, product(of: last), like: timeline.product)
        return [
            Row(["   …", "renews", "\(events.count) times, \(price) each, the last on \(Words.day(last.time))"], [:])
        ]
    }

    private func row(_ event: TimelineEvent) -> Row {
        Row(
            [Words.day(event.time), event.kind.rawValue, detail(event)], "event",
            ["date": event.time, "event": event.kind.rawValue] + SubscriptionRow.members(event.subscription))
    }

    private func detail(_ event: TimelineEvent) -> String {
        let subscription = event.subscription
        let transaction = subscription.transaction
        let end = Words.day(Timestamp(subscription.periodEnd))
        switch event.kind {
        case .begins, .renews, .changes, .recovers:
            let into = event.kind == .changes ? "into \(Line.single(subscription.productID)), " : ""
            let offer = transaction.offer.map { ", offer \(SubscriptionRow.name($0))" } ?? ""
            let price = Words.price(of: transaction, product(of: event), like: timeline.product)
            return "\(into)\(price)\(offer), until \(end)"
        case .grace: return "not paid, kept until \(day(subscription.gracePeriodEnd))"
        case .retry: return "not paid, lost; retried until \(day(subscription.billingRetryEnd))"
        case .ends:
            return String(
                SubscriptionWords.reason(subscription.renewalInfo.expirationReason).drop { ", ".contains($0) })
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
}

extension ServerNotification {
    var row: Row {
        let productID = transaction?.productID ?? summary?.productID
        let counts = summary.map { "\($0.succeededCount) of \($0.succeededCount + $0.failedCount)" }
        return Row(
            [
                Words.day(Timestamp(date)), subtype.map { "\(type)/\($0)" } ?? type, productID, transaction?.id,
                state.map { "\($0)" } ?? counts,
            ], "notification",
            [
                "id": id.uuidString.lowercased(), "notificationType": type, "subtype": subtype, "date": date,
                "transactionID": transaction?.id, "productID": productID, "state": state?.rawValue,
                "succeededCount": summary?.succeededCount, "failedCount": summary?.failedCount,
            ])
    }
}
