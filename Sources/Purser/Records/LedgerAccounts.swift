/// The records about the users of transactions that name no user: the holders of transactions, the users of launches,
/// and the changes that absent users' records lack.
package struct LedgerAccounts: Sendable, Hashable {
    /// The holder of each transaction, by its identifier, and its environment if several have that identifier.
    package private(set) var holders: [String: PurchaseHolder] = [:]
    /// The user who made the payments of each launch.
    package private(set) var payers: [UInt64: UserID] = [:]
    /// The changes that absent users' ledgers lack, by user and transaction.
    package private(set) var mail: [UserID: [String: HolderMail]] = [:]
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
        case .payer(let launch, let user): payers[launch] = user
        case .holder(let id, let holder): put(holder, for: id)
        case .mail(let user, let id, let mail): self.mail[user, default: [:]][id] = mail
        case .mailTaken(let user, let id):
            mail[user]?[id] = nil
            if mail[user]?.isEmpty == true { mail[user] = nil }
        default: break
        }
    }

    /// A record's change, with the earlier value.
    package enum Change: Sendable {
        /// The earlier holder of a transaction; `nil` when there was none.
        case holder(String, PurchaseHolder?)
        /// The changes of a transaction that a user's ledger lacked; `nil` when there were none.
        case mail(UserID, String, HolderMail?)
        /// Nothing to undo.
        case none
    }

    /// The change that a record is going to make.
    func change(by record: LedgerRecord) -> Change {
        switch record {
        case .holder(let id, _): .holder(id, holders[id])
        case .mail(let user, let id, _), .mailTaken(let user, let id): .mail(user, id, mail[user]?[id])
        default: .none
        }
    }

    /// Undoes a change whose record was not stored.
    mutating func undo(_ change: Change) {
        switch change {
        case .holder(let id, let holder?): put(holder, for: id)
        case .holder(let id, nil): holders[id] = nil
        case .mail(let user, let id, let mail?): apply(.mail(user, id, mail))
        case .mail(let user, let id, nil): apply(.mailTaken(user, id))
        case .none: break
        }
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
        for (launch, user) in payers.sorted(by: { $0.key < $1.key }) { try body(.payer(launch: launch, user)) }
        for (id, holder) in holders.sorted(by: { $0.key < $1.key }) { try body(.holder(id, holder)) }
        for (user, mail) in mail.sorted(by: { $0.key < $1.key }) {
            for (id, mail) in mail.sorted(by: { $0.key < $1.key }) { try body(.mail(user, id, mail)) }
        }
    }
}
