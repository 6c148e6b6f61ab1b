/// The records about the users of transactions that name no user: the holders of transactions, and the users of launches.
package struct LedgerAccounts: Sendable, Hashable {
    /// The holder of each transaction, by its identifier, and its environment if several have that identifier.
    package private(set) var holders: [String: PurchaseHolder] = [:]
    /// The user who made the payments of each launch.
    package private(set) var payers: [UInt64: UserID] = [:]
    /// The launches with payments, in the order of their first ones: no clock decides which is older.
    package private(set) var launches: [UInt64] = []
    /// The holder of the latest period of each subscription, by its original identifier.
    private var latest: [String: Latest] = [:]
    /// The identifier of each period that has another one than its subscription.
    private var periods: [Period: String] = [:]

    /// Identifies a period under any identifier.
    private struct Period: Sendable, Hashable {
        var originalID: String
        var productID: String
        var purchaseTime: Timestamp
    }

    private struct Latest: Sendable, Hashable {
        var user: UserID
        var purchaseTime: Timestamp
    }

    /// A ledger that records nothing about users.
    package init() {}

    /// Whether any user has a purchase of a product that was not revoked.
    package func isHeld(_ productID: String) -> Bool {
        holders.values.contains { $0.productID == productID && !$0.isRevoked }
    }

    /// Applies a record; only records about users change anything.
    package mutating func apply(_ record: LedgerRecord) {
        switch record {
        case .payer(let launch, let user):
            if payers.updateValue(user, forKey: launch) == nil { launches.append(launch) }
        case .holder(let id, let holder): put(holder, for: id)
        case .forgotten(let user): self = without(user)
        default: break
        }
    }

    private func without(_ user: UserID) -> LedgerAccounts {
        var kept = LedgerAccounts()
        write { record in
            switch record {
            case .payer(_, user): break
            case .holder(_, let holder) where holder.user == user: break
            default: kept.apply(record)
            }
        }
        return kept
    }

    /// The recorded identifier of a transaction, and its holder; it may differ from the reported one.
    func entry(of transaction: StoreTransaction, mayBeRenamed: Bool) -> (id: String, holder: PurchaseHolder?) {
        let entry = entry(transaction.id, of: transaction)
        guard mayBeRenamed, entry.holder == nil, transaction.id != transaction.originalID else { return entry }
        if let renamed = renamed(transaction) { return renamed }
        return transaction.isRefundOfOriginal ? self.entry(transaction.originalID, of: transaction) : entry
    }

    private func entry(_ id: String, of transaction: StoreTransaction) -> (id: String, holder: PurchaseHolder?) {
        let known = holders[id]
        guard let known, known.environment.differs(from: transaction.environment) else { return (id, known) }
        let name = transaction.environment.name(of: id)
        return (name, holders[name])
    }

    /// The recorded identifier of a purchase that is reported under another one, and its holder.
    private func renamed(_ transaction: StoreTransaction) -> (id: String, holder: PurchaseHolder?)? {
        guard transaction.additionalTransactionReason == nil else { return nil }
        let period = Period(
            originalID: transaction.originalID, productID: transaction.productID,
            purchaseTime: transaction.purchaseTime)
        return [transaction.originalID, periods[period]].lazy.compactMap { $0.map { entry($0, of: transaction) } }
            .first { entry in
                entry.holder?.productID == transaction.productID
                    && entry.holder?.purchaseTime == transaction.purchaseTime
            }
    }

    /// The holder of the latest period of a subscription, or of the purchase of which a transaction is a copy; `nil`
    /// when there is none.
    func holder(ofSubscriptionOf transaction: StoreTransaction) -> UserID? {
        latest[transaction.originalID]?.user
            ?? transaction.previousOriginalTransactionID.flatMap { latest[$0]?.user }
    }

    private mutating func put(_ holder: PurchaseHolder, for id: String) {
        holders[id] = holder
        if let originalID = holder.originalID {
            let period = Period(
                originalID: originalID, productID: holder.productID, purchaseTime: holder.purchaseTime)
            if periods[period] == nil { periods[period] = id }
        }
        let subscription = holder.originalID ?? id
        if let latest = latest[subscription], latest.purchaseTime > holder.purchaseTime { return }
        latest[subscription] = Latest(user: holder.user, purchaseTime: holder.purchaseTime)
    }

    /// Writes it as records.
    func write(_ body: (LedgerRecord) throws -> Void) rethrows {
        for launch in launches { if let user = payers[launch] { try body(.payer(launch: launch, user)) } }
        for (id, holder) in holders.sorted(by: { $0.key < $1.key }) { try body(.holder(id, holder)) }
    }
}
