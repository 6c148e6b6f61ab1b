/// What the ledger knows: every transaction's latest state, the open intents, and the next sequence number.
///
/// It decides what is news (D1) and numbers it (O4); it is the same whether records were prepared one by one or replayed
/// from storage.
package struct LedgerState: Sendable {
    /// A payment without a transaction so far.
    package struct OpenIntent: Sendable {
        /// What was asked for.
        package var intent: PaymentIntent
        /// How it ended, if it did; a transaction may come all the same (M5).
        package var ending: IntentEnding?
    }

    /// No update has this number or a higher one; at a million a second it is reached after 146,000 years.
    package static let sequenceLimit = UInt64(1) << 62

    /// The number that the next update gets.
    package internal(set) var nextSequence: UInt64 = 1
    /// Every transaction.
    package internal(set) var transactions: TransactionIndex
    /// Why transactions were set aside.
    package internal(set) var deadLetters: [String: String] = [:]
    /// How many units the app may hold, of the few transactions of which the steps do not say it.
    package internal(set) var units: [String: Units] = [:]
    /// Payments without a transaction so far.
    package internal(set) var intents = OpenIntents()
    /// The latest date at which the store signed or sold a transaction, by which expirations are judged (E3).
    package var trustedDate: Timestamp { trusted.confirmed }
    private(set) var trusted = TrustedDate()
    /// For each named reader of the updates: the number up to which it has seen them.
    package internal(set) var consumers: [String: UInt64] = [:]
    /// What was acquired by virtue of subscriptions, by product.
    package private(set) var acquisitions: [String: Acquisition] = [:]
    /// When the store was last heard, as far as that is on record; `nil` when nothing is.
    package internal(set) var heardTime: Timestamp?
    /// What named readers could not deal with.
    package private(set) var aside = AsideUpdates()
    /// To which user the ledger belongs, and to which users the transactions that name none.
    package private(set) var accounts = LedgerAccounts()

    /// The original identifiers that name one line.
    var lines = JoinedLines()
    /// Of which transactions a restored one may be a copy.
    var copies = RestoredCopies()
    /// What the store told of the renewal of subscriptions.
    package internal(set) var subscriptions = SubscriptionLines()
    /// For each consumable: how many the customer has by all transactions, whole and archived ones.
    private var tally = ProductTally()
    private var ended = Fifo<PaymentToken>()
    /// The launches that asked for payments, by the order in which the ledger saw them: no clock says what is older.
    private var launches: [UInt64: Int] = [:]
    private var latestLaunch: UInt64?
    /// How many cancelled, failed and interrupted intents are kept for a late transaction; the oldest go first.
    private let endedIntentLimit: Int
    let duties: DeliveryDuties
    /// The products of which updates say that the app finishes them, without a payment that said so.
    private(set) var manualProducts: Set<String> = []
    /// The records of a later version, in their order, where somebody is going to write them again.
    private(set) var skipped: [SkippedRecord] = []
    private let keepsSkipped: Bool

    /// A ledger without records.
    ///
    /// - Parameters:
    ///   - secret: the ledger's own, with which it keys what it archives.
    ///   - account: whose ledger it is.
    ///   - duties: what has to be done with transactions before they are finished.
    ///   - endedIntentLimit: how many payments that ended without a transaction are kept for a late one.
    ///   - archivingLimit: how many transactions that may be archived stay whole.
    ///   - keepsSkipped: whether records of later versions are kept, to be written into a snapshot again.
    package init(
        secret: LedgerSecret = .zero, account: StoreAccount = .shared, duties: DeliveryDuties = DeliveryDuties(),
        endedIntentLimit: Int = 10_000,
        archivingLimit: Int = 1_024, keepsSkipped: Bool = false
    ) {
        self.keepsSkipped = keepsSkipped
        transactions = TransactionIndex(
            hash: secret.hash, origin: UpdateOrigin(account, secret.hash), archivingLimit: archivingLimit)
        self.duties = duties
        self.endedIntentLimit = endedIntentLimit
    }

    /// What the updates of this ledger say of it.
    var origin: UpdateOrigin { transactions.origin }

    /// Makes the keys of identifiers, in this ledger and in what belongs to it.
    package var hash: KeyedHash { transactions.hash }

    /// Takes in a record: a prepared one, or one that storage gave back.
    package mutating func apply(_ record: LedgerRecord) {
        switch record {
        case .intent(let intent): open(intent)
        case .intentEnded(let token, let ending): apply(ending, of: token)
        case .update(let update, _) where update.kind == .statusChanged:
            apply(statusOf: update, update.renewal ?? ToldRenewal(nil, nil))
        case .signed(let id, let date): apply(signed: date, id)
        case .described(let transaction): apply(described: transaction)
        case .renewal(let originalID, let told): apply(told, ofLine: originalID)
        case .earlyRenewal(let report): subscriptions.restore(early: report)
        case .earlyRenewalTaken(let subject): subscriptions.removeEarly(subject)
        case .update(let update, let duties):
            if let intent = update.intent { intents.removeValue(forKey: intent.token) }
            let key = hash.fingerprint(of: update.transaction.ledgerID)
            self.record(update, duties, after: transactions.known(update.transaction, key), key, mayHaveBegun: true)
        case .step(let id, let step): _ = apply(step, of: id)
        case .units(let id, let units): apply(units, of: id)
        case .finishing(let productID, let finishing): apply(finishing, of: productID)
        case .consumer(let name, let sequence):
            // Earlier versions took any number, and told the reader nothing until it was reached.
            consumers[name] = sequence.map { min($0, nextSequence - 1) }
        case .aside(let name, let step): aside.apply(step, of: name)
        case .acquisition(let productID, let acquisition): acquisitions[productID] = acquisition
        case .heard(let time): noteHeard(at: time)
        case .account, .payer, .holder, .mail, .mailTaken: accounts.apply(record)
        case .piece(let piece): apply(piece)
        case .skipped(let record): if keepsSkipped { skipped.append(record) }
        }
    }

    private mutating func apply(_ piece: LedgerPiece) {
        switch piece {
        case .totals(let sequence, let date): (nextSequence, trusted) = (sequence, TrustedDate(confirmed: date))
        case .balance(let product, let count): tally.set(product, to: max(0, count))
        case .openIntent(let intent, let ending):
            open(intent)
            if let ending { apply(ending, of: intent.token) }
        case .transaction(let update, let steps, let reason):
            let key = hash.fingerprint(of: update.transaction.ledgerID)
            var transaction = LedgerTransaction(update, steps: steps)
            if let units = units[update.transaction.ledgerID] { transaction.hold(units) }
            transaction.mayHaveBegun = true
            transactions.put(transaction, key)
            deadLetters[update.transaction.ledgerID] = reason
            noteLine(of: update.transaction, key, after: nil)
            noteDate(of: update)
            // They are in no order; what the snapshot says of it comes behind them.
            heardTime = max(heardTime ?? update.recordTime, update.recordTime)
        case .archivedProducts(let products): transactions.restore(products: products)
        case .archived(let entries): transactions.restore(archived: entries)
        }
    }

    /// A payment is about to be submitted.
    mutating func open(_ intent: PaymentIntent) {
        let launch = intent.token.launch
        if launch != latestLaunch {
            latestLaunch = launch
            if launches[launch] == nil { launches[launch] = launches.count }
        }
        intents.put(OpenIntent(intent: intent), for: intent.token)
    }

    /// The lower, the earlier a payment was asked for.
    func age(of token: PaymentToken) -> (Int, UInt64) { (launches[token.launch] ?? .max, token.number) }

    /// The open intents, the oldest first.
    var orderedIntents: [OpenIntent] {
        intents.values.sorted { age(of: $0.intent.token) < age(of: $1.intent.token) }
    }

    /// Gives the open intents by their age, and behind them the ends of those that may be forgotten, in the order in which
    /// they ended.
    func writeIntents(_ body: (LedgerRecord) throws -> Void) rethrows {
        for open in orderedIntents {
            try body(.piece(.openIntent(open.intent, open.ending == .pending ? .pending : nil)))
        }
        var ended = ended
        var left = intents
        while let token = ended.popFirst() {
            guard let ending = left.removeValue(forKey: token)?.ending, ending != .pending else { continue }
            try body(.intentEnded(token, ending))
        }
    }

    private mutating func apply(_ ending: IntentEnding, of token: PaymentToken) {
        guard intents.contains(token) else { return }
        guard ending != .answered, ending != .withdrawn else {
            intents.removeValue(forKey: token)
            return
        }
        intents.update(token) { $0.ending = ending }
        guard ending != .pending else { return }
        ended.append(token)
        while ended.count > endedIntentLimit, let oldest = ended.popFirst() { forget(oldest) }
    }

    /// Forgets a payment that ended, unless somebody has to decide about it after all.
    private mutating func forget(_ token: PaymentToken) {
        if intents[token]?.ending != .pending { intents.removeValue(forKey: token) }
    }

    /// Takes in an update: what the transaction is from now on.
    ///
    /// The caller has removed its payment from the open intents.
    ///
    /// - Parameter mayHaveBegun: whether the call that is due may have begun: in an earlier launch, which nobody knows.
    @discardableResult
    mutating func record(
        _ update: StoreUpdate, _ duties: TransactionLife.Steps, after old: LedgerTransaction?, _ key: Fingerprint,
        mayHaveBegun: Bool = false
    ) -> LedgerTransaction {
        nextSequence = update.sequence + 1
        noteHeard(at: update.recordTime)
        var transaction =
            if let old { following(old, update, duties) } else { LedgerTransaction(update, steps: duties) }
        transaction.mayHaveBegun = mayHaveBegun
        count(update.transaction, after: old?.update.transaction)
        transactions.put(transaction, key)
        noteLine(of: update.transaction, key, after: old?.update.transaction)
        if copies.isMade { noteCopy(update.transaction, key) }
        noteDate(of: update)
        return transaction
    }

    /// Remembers to which line a transaction belongs, and that it belongs to no other one.
    private mutating func noteLine(
        of transaction: StoreTransaction, _ key: Fingerprint, after old: StoreTransaction?
    ) {
        _ = joinLines(of: transaction)
        let line = transaction.isPeriod ? self.line(of: transaction) : nil
        if let line { subscriptions.note(transaction, key, line: line) }
        guard let old, old.isPeriod, old.originalID != transaction.originalID || line == nil else { return }
        let former = self.line(of: old)
        guard former != line, subscriptions.leave(key, line: former) else { return }
        for other in transactions.all.map(\.transaction) where other.isPeriod && self.line(of: other) == former {
            subscriptions.note(other, hash.fingerprint(of: other.ledgerID), line: former)
        }
        subscriptions.forget(emptyLine: former)
    }

    /// The line that a transaction names.
    func line(of transaction: StoreTransaction) -> Fingerprint {
        lines.first(hash.fingerprint(of: transaction.originalID))
    }

    private mutating func noteDate(of update: StoreUpdate) {
        let transaction = update.transaction
        trusted.note(transaction.signedTime, of: transaction.id, at: update.recordTime)
    }

    /// The store signed what it told of a renewal.
    mutating func noteDate(_ told: ToldRenewal, at device: Timestamp) {
        if let signed = told.signedTime { trusted.note(signed: signed, at: device) }
    }

    /// Adds what a new state of a consumable's transaction brings or takes (D2).
    private mutating func count(_ transaction: StoreTransaction, after old: StoreTransaction?) {
        guard transaction.isConsumable || old?.isConsumable == true else { return }
        tally.add(transaction, after: old)
    }

    /// A transaction came one step further.
    ///
    /// - Returns: whether that was not on record already; `nil` when the transaction is not here as a whole.
    mutating func apply(_ step: DeliveryStep, of id: String) -> Bool? {
        if let call = step.call { return apply(call, of: id).map { $0 != .nothing } }
        let isNew = transactions.change(hash.fingerprint(of: id)) { $0.life.take(step) }
        switch step {
        case .setAside(let reason): if isNew == true { deadLetters[id] = reason }
        case .released: deadLetters[id] = nil
        case .contentInstalled, .granted, .revoked, .finishRequested, .finished: break
        }
        return isNew
    }

    /// Makes the lines that a transaction names one.
    ///
    /// - Returns: whether they were not one before.
    mutating func joinLines(of transaction: StoreTransaction) -> Bool {
        guard lines.join(transaction, hash) else { return false }
        subscriptions.rejoin(lines)
        return true
    }

    private mutating func apply(_ finishing: Finishing, of productID: String) {
        if finishing == .manual { manualProducts.insert(productID) } else { manualProducts.remove(productID) }
    }
}

