extension StoreTransaction {
    /// Whether this description of a transaction tells anything that an earlier one does not.
    ///
    /// An older description that comes late is no news; the same state told again is none either, whenever it was
    /// signed. Everything else is: refunds, upgrades and extensions always pass (D1).
    func isNews(after old: StoreTransaction) -> Bool {
        guard !isOlder(than: old) else { return false }
        return revocationTime != old.revocationTime || isUpgraded != old.isUpgraded
            || expirationTime != old.expirationTime || productID != old.productID
            || purchasedQuantity != old.purchasedQuantity
            || ownershipType != old.ownershipType
    }

    /// Whether the store described the transaction like this before it described it like the other.
    func isOlder(than other: StoreTransaction) -> Bool {
        guard let signedTime, let otherDate = other.signedTime else { return false }
        return signedTime < otherDate
    }

    /// What has happened to the transaction since `old`, or since ever.
    func kindOfUpdate(after old: StoreTransaction?, phase: StoreUpdate.Phase) -> StoreUpdate.Kind {
        guard let old else {
            if revocationTime != nil { return .revoked }
            if isUpgraded { return .upgraded }
            if phase == .restore { return .restored }
            return reason == .renewal ? .renewed : .purchased
        }
        if revocationTime != nil { return old.revocationTime == nil ? .revoked : .changed }
        if old.revocationTime != nil { return .reinstated }
        return isUpgraded && !old.isUpgraded ? .upgraded : .changed
    }
}
