extension StoreTransaction {
    /// Whether it gives its product for a while: of types that are not known here, as bundles and suites of subscriptions, what
    /// expires does.
    var isPeriod: Bool {
        if isConsumable { return false }
        return switch productType {
        case .autoRenewable: true
        case .nonConsumable, .nonRenewable: false
        default: expirationTime != nil
        }
    }

    /// Becomes another transaction of its line, unless that one is older.
    mutating func yield(to other: StoreTransaction) {
        if ledgerID == other.ledgerID || isOutranked(by: other) { self = other }
    }

    /// Whether another transaction of its line counts in its stead.
    ///
    /// The one that was bought later counts. Of two with the same purchase date it is the one whose identifier sorts last as a
    /// text: neither the order in which they were reported nor a later signature decides (E2).
    func isOutranked(by other: StoreTransaction) -> Bool {
        purchaseTime == other.purchaseTime ? ledgerID < other.ledgerID : purchaseTime < other.purchaseTime
    }

    /// Whether a later description of it can be taken in where it stands.
    ///
    /// A period can whenever its line stays the same, for all periods of a line are kept. Of what is bought for good only the
    /// newest transaction is, so it must not fall behind.
    func keepsPlace(as new: StoreTransaction) -> Bool {
        guard originalID == new.originalID, isPeriod == new.isPeriod, !new.isConsumable else { return false }
        return isPeriod || productID == new.productID && !new.isOutranked(by: self)
    }

    /// The subscription group in which the customer used an introductory offer with it; `nil` when none was used.
    ///
    /// Of one that the family shares, somebody else has used it.
    var introducedGroup: String? {
        guard offer?.type == .introductory, ownershipType != .familyShared else { return nil }
        return subscriptionGroupID
    }

    /// Whether it has used an introductory offer that by a later description of it was not used.
    func introducedGroup(isLostBy new: StoreTransaction) -> Bool {
        introducedGroup.map { $0 != new.introducedGroup } ?? false
    }
}