extension LedgerState {
    /// For each consumable, by its product identifier: how many the customer has by all transactions, whole and archived
    /// ones.
    ///
    /// Never negative, whatever an earlier version has recorded.
    package var balances: [String: Int] { tally.counts.mapValues { max(0, $0) } }

    /// What is owned, computed from all transactions as they are recorded.
    ///
    /// What was filled in since a transaction's latest update takes no effect on it.
    var entitlements: EntitlementState {
        EntitlementState(
            of: transactions.all.map(\.update.transaction), balances: balances, renewals: renewals,
            acquired: Set(acquisitions.keys), hash: hash)
    }

    /// What the customer may use by these records, as a store that recorded the same answers it.
    ///
    /// - Parameter policy: what the app decides about subscriptions of which the store has not reported lately.
    package func entitlementSnapshot(policy: EntitlementPolicy = .none) -> EntitlementSnapshot {
        EntitlementSnapshot(
            state: entitlements, trustedDate: trustedDate, signedDate: trusted.latest, policy: policy, heard: heardTime)
    }

    /// Everything with which something is still to be done, in the order of its updates.
    ///
    /// Searched when somebody asks, which is rare, instead of being kept up to date with every purchase.
    package var outstanding: [LedgerTransaction] {
        transactions.all.filter { $0.life.state != .done }.sorted { $0.sequence < $1.sequence }
    }
}
