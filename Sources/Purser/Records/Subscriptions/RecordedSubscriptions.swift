/// The recorded subscriptions: the latest transaction of each, and the last reported renewal.
package struct RecordedSubscriptions: Sendable {
    struct Subscription: Sendable {
        /// Its latest transaction; `nil` only while a snapshot is read.
        var latest: Latest?
        var renewal: ReportedRenewal?
    }

    /// The transaction of a subscription that was paid for last.
    package struct Latest: Sendable, Hashable {
        /// Represents its identifier.
        package let key: Fingerprint
        /// The ledger's name of it.
        package let id: String
        /// When it counts as paid for.
        package let purchaseTime: Timestamp
        /// When it was signed; `nil` when it was not.
        package let signedTime: Timestamp?

        /// The parts of a transaction that decide whether it is the latest.
        package init(_ transaction: StoreTransaction, _ key: Fingerprint) {
            (self.key, id) = (key, transaction.ledgerID)
            (purchaseTime, signedTime) = (transaction.countedTime, transaction.signedTime)
        }

        /// Whether it comes after another one; the same in each order in which the two are recorded.
        package func follows(_ other: Latest) -> Bool {
            let never = Timestamp(milliseconds: .min)
            return (purchaseTime, signedTime ?? never, id) > (other.purchaseTime, other.signedTime ?? never, other.id)
        }
    }

    private var table = QuickTable<Fingerprint, Subscription>()
    private(set) var joined = JoinedOriginals()
    let hash: KeyedHash

    /// No subscriptions in the ledger with this hash.
    package init(hash: KeyedHash) { self.hash = hash }

    subscript(key: Fingerprint) -> Subscription? { table[key] }

    func key(of originalID: String) -> Fingerprint { joined.first(hash.fingerprint(of: originalID)) }

    // MARK: Transactions

    /// Records a transaction, after its earlier state.
    ///
    /// Returns the subscription that it has left and whose latest transaction it was: see ``findLatest(of:among:)``.
    mutating func note(_ transaction: StoreTransaction, _ key: Fingerprint, after old: StoreTransaction?)
        -> Fingerprint?
    {
        _ = join(transaction)
        let present = transaction.isPeriod ? self.key(of: transaction.originalID) : nil
        if let present { note(transaction, key, in: present) }
        guard let old, old.isPeriod, old.originalID != transaction.originalID || present == nil else { return nil }
        let former = self.key(of: old.originalID)
        guard former != present, table[former]?.latest?.key == key else { return nil }
        table.update(former) { $0.latest = nil }
        return former
    }

    /// Finds the latest transaction of a subscription that has lost it; without any it is removed.
    mutating func findLatest(of subscription: Fingerprint, among transactions: TransactionIndex) {
        for other in transactions.all.map(\.transaction)
        where other.isPeriod && key(of: other.originalID) == subscription {
            note(other, hash.fingerprint(of: other.ledgerID), in: subscription)
        }
        if table[subscription]?.latest == nil { table[subscription] = nil }
    }

    private mutating func note(_ transaction: StoreTransaction, _ key: Fingerprint, in subscription: Fingerprint) {
        let latest = Latest(transaction, key)
        table.update(subscription, default: Subscription()) { known in
            if let present = known.latest, !latest.follows(present), present.key != key { return }
            known.latest = latest
        }
    }

    /// Joins the subscriptions that a transaction names; returns whether they were separate before.
    mutating func join(_ transaction: StoreTransaction) -> Bool {
        guard joined.join(transaction, hash) else { return false }
        for key in table.keys where joined.first(key) != key {
            guard let former = table.removeValue(forKey: key) else { continue }
            var present = table[joined.first(key)] ?? Subscription()
            // The later transaction and the later signature count.
            if let latest = former.latest, present.latest.map({ latest.follows($0) }) ?? true {
                present.latest = latest
            }
            if let renewal = former.renewal, present.renewal.map({ renewal.wasSigned(after: $0) }) ?? true {
                present.renewal = renewal
            }
            table[joined.first(key)] = present
        }
        return true
    }

    // MARK: Renewals

    mutating func put(_ renewal: ReportedRenewal, _ subscription: Fingerprint) {
        table.update(subscription, default: Subscription()) { $0.renewal = renewal }
    }

    /// The reported renewals, in the order of the latest transactions.
    func renewals(among transactions: TransactionIndex) -> [SubscriptionRenewal] {
        let known = table.values.compactMap { known in
            known.latest.flatMap { latest in known.renewal.map { (latest: latest, renewal: $0) } }
        }
        return known.sorted { $1.latest.follows($0.latest) }.compactMap { latest, renewal in
            transactions[latest.id].map { SubscriptionRenewal($0.transaction.originalID, renewal) }
        }
    }
}
