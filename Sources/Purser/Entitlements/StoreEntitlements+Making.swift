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
        let known = Dictionary(transactions.map { ($0.ledgerID, $0) }, uniquingKeysWith: { $1 })
        var changes = EntitlementChanges()
        for transaction in known.values { changes.add(EntitlementChange(old: nil, new: transaction)) }
        var state = EntitlementState(hash: KeyedHash(first: 0, second: 0))
        state.apply(changes)
        let time = Timestamp(date)
        self.init(EntitlementSnapshot(state: state, trustedDate: time), deviceTime: time)
    }
}
