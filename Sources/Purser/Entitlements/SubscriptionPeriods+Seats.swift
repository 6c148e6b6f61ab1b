// One period may have several transactions, because seats were added: its seats are those of all of them, and it is
// revoked only when each of them is.
extension SubscriptionPeriods {
    /// The seats of a period, which is named by one of its transactions; `nil` when it was not bought with seats.
    func seats(in period: StoreTransaction) -> Int? {
        guard period.multiSeatInfo != nil else { return nil }
        return periods.reduce(0) { sum, other in
            guard Self.areOfOnePeriod(other, period), other.isUpgraded == period.isUpgraded else { return sum }
            let (seats, overflow) = sum.addingReportingOverflow(other.seats ?? 0)
            return overflow ? sum : seats
        }
    }

    /// The transaction that represents a period: if the one at this place was revoked, the last one with seats that was
    /// not; without seats, one that was revoked under another identifier.
    func remainingPart(at index: ChunkedArray<StoreTransaction>.Index) -> StoreTransaction {
        let period = periods[index]
        guard period.multiSeatInfo != nil else {
            return period.isRevoked ? period : revokedTwin(of: period, before: index) ?? period
        }
        guard period.isRevoked else { return period }
        return periods.last { $0.stands && Self.areOfOnePeriod($0, period) } ?? period
    }

    /// A revoked transaction of the same period, which StoreKit 1 restores under a new identifier: a refund names either.
    private func revokedTwin(
        of period: StoreTransaction, before end: ChunkedArray<StoreTransaction>.Index
    ) -> StoreTransaction? {
        var index = end
        while index > periods.startIndex {
            index = periods.index(before: index)
            let other = periods[index]
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

    /// Whether two are versions of one period without seats: of the same product until the same end, or, where none is
    /// reported, from the same date.
    private static func areTwins(_ one: StoreTransaction, _ other: StoreTransaction) -> Bool {
        // The ends first: most periods differ in them, and numbers are compared faster than texts.
        one.expirationTime == other.expirationTime && one.multiSeatInfo == nil && one.productID == other.productID
            && (one.expirationTime != nil || one.purchaseTime == other.purchaseTime)
    }

    /// Whether two transactions with seats are of one period: of one product, and of one line item of the App Store or
    /// one end.
    ///
    /// Two purchases of one moment end together, so with two line items an equal end counts only when both are
    /// additions.
    private static func areOfOnePeriod(_ one: StoreTransaction, _ other: StoreTransaction) -> Bool {
        guard one.multiSeatInfo != nil, other.multiSeatInfo != nil, one.productID == other.productID
        else { return false }
        if one.ledgerID == other.ledgerID { return true }
        if let item = one.webOrderLineItemID, let otherItem = other.webOrderLineItemID {
            if item == otherItem { return true }
            guard one.additionalTransactionReason != nil, other.additionalTransactionReason != nil else { return false }
        }
        return one.expirationTime == other.expirationTime
    }
}
