import Purser

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The refunded money: never more than the price of a transaction.
struct AccountRefunds: Sendable, Codable {
    /// All refunds, oldest first.
    private(set) var all = NotingList<SimulatedRefund>()
    /// The sums of the first `counted` refunds, by transactions; they are not stored.
    private var sums: [String: Decimal] = [:]
    /// Each refund is added once, so the cost of the next refund does not depend on their number.
    private var counted = 0

    private enum CodingKeys: String, CodingKey { case all = "refunds" }

    /// Refunds a percentage of a transaction's price, rounded down to a payable amount, and at most the part that is
    /// not refunded yet.
    ///
    /// - Parameter seats: the number of refunded seats; `nil` for all that are not refunded yet.
    mutating func giveBack(
        _ percentage: Decimal, ofSeats seats: Int? = nil, of record: AccountRecord, at now: Timestamp
    ) {
        let transaction = record.transaction
        let paid = seats.flatMap { transaction.multiSeatInfo?.remainingTiers.last($0).total } ?? transaction.amountLeft
        let part = PayableAmounts(currency: transaction.currencyCode).roundedDown((paid ?? 0) * percentage / 100)
        add(min(part, refundable(record)), for: transaction, at: now)
    }

    /// Refunds the rest of a period, as for an upgrade, without a revocation.
    mutating func giveBackUnused(of record: AccountRecord, at now: Timestamp) {
        let fields = record.transaction.fields
        guard record.isCharged, let price = record.transaction.amountLeft, let end = fields.expirationTime, end > now,
            fields.purchaseTime < end
        else { return }
        let left = Decimal(end.milliseconds) - Decimal(max(now, fields.purchaseTime).milliseconds)
        let whole = Decimal(end.milliseconds) - Decimal(fields.purchaseTime.milliseconds)
        let unused = PayableAmounts(currency: fields.currencyCode).roundedDown(price * left / whole)
        let amount = min(unused, refundable(record))
        if amount > 0 { add(amount, for: record.transaction, at: now) }
    }

    private mutating func add(_ amount: Decimal, for transaction: StoreTransaction, at now: Timestamp) {
        all.append(
            SimulatedRefund(
                transactionID: transaction.id, amount: amount, currencyCode: transaction.currencyCode ?? "", time: now))
    }

    /// The part of a transaction's price that is not refunded yet.
    private mutating func refundable(_ record: AccountRecord) -> Decimal {
        guard record.isCharged else { return 0 }
        for refund in all[counted...] { sums[refund.transactionID, default: 0] += refund.amount }
        counted = all.count
        return max(0, record.amountPaid - sums[record.transaction.id, default: 0])
    }

    /// Applies the stored content of a folder.
    mutating func restore(_ refunds: [SimulatedRefund]) { for refund in refunds { all.append(refund) } }

    /// Records changes, and undoes steps.
    mutating func note(_ moment: NotingMoment) {
        all.note(moment)
        if case .stepUndone = moment { (sums, counted) = ([:], 0) }
    }
}
