// One purchase that a store reports under several identifiers.
//
// After a restore in StoreKit 1 Apple's server may give an old purchase a new identifier, and tell of its refund by that. The
// original identifier and the purchase date stay (apple/app-store-server-library-node, issue 28).
extension LedgerState {
    /// A purchase that is on record under another identifier than it was reported by.
    struct Renamed {
        /// The report, with the identifier on record.
        var transaction: StoreTransaction
        /// What is on record; `nil` when only the records of the store's folder have the purchase.
        let known: LedgerTransaction?
        /// What stands for the identifier on record.
        let key: Fingerprint
    }

    /// The purchase on record that a report under a new identifier describes; `nil` when there is none, or when the report is
    /// of a purchase of its own: the answer to a payment, or a copy that a restore has made.
    mutating func renamed(_ incoming: borrowing IncomingTransaction) -> Renamed? {
        guard incoming.phase == .complete, incoming.restore == nil else { return nil }
        let transaction = incoming.transaction
        if let found = original(of: transaction) ?? period(of: transaction) { return found }
        guard let name = incoming.correction?.knownAs else { return nil }
        let named = transaction.with { $0.id = name }
        return Renamed(transaction: named, known: nil, key: hash.fingerprint(of: named.ledgerID))
    }

    /// The purchase whose identifier is the original one of a transaction that describes it: one on record, or one that will be
    /// told only after its refund.
    func original(of transaction: StoreTransaction) -> Renamed? {
        guard transaction.id != transaction.originalID else { return nil }
        return renamed(transaction, to: transaction.originalID)
    }

    /// The period on record that a transaction of its subscription describes.
    private mutating func period(of transaction: StoreTransaction) -> Renamed? {
        // What was bought after all others is new; so is what StoreKit 1 reports after it has made a copy of it, which dates alone
        // do not tell from a copy.
        guard transaction.productType == .autoRenewable, transaction.isRevoked || transaction.webOrderLineItemID != nil,
            let latest = subscriptions[line(of: transaction)]?.latest,
            transaction.purchaseTime <= latest.purchaseTime.advanced(by: .seconds(1))
        else { return nil }
        makeCopies()
        for key in copies.periods(near: transaction, line: line(of: transaction)) {
            let id = transactions.read(key) { $0.transaction.id }
            if let id, let found = renamed(transaction, to: id) { return found }
        }
        return nil
    }

    private func renamed(_ transaction: StoreTransaction, to id: String) -> Renamed? {
        let described = transaction.with { $0.id = id }
        let key = hash.fingerprint(of: described.ledgerID)
        let known = transactions.known(described, key)
        switch known.map({ recorded(described, key, $0) }) ?? .nothing(described, key) {
        case .transaction(let found, let named, let key):
            guard found.transaction.isDescribed(by: transaction) else { return nil }
            // A copy does not say that its purchase was replaced.
            let isReplaced = found.transaction.isUpgraded && !named.isUpgraded
            return Renamed(
                transaction: isReplaced ? named.with { $0.isUpgraded = true } : named, known: found, key: key)
        case .nothing(let named, let key):
            return transaction.isRefundOfOriginal ? Renamed(transaction: named, known: nil, key: key) : nil
        case .otherPurchase: return nil
        }
    }
}
