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

    /// The record of a reported transaction; `nil` when it is not recorded, under any identifier.
    ///
    /// - Parameter key: the fingerprint of its own.
    mutating func purchase(_ transaction: StoreTransaction, _ key: Fingerprint, mayBeRenamed: Bool)
        -> LedgerTransaction?
    {
        if let purchase = transactions.purchase(transaction, key, mayBeRenamed: mayBeRenamed) { return purchase }
        return mayBeRenamed ? copies.purchase(of: transaction, among: transactions, subscriptions) : nil
    }
}
