public import Foundation
public import Purser

/// What the customer may use, as an app has published it for its widgets and extensions.
///
/// ```swift
/// let owned = try shared.read()
/// print("the greenhouse is open:", owned.contains("com.example.garden.greenhouse", at: entryDate))
/// ```
///
/// For each product it has the times in which the product may be used if nothing more is reported: periods, grace periods and
/// `EntitlementPolicy` are in them already. It has no transactions and nothing of the user. A moment before the latest date that the
/// App Store had signed counts as that date, so that a clock that is turned back revives nothing.
public struct PublishedEntitlements: Sendable, Hashable {
    /// A time in which a product may be used.
    struct Span: Sendable, Hashable {
        /// Its first moment; `nil` when it has begun before the value was published.
        var start: Timestamp?
        /// When it has ended; `nil` when no end is known.
        var end: Timestamp?

        func contains(_ time: Timestamp) -> Bool { start.map { $0 <= time } ?? true && end.map { time < $0 } ?? true }
    }

    /// Whether it was known what the customer owns; false while no user was named.
    public let isKnown: Bool
    /// For each product its times, which do not touch each other, in their order.
    let spans: [String: [Span]]
    let quantities: [String: Int]

    init(isKnown: Bool, spans: [String: [Span]], quantities: [String: Int]) {
        (self.isKnown, self.spans, self.quantities) = (isKnown, spans, quantities)
    }

    /// Makes what an app publishes.
    ///
    /// Previews and tests of a widget make it from `StoreEntitlements(_:at:)`.
    public init(_ entitlements: StoreEntitlements) {
        var spans: [String: [Span]] = [:]
        for time in entitlements.usableTimes {
            spans[time.productID, default: []].append(Span(start: time.start, end: time.end))
        }
        self.init(
            isKnown: entitlements.availability.isKnown, spans: spans.mapValues(Self.joined),
            quantities: entitlements.purchasedQuantities.filter { $0.value != 0 })
    }

    /// Whether a product may be used at a moment: owned for good, or a subscription in a paid period or a grace period.
    public func contains(_ productID: String, at date: Date = Date()) -> Bool {
        spans[productID].map { $0.contains { $0.contains(Timestamp(date)) } } ?? false
    }

    /// The identifiers of the products that may be used at a moment.
    public func activeProductIDs(at date: Date = Date()) -> Set<String> {
        Set(spans.keys.filter { contains($0, at: date) })
    }

    /// The quantity of a consumable that was bought and not refunded; 0 for any other product.
    public func purchasedQuantity(of productID: String) -> Int { quantities[productID] ?? 0 }

    /// The first moment after another one at which a product may be used no longer, or may be used then; `nil` when there is none.
    ///
    /// It is for the timeline of a widget.
    public func nextChange(after date: Date = Date()) -> Date? {
        let bounds = spans.values.lazy.flatMap(\.self).flatMap { [$0.start, $0.end] }
        return bounds.compactMap(\.self).filter { $0 > Timestamp(date) }.min()?.date
    }

    /// The same times without overlaps, in their order.
    private static func joined(_ spans: [Span]) -> [Span] {
        let (first, never) = (Timestamp(milliseconds: .min), Timestamp(milliseconds: .max))
        return spans.sorted { $0.start ?? first < $1.start ?? first }.reduce(into: []) { joined, span in
            guard let last = joined.last, last.end ?? never >= span.start ?? first else { return joined.append(span) }
            guard let end = last.end else { return }
            joined[joined.count - 1].end = span.end.map { max($0, end) }
        }
    }
}

extension PublishedEntitlements: CustomStringConvertible {
    /// The products with their times in one line, such as `club until 2026-01-31T12:00:00Z, coins × 3`.
    public var description: String {
        let products = spans.sorted { $0.key < $1.key }.flatMap { product, spans in
            spans.map { span in
                let start = span.start.map { " from \(Wording.moment($0.date))" } ?? ""
                return product + start + (span.end.map { " until \(Wording.moment($0.date))" } ?? "")
            }
        }
        let all = products + quantities.sorted { $0.key < $1.key }.map { "\($0.key) × \($0.value)" }
        return all.isEmpty ? "nothing" : all.joined(separator: ", ")
    }
}
