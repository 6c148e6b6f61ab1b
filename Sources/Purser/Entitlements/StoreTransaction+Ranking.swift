extension StoreTransaction {
    /// Whether it gives its product for a while: of an unknown type, what expires does.
    var isPeriod: Bool {
        productType == .autoRenewable || productType == .unknown && expirationTime != nil
    }

    /// Becomes another transaction of its line, unless that one is older.
    mutating func yield(to other: StoreTransaction) {
        if id == other.id || isOutranked(by: other) { self = other }
    }

    /// Whether another transaction of its line counts in its stead.
    ///
    /// That is the period that ends later, or what was bought later. Of two of the same date it is the one whose identifier
    /// sorts last as a text, so that the order in which they came, or stand in a table, decides nothing (E2).
    func isOutranked(by other: StoreTransaction) -> Bool {
        let (own, its) = isPeriod ? (periodEnd, other.periodEnd) : (purchaseTime, other.purchaseTime)
        return own == its ? id < other.id : own < its
    }

    /// Whether a later description of it stands where it stood, or ahead of that.
    func keepsPlace(as new: StoreTransaction) -> Bool {
        productID == new.productID && originalID == new.originalID && isPeriod == new.isPeriod && !new.isConsumable
            && !new.isOutranked(by: self)
    }

    /// Whether a period is known to be over; one of which no end is known is not.
    func hasEnded(at time: Timestamp) -> Bool { expirationTime.map { $0 <= time } ?? false }

    private var periodEnd: Timestamp { expirationTime ?? purchaseTime }
}
