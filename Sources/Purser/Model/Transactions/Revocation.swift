#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

struct Revocation: Sendable {
    var time: Timestamp?
    var type: StoreTransaction.RevocationType?
    /// The refunded part, in thousandths of a percent, if the platform reports it.
    var thousandths: Int?

    private static let whole = 100_000

    /// The refunded part, in thousandths of a percent: all when it is not reported.
    private var part: Int { thousandths ?? Self.whole }

    var percentage: Decimal? { thousandths.map(Self.percentage) ?? (type == .fullRefund ? 100 : nil) }

    /// How many units of a quantity remain: a unit that was refunded in part remains.
    func units(leftOf quantity: Int) -> Int {
        let refunded = min(max(0, part), Self.whole)
        // In two parts, so that the product does not overflow.
        return quantity - quantity / Self.whole * refunded - quantity % Self.whole * refunded / Self.whole
    }

    /// Whether both are of one refund: of the same date, and of the same type if this one has a type.
    func isSame(as other: Revocation) -> Bool { time == other.time && (type == nil || type == other.type) }

    /// Whether the refunded part differs from that of an earlier version, once this one is completed from it.
    func differs(from old: Revocation) -> Bool {
        (thousandths ?? (isSame(as: old) ? old.part : Self.whole)) != old.part
    }

    static func percentage(_ thousandths: Int) -> Decimal { Decimal(thousandths) / 1_000 }

    /// A percentage in thousandths; -1 for a value that is not a number.
    static func thousandths(_ percent: Decimal) -> Int {
        guard let number = Double(percent.description), number.isFinite else { return -1 }
        return Int((min(max(number, -1_000_000), 1_000_000) * 1_000).rounded())
    }
}
