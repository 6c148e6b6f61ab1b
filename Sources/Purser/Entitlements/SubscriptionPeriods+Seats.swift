// One period may have several transactions, where seats were added to it. Together they are one period: its seats are those of
// all of them, and it is taken back only when each of them is.
extension SubscriptionPeriods {
    /// How many seats a period has, which is named by one of its transactions; `nil` when it was not bought with seats.
    func seats(in period: StoreTransaction) -> Int? {
        guard period.multiSeatInfo != nil else { return nil }
        return periods.reduce(0) { sum, other in
            guard other.sharesPeriod(with: period), other.isUpgraded == period.isUpgraded else { return sum }
            let (seats, overflow) = sum.addingReportingOverflow(other.seats ?? 0)
            return overflow ? sum : seats
        }
    }

    /// The transaction that stands for a period: this one, or where it was taken back, the last other one of the same period
    /// that was not.
    func standingPart(of period: StoreTransaction) -> StoreTransaction {
        guard period.isRevoked, period.multiSeatInfo != nil else { return period }
        return periods.last { $0.stands && $0.sharesPeriod(with: period) } ?? period
    }

    /// The first transaction of a period, by which it was bought or renewed.
    func firstPart(of period: StoreTransaction) -> StoreTransaction {
        guard period.additionalTransactionReason != nil else { return period }
        return periods.first { $0.sharesPeriod(with: period) } ?? period
    }

    /// Whether a transaction only adds seats to a period.
    func isAddition(_ period: StoreTransaction) -> Bool {
        period.additionalTransactionReason != nil && firstPart(of: period).ledgerID != period.ledgerID
    }
}

extension StoreTransaction {
    /// Whether both are transactions with seats of one period: of the same product, until the same end or of the same item of
    /// the store's.
    fileprivate func sharesPeriod(with other: StoreTransaction) -> Bool {
        guard multiSeatInfo != nil, other.multiSeatInfo != nil, productID == other.productID else { return false }
        return expirationTime == other.expirationTime
            || webOrderLineItemID != nil && webOrderLineItemID == other.webOrderLineItemID
    }
}
