extension StoreTransaction {
    /// The fields that make news when they differ from what was known; the one list of them.
    ///
    /// What the ledger keeps of archived transactions is made of it too.
    struct News: Sendable, Hashable {
        var productID: String
        var purchasedQuantity: Int
        var expirationTime: Timestamp?
        var revocationTime: Timestamp?
        var isUpgraded: Bool
        var ownershipType: OwnershipType
    }

    /// What makes news of it.
    var news: News {
        News(
            productID: productID, purchasedQuantity: purchasedQuantity, expirationTime: expirationTime,
            revocationTime: revocationTime, isUpgraded: isUpgraded, ownershipType: ownershipType)
    }

    /// Whether this description of a transaction says anything that an earlier one does not.
    ///
    /// It is no news when it was signed before the earlier one, or when it describes the same state, whenever it was
    /// signed. Everything else is news: refunds, upgrades and extensions always are (D1).
    func isNews(after old: StoreTransaction) -> Bool { !isOlder(than: old) && news != old.news }

    /// Whether the store signed this description before the other.
    ///
    /// Without both dates it is not older.
    func isOlder(than other: StoreTransaction) -> Bool {
        guard let signedTime, let otherDate = other.signedTime else { return false }
        return signedTime < otherDate
    }

    /// What has happened to the transaction since an earlier description; `nil` means that it is new.
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
