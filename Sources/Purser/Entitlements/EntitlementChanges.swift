/// One transaction's change, as far as entitlements are concerned.
package struct EntitlementChange: Sendable {
    /// The transaction as it was recorded before; `nil` when it is new.
    package var old: StoreTransaction?
    /// The transaction as it is recorded now.
    package var new: StoreTransaction

    /// The change from one description to another.
    package init(old: StoreTransaction?, new: StoreTransaction) {
        self.old = old
        self.new = new
    }

    /// Whether the change cannot be taken in where the transaction stands.
    ///
    /// All periods of a subscription are kept in their order; of what is bought for good only the newest transaction
    /// is.
    fileprivate var leavesPlace: Bool {
        guard let old, !old.isConsumable else { return false }
        guard old.originalID == new.originalID, old.isPeriod == new.isPeriod, !new.isConsumable else { return true }
        if let group = EntitlementState.introducedGroup(of: old), group != EntitlementState.introducedGroup(of: new) {
            return true
        }
        return !old.isPeriod && (old.productID != new.productID || new.isOutranked(by: old))
    }
}

/// The changes of one batch; those of consumables are added up by product.
package struct EntitlementChanges: Sendable {
    /// What is no consumable, and whether it is on record for the first time.
    private(set) var others: [(transaction: StoreTransaction, isNew: Bool)] = []
    private(set) var tally = ProductTally()
    /// What was reported of renewals, by the original identifiers of their subscriptions, in order.
    private(set) var renewals: [(originalID: String, told: ToldRenewal)] = []
    /// The products that were acquired by virtue of subscriptions.
    private(set) var acquired: Set<String> = []
    /// Whether periods of subscriptions, or what was reported of their renewal, are among them.
    var touchesSubscriptions: Bool { !renewals.isEmpty || others.contains { $0.transaction.isPeriod } }
    /// Whether there is none.
    var isEmpty: Bool { others.isEmpty && renewals.isEmpty && acquired.isEmpty && tally.counts.isEmpty }
    /// Whether what is owned has to be computed anew: a transaction has left its place, and what it covered is not
    /// kept.
    private(set) var needsRebuild = false

    /// No changes.
    package init() {}

    /// Adds what was reported of the renewal of a subscription.
    package mutating func add(_ told: ToldRenewal, ofLine originalID: String) { renewals.append((originalID, told)) }

    /// Adds a product that was acquired by virtue of a subscription.
    package mutating func add(acquired productID: String) { acquired.insert(productID) }

    /// Adds one change, by which what was two subscriptions may become one.
    package mutating func add(_ change: EntitlementChange, joinsLines: Bool = false) {
        if joinsLines { needsRebuild = true }
        let (old, new) = (change.old, change.new)
        if new.isConsumable || old?.isConsumable == true { tally.add(new, after: old) }
        if !new.isConsumable { others.append((new, old == nil)) }
        if change.leavesPlace { needsRebuild = true }
    }
}
