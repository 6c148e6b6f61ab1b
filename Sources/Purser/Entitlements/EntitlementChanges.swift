/// The changes of one batch; those of consumables are added up by product.
package struct EntitlementChanges: Sendable {
    /// The transactions that are not consumables.
    private(set) var others: [Change] = []
    private(set) var tally = ProductTally()
    private(set) var renewals: [SubscriptionRenewal] = []
    private(set) var acquired: Set<String> = []
    var environment = StoreEnvironment.unknown
    /// Whether they include periods of subscriptions, or reports of their renewal.
    var touchesSubscriptions: Bool { !renewals.isEmpty || others.contains { $0.transaction.isPeriod } }
    var isEmpty: Bool { others.isEmpty && renewals.isEmpty && acquired.isEmpty && tally.isEmpty }
    /// Whether the entitlements have to be computed again: a transaction has left its place, and the ones it replaced
    /// are not kept; or those of another environment count.
    var needsRebuild = false

    struct Change: Sendable {
        var transaction: StoreTransaction
        /// Whether it is recorded for the first time.
        var isNew: Bool
    }

    /// No changes.
    package init() {}

    /// Adds the reported renewal of a subscription.
    package mutating func add(_ renewal: ReportedRenewal, of originalID: String) {
        guard renewal.renewalInfo?.environment.differs(from: environment) != true else { return }
        renewals.append(SubscriptionRenewal(originalID, renewal))
    }

    /// Adds a product that was acquired with a subscription.
    package mutating func add(acquired productID: String) { acquired.insert(productID) }

    /// Adds a transaction in its recorded state, after its earlier state; `joins` if it joins two subscriptions.
    package mutating func add(_ new: StoreTransaction, after old: StoreTransaction? = nil, joins: Bool = false) {
        // It may have counted as long as its environment was not reported.
        if new.environment.differs(from: environment) {
            needsRebuild = needsRebuild || old?.environment == .unknown
            return
        }
        if new.isConsumable || old?.isConsumable == true { tally.add(new, after: old) }
        if !new.isConsumable { others.append(Change(transaction: new, isNew: old == nil)) }
        if joins || old.map({ Self.leavesPlace($0, new) }) == true { needsRebuild = true }
    }

    /// Whether a change moves the transaction, so that it cannot be applied in place.
    ///
    /// All periods of a subscription are kept in their order; of products owned for good only the newest transaction is
    /// kept.
    private static func leavesPlace(_ old: StoreTransaction, _ new: StoreTransaction) -> Bool {
        guard !old.isConsumable else { return false }
        guard old.originalID == new.originalID, old.isPeriod == new.isPeriod, !new.isConsumable else { return true }
        if let group = EntitlementState.introducedGroup(of: old), group != EntitlementState.introducedGroup(of: new) {
            return true
        }
        return !old.isPeriod && (old.productID != new.productID || new.isOutranked(by: old))
    }
}
