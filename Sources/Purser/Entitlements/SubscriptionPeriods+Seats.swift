// One period may have several transactions, where seats were added to it. Together they are one period: its seats are those of
// all of them, and it is taken back only when each of them is.
extension SubscriptionPeriods {
    /// How many seats a period has, which is named by one of its transactions; `nil` when it was not bought with seats.
    func seats(in period: StoreTransaction) -> Int? {
        guard period.multiSeatInfo != nil else { return nil }
        return periods.reduce(0) { sum, other in
            guard Self.areOfOnePeriod(other, period), other.isUpgraded == period.isUpgraded else { return sum }
            let (seats, overflow) = sum.addingReportingOverflow(other.seats ?? 0)
            return overflow ? sum : seats
        }
    }

    /// The transaction that stands for a period: this one, or where it was taken back, the last other one of the same period
    /// that was not; of a period without seats one that was revoked, where the store reports the period under several
    /// identifiers.
    func standingPart(of period: StoreTransaction) -> StoreTransaction {
        guard period.multiSeatInfo != nil else { return period.isRevoked ? period : revokedTwin(of: period) ?? period }
        guard period.isRevoked else { return period }
        return periods.last { $0.stands && Self.areOfOnePeriod($0, period) } ?? period
    }

    /// A transaction of the same period under another identifier that was revoked, not before this one was bought.
    ///
    /// StoreKit 1 restores a period under a new identifier, and a refund may name either one.
    private func revokedTwin(of period: StoreTransaction) -> StoreTransaction? {
        var index = periods.endIndex
        while index > periods.startIndex {
            index = periods.index(before: index)
            let other = periods[index]
            if period.isOutranked(by: other) || other.ledgerID == period.ledgerID { continue }
            guard Self.areTwins(other, period) else { return nil }
            if let time = other.revocationTime, !other.isUpgraded, time >= period.purchaseTime { return other }
        }
        return nil
    }

    /// The first transaction of a period, by which it was bought or renewed.
    func firstPart(of period: StoreTransaction) -> StoreTransaction {
        guard period.additionalTransactionReason != nil else { return period }
        return periods.first { Self.areOfOnePeriod($0, period) } ?? period
    }

    /// Whether a transaction only adds seats to a period.
    func isAddition(_ period: StoreTransaction) -> Bool {
        period.additionalTransactionReason != nil && firstPart(of: period).ledgerID != period.ledgerID
    }

    /// Whether two are descriptions of one period without seats: of the same product until the same end.
    private static func areTwins(_ one: StoreTransaction, _ other: StoreTransaction) -> Bool {
        one.multiSeatInfo == nil && one.productID == other.productID && one.expirationTime != nil
            && one.expirationTime == other.expirationTime
    }

    /// Whether two are transactions with seats of one period: of the same product, and of the same item of the store's or
    /// until the same end.
    ///
    /// Two purchases of one moment end together, too. So of two items an equal end counts only where the store says of both
    /// transactions that they are not alone.
    private static func areOfOnePeriod(_ one: StoreTransaction, _ other: StoreTransaction) -> Bool {
        guard one.multiSeatInfo != nil, other.multiSeatInfo != nil, one.productID == other.productID else {
            return false
        }
        if one.ledgerID == other.ledgerID { return true }
        if let item = one.webOrderLineItemID, let otherItem = other.webOrderLineItemID {
            if item == otherItem { return true }
            guard one.additionalTransactionReason != nil, other.additionalTransactionReason != nil else { return false }
        }
        return one.expirationTime == other.expirationTime
    }
}
