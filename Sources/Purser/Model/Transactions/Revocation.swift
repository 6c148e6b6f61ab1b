#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What the store says of a transaction's revocation; without a date the transaction stands.
struct Revocation: Sendable {
    /// When it was revoked.
    var time: Timestamp?
    /// How it was revoked, where the platform says it.
    var type: StoreTransaction.RevocationType?
    /// How much was refunded, in thousandths of a percent, where the platform says it.
    var thousandths: Int?

    /// All that was paid, in thousandths of a percent.
    private static let whole = 100_000

    /// How much was refunded, in thousandths of a percent: all where the store does not say it.
    private var part: Int { thousandths ?? Self.whole }

    /// How much was refunded, in percent; `nil` when the store does not say it.
    var percentage: Decimal? { thousandths.map(Self.percentage) ?? (type == .fullRefund ? 100 : nil) }

    /// How many units it leaves of a quantity: a unit that was refunded in part stays.
    func units(leftOf quantity: Int) -> Int {
        let refunded = min(max(0, part), Self.whole)
        // In two parts, so that every quantity has a product.
        return quantity - quantity / Self.whole * refunded - quantity % Self.whole * refunded / Self.whole
    }

    /// Whether both are of one refund: of the same date, and of the same type where this one says its type.
    func isSame(as other: Revocation) -> Bool { time == other.time && (type == nil || type == other.type) }

    /// Whether another part was refunded than an earlier description says, once this one is completed from it.
    func differs(from old: Revocation) -> Bool {
        (thousandths ?? (isSame(as: old) ? old.part : Self.whole)) != old.part
    }

    /// Thousandths of a percent as percent.
    static func percentage(_ thousandths: Int) -> Decimal { Decimal(thousandths) / 1_000 }

    /// A percentage in thousandths; -1 for what is no number.
    static func thousandths(_ percent: Decimal) -> Int {
        guard let number = Double(percent.description), number.isFinite else { return -1 }
        return Int((min(max(number, -1_000_000), 1_000_000) * 1_000).rounded())
    }
}
