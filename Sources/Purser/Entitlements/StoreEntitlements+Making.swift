#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension StoreEntitlements {
    /// What these transactions entitle to at a moment, for previews and tests of an app.
    ///
    /// - Parameters:
    ///   - transactions: each in the state that it has at the moment; of two with the same identifier the last one
    ///     counts.
    ///   - date: the moment at which subscriptions count as over or not.
    public init(_ transactions: [StoreTransaction], at date: Date) {
        var changes = EntitlementChanges()
        var known: [String: StoreTransaction] = [:]
        for transaction in transactions {
            let old = known.updateValue(transaction, forKey: transaction.id)
            changes.add(EntitlementChange(old: old, new: transaction))
        }
        var state = EntitlementState()
        state.apply(changes)
        let time = Timestamp(date)
        self.init(EntitlementSnapshot(state: state, trustedDate: time), deviceTime: time)
    }
}
