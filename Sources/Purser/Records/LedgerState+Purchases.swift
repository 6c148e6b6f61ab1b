// What a user has, as the decisions about other users' reports ask for it.
extension LedgerState {
    /// When the latest purchase with an original identifier was bought: a period, or one of which the others are copies;
    /// `nil` when the user has none.
    func latestPurchaseTime(of originalID: String) -> Timestamp? {
        let original = hash.fingerprint(of: originalID)
        let period = subscriptions[subscriptions.key(of: originalID)]?.latest?.key
        return [period, original, copies.latest(of: original)].lazy.compactMap { $0 }.compactMap { key in
            self.transactions.read(key) { $0.progress.steps.contains(.movedAway) ? nil : $0.transaction.purchaseTime }
                ?? nil
        }.max()
    }

    /// What a reported transaction is in the records; one that answers nobody may be a purchase with another identifier.
    ///
    /// - Parameter key: the fingerprint of its own.
    mutating func recorded(_ transaction: StoreTransaction, _ key: Fingerprint, answersNobody: Bool) -> Recorded {
        let own = transactions.recorded(transaction, key)
        guard answersNobody, transaction.id != transaction.originalID, case .nothing = own else { return own }
        let original = transactions.renamed(transaction, to: transaction.originalID)
        if case .transaction = original { return original ?? own }
        return copies.period(of: transaction, among: transactions, subscriptions) ?? original ?? own
    }
}
