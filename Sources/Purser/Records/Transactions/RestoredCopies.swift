/// The recorded purchases under any identifier: StoreKit 1 restores a purchase as a new transaction.
///
/// Made when a restore first reports such a copy, and kept up to date from then on; only the latest copies are always known.
struct RestoredCopies: Sendable {
    /// The common fields of a transaction and its copies.
    fileprivate struct Purchase: Hashable {
        let subscription: Fingerprint
        let productID: String
        /// When a subscription's period began, in seconds since 1970; `nil` for other products.
        let start: Int64?
    }

    /// The transactions of each purchase; `nil` before the first use.
    private var transactions: [Purchase: Set<Fingerprint>]?
    private var latest: [Fingerprint: (key: Fingerprint, purchaseTime: Timestamp)] = [:]

    /// Whether it was used.
    var isMade: Bool { transactions != nil }

    /// Adds the recorded transactions, and from now on those that are noted later.
    mutating func make(of index: TransactionIndex, _ subscriptions: RecordedSubscriptions) {
        guard !isMade else { return }
        transactions = [:]
        for known in index.all {
            note(known.transaction, index.hash.fingerprint(of: known.transaction.ledgerID), subscriptions)
        }
    }

    /// Records a transaction, represented by its own key.
    mutating func note(_ transaction: StoreTransaction, _ key: Fingerprint, _ subscriptions: RecordedSubscriptions) {
        guard isMade,
            let purchase = Purchase(transaction, subscription: subscriptions.key(of: transaction.originalID))
        else { return }
        transactions?[purchase, default: []].insert(key)
    }

    /// Records a transaction that may be a copy.
    mutating func noteLatest(_ transaction: StoreTransaction, _ key: Fingerprint, _ hash: KeyedHash) {
        guard !transaction.isPeriod, transaction.id != transaction.originalID else { return }
        let original = hash.fingerprint(of: transaction.originalID)
        guard transaction.purchaseTime >= latest[original]?.purchaseTime ?? transaction.purchaseTime else { return }
        latest[original] = (key, transaction.purchaseTime)
    }

    func latest(of original: Fingerprint) -> Fingerprint? { latest[original]?.key }

    /// The transactions of the same purchase.
    private func others(of transaction: StoreTransaction, subscription: Fingerprint) -> Set<Fingerprint> {
        Purchase(transaction, subscription: subscription).flatMap { transactions?[$0] } ?? []
    }

    /// The transactions of a product's periods that began within a second or two of one.
    private func periods(near transaction: StoreTransaction, subscription: Fingerprint) -> [Fingerprint] {
        let start = transaction.purchaseTime.seconds
        return (start - 1...start + 1).flatMap { start in
            transactions?[Purchase(subscription: subscription, productID: transaction.productID, start: start)] ?? []
        }
    }
}

extension RestoredCopies.Purchase {
    /// `nil` for a transaction that cannot be restored.
    fileprivate init?(_ transaction: StoreTransaction, subscription: Fingerprint) {
        let isSubscription = transaction.productType == .autoRenewable
        guard isSubscription || transaction.productType == .nonConsumable else { return nil }
        self.init(
            subscription: subscription, productID: transaction.productID,
            start: isSubscription ? transaction.purchaseTime.seconds : nil)
    }
}

extension RestoredCopies {
    /// The steps due of a transaction, without those completed for another one of which it is a copy.
    ///
    /// A restored copy is delivered again if the other was revoked; a copy outside a restore may be older than that. A
    /// purchase that was recorded without a handler is delivered by the first handler.
    mutating func withoutRepetition(
        _ owed: TransactionProgress.Steps, of update: StoreUpdate, _ key: Fingerprint, among index: TransactionIndex,
        _ subscriptions: RecordedSubscriptions, hasHandler: Bool
    ) -> TransactionProgress.Steps {
        let delivery = TransactionProgress.Steps.owesContent.union(.owesGrant)
        let (transaction, isRestored) = (update.transaction, update.phase == .restore)
        guard transaction.id != transaction.originalID, !owed.isDisjoint(with: delivery),
            isRestored ? update.kind == .restored : transaction.isCopy
        else { return owed }
        make(of: index, subscriptions)
        let subscription = subscriptions.key(of: transaction.originalID)
        let isDelivered = others(of: transaction, subscription: subscription).contains { other in
            other != key
                && index.read(other) {
                    guard !$0.transaction.isOtherPeriod(than: transaction) else { return false }
                    return $0.progress.isRevokedOrUpgraded ? !isRestored : !hasHandler || $0.progress.isGrantedByHandler
                } == true
        }
        return isDelivered ? owed.subtracting(delivery) : owed
    }

    /// The recorded period that a transaction of its subscription represents under another identifier.
    mutating func period(
        of transaction: StoreTransaction, among index: TransactionIndex, _ subscriptions: RecordedSubscriptions
    ) -> Recorded? {
        // A purchase that was made after all others is new. Dates alone do not distinguish it from StoreKit 1's copy.
        let subscription = subscriptions.key(of: transaction.originalID)
        guard transaction.productType == .autoRenewable, transaction.isRevoked || transaction.webOrderLineItemID != nil,
            let latest = subscriptions[subscription]?.latest,
            transaction.purchaseTime <= latest.purchaseTime.advanced(by: .seconds(1))
        else { return nil }
        make(of: index, subscriptions)
        for key in periods(near: transaction, subscription: subscription) {
            let id = index.read(key) { $0.transaction.id }
            if let id, let found = index.renamed(transaction, to: id) { return found }
        }
        return nil
    }
}
