extension StoreTransaction {
    /// Whether this description of a transaction tells anything that an earlier one does not.
    ///
    /// An older description that comes late is no news; the same state told again is none either, whenever it was
    /// signed. Everything else is: refunds, upgrades and extensions always pass (D1).
    func isNews(after old: StoreTransaction) -> Bool {
        guard !isOlder(than: old) else { return false }
        return revocationDate != old.revocationDate || isUpgraded != old.isUpgraded
            || expirationDate != old.expirationDate || productID != old.productID || quantity != old.quantity
            || ownership != old.ownership
    }

    /// Whether the store described the transaction like this before it described it like the other.
    func isOlder(than other: StoreTransaction) -> Bool {
        guard let signedDate, let otherDate = other.signedDate else { return false }
        return signedDate < otherDate
    }

    /// What has happened to the transaction since `old`, or since ever.
    func kindOfUpdate(after old: StoreTransaction?, phase: StoreUpdate.Phase) -> StoreUpdate.Kind {
        guard let old else {
            if revocationDate != nil { return .revoked }
            if isUpgraded { return .upgraded }
            if phase == .restore { return .restored }
            return reason == .renewal ? .renewed : .purchased
        }
        if revocationDate != nil { return old.revocationDate == nil ? .revoked : .changed }
        if old.revocationDate != nil { return .reinstated }
        return isUpgraded && !old.isUpgraded ? .upgraded : .changed
    }
}
