extension StoreEntitlements {
    /// Whether it gives the same answers as another one: what may be used, where each subscription stands and how it goes on,
    /// how many of each consumable were bought, whether that is known, and whether it is stale.
    func saysTheSame(as other: StoreEntitlements) -> Bool {
        guard availability.description == other.availability.description, isStale == other.isStale,
            purchasedQuantities == other.purchasedQuantities, acquiredProductIDs == other.acquiredProductIDs
        else { return false }
        let own = (active.map(\.transaction), subscriptions)
        let its = (other.active.map(\.transaction), other.subscriptions)
        return own.0 == its.0 && own.1.count == its.1.count
            && zip(own.1, its.1).allSatisfy { $0.saysTheSame(as: $1) }
    }
}

extension StoreSubscription {
    /// Whether it says the same as another one, whenever its renewal info was signed.
    fileprivate func saysTheSame(as other: StoreSubscription) -> Bool {
        guard transaction == other.transaction, state == other.state, end == other.end,
            awaitsRenewal == other.awaitsRenewal, offerPeriodCount == other.offerPeriodCount
        else { return false }
        guard let own = renewalInfo, let its = other.renewalInfo else {
            return renewalInfo == nil && other.renewalInfo == nil
        }
        return own.saysTheSame(as: its)
    }
}
