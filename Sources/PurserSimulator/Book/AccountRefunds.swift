import Purser

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The money that was given back: for no transaction more than was paid for it.
struct AccountRefunds: Sendable, Codable {
    /// Every refund, oldest first.
    private(set) var all = NotingList<SimulatedRefund>()
    /// What the first `counted` of them come to for each transaction; no folder keeps it.
    private var sums: [String: Decimal] = [:]
    /// Each is added once, so that the next one costs the same however many there are.
    private var counted = 0

    private enum CodingKeys: String, CodingKey { case all = "refunds" }

    /// Gives back so many percent of what was paid for a transaction, rounded down to what can be paid, but never more than was
    /// paid and not given back before.
    ///
    /// - Parameter seats: of how many seats; `nil` for all that was not given back before.
    mutating func giveBack(
        _ percentage: Decimal, ofSeats seats: Int? = nil, of record: AccountRecord, at now: Timestamp
    ) {
        let transaction = record.transaction
        let paid = seats.flatMap { transaction.multiSeatInfo?.remainingTiers.last($0).total } ?? transaction.amountLeft
        let part = PriceText.roundedDown((paid ?? 0) * percentage / 100, currency: transaction.currencyCode)
        add(min(part, refundable(record)), for: transaction, at: now)
    }

    /// Gives back what was paid for the time that is left of a period, as an upgrade does; nothing is revoked.
    mutating func giveBackUnused(of record: AccountRecord, at now: Timestamp) {
        let fields = record.transaction.fields
        guard record.isCharged, let price = record.transaction.amountLeft, let end = fields.expirationTime, end > now,
            fields.purchaseTime < end
        else { return }
        let left = Decimal(end.milliseconds) - Decimal(max(now, fields.purchaseTime).milliseconds)
        let whole = Decimal(end.milliseconds) - Decimal(fields.purchaseTime.milliseconds)
        let unused = PriceText.roundedDown(price * left / whole, currency: fields.currencyCode)
        let amount = min(unused, refundable(record))
        if amount > 0 { add(amount, for: record.transaction, at: now) }
    }

    private mutating func add(_ amount: Decimal, for transaction: StoreTransaction, at now: Timestamp) {
        all.append(
            SimulatedRefund(
                transactionID: transaction.id, amount: amount, currencyCode: transaction.currencyCode ?? "", time: now))
    }

    /// What was paid for a transaction and not given back.
    private mutating func refundable(_ record: AccountRecord) -> Decimal {
        guard record.isCharged else { return 0 }
        for refund in all[counted...] { sums[refund.transactionID, default: 0] += refund.amount }
        counted = all.count
        return max(0, record.amountPaid - sums[record.transaction.id, default: 0])
    }

    /// Repeats what a folder has kept.
    mutating func restore(_ refunds: [SimulatedRefund]) { for refund in refunds { all.append(refund) } }

    /// Notes what changes, and takes steps back.
    mutating func note(_ moment: NotingMoment) {
        all.note(moment)
        if case .stepUndone = moment { (sums, counted) = ([:], 0) }
    }
}
