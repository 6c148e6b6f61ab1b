/// What the ledger knows: every transaction's latest state, the open intents, and the next sequence number.
///
/// It decides which entry is news (D1) and numbers what is (O4); it is the same whether records were staged one by one
/// or replayed from storage.
package struct LedgerState: Sendable {
    /// A payment without a transaction so far.
    package struct OpenIntent: Sendable {
        package var intent: PaymentIntent
        /// How it ended, if it did; a transaction may come all the same (M5).
        package var ending: IntentEnding?
    }

    /// The number that the next update gets.
    package internal(set) var nextSequence: UInt64 = 1
    /// Every transaction by its identifier, but for those that are archived.
    package internal(set) var transactions = QuickTable<Fingerprint, LedgerTransaction>()
    /// Why transactions were set aside.
    package private(set) var deadLetters: [String: String] = [:]
    /// Payments without a transaction so far.
    package internal(set) var intents = QuickTable<PaymentToken, OpenIntent>()
    /// How often a transaction that was known already has changed so that it may have to wait with being finished.
    var revision: UInt64 = 0
    /// The latest date that the store itself has vouched for (E3).
    package private(set) var trustedDate = Timestamp(milliseconds: .min)

    /// Finished consumables, so that memory follows what is alive and not what has been.
    package internal(set) var archived = TransactionArchive()
    /// The products that archived transactions name by their places.
    package internal(set) var archivedProducts: [String] = []
    /// For each consumable: what its transactions, whole and archived ones, add up to.
    var tally = ProductTally()
    /// For each named reader of the updates: the number up to which it has seen them.
    package internal(set) var consumers: [String: UInt64] = [:]
    /// Whose ledger it is, and whose the transactions are that name no user.
    package private(set) var accounts = LedgerAccounts()

    var archivedProductIndexes: [String: UInt16] = [:]
    var latestArchivedProduct: (id: String, place: UInt16)?
    /// What transactions that may be archived come to, oldest first.
    ///
    /// The latest stay whole for those who still ask for them. Made while a transaction is at hand: when its turn comes,
    /// it has long left the processor's caches.
    var archiving = Fifo<ArchivedTransaction>()
    let archivingLimit: Int
    private var ended = Fifo<PaymentToken>()
    /// How many cancelled, failed and interrupted intents are kept for a late transaction; the oldest go first.
    private let endedIntentLimit: Int
    let duties: DeliveryDuties
    /// Whether the backend echoes no token, so that a late transaction finds its intent by product.
    let matchesByProduct: Bool

    package init(
        duties: DeliveryDuties = DeliveryDuties(), matchesByProduct: Bool = false, endedIntentLimit: Int = 10_000,
        archivingLimit: Int = 1_024
    ) {
        self.archivingLimit = archivingLimit
        self.duties = duties
        self.matchesByProduct = matchesByProduct
        self.endedIntentLimit = endedIntentLimit
    }

    /// Takes in a record: a staged one, or one that storage gave back.
    package mutating func apply(_ record: LedgerRecord) {
        switch record {
        case .intent(let intent): intents.put(OpenIntent(intent: intent), for: intent.token)
        case .intentEnded(let token, let ending): applyEnding(token, ending)
        case .update(let update, let duties):
            if let intent = update.intent { intents.removeValue(forKey: intent.token) }
            self.record(update, duties, after: known(update.transaction))
        case .step(let id, let step): applyStep(id, step)
        case .consumer(let name, let sequence): consumers[name] = sequence
        case .account, .claim: accounts.apply(record)
        case .piece(let piece): apply(piece)
        }
    }

    private mutating func apply(_ piece: LedgerPiece) {
        switch piece {
        case .totals(let sequence, let date): (nextSequence, trustedDate) = (sequence, date)
        case .balance(let product, let count): tally.set(product, to: count)
        case .openIntent(let intent, let ending):
            intents[intent.token] = OpenIntent(intent: intent)
            if let ending { applyEnding(intent.token, ending) }
        case .transaction(let update, let steps, let reason):
            let transaction = LedgerTransaction(update, steps: steps)
            transactions[update.transaction.fingerprint] = transaction
            deadLetters[update.transaction.id] = reason
            if transaction.mayArchive { mayBeArchived(transaction.transaction, transaction.sequence) }
        case .archivedProducts(let products):
            archivedProducts = products
            for (index, product) in products.enumerated() { archivedProductIndexes[product] = UInt16(clamping: index) }
        case .archived(let entries): for entry in entries { archived.insert(entry) }
        }
    }

    /// The open intents, those that have ended behind the others and in the order in which they ended.
    var orderedIntents: [OpenIntent] {
        var ended = ended
        var order: [PaymentToken: Int] = [:]
        while let token = ended.popFirst() { order[token] = order.count }
        return intents.values.sorted { first, second in
            let (place, other) = (order[first.intent.token] ?? -1, order[second.intent.token] ?? -1)
            return place == other ? first.intent.isOlder(than: second.intent) : place < other
        }
    }

    private mutating func applyEnding(_ token: PaymentToken, _ ending: IntentEnding) {
        guard intents[token] != nil else { return }
        guard ending != .answered else {
            intents[token] = nil
            return
        }
        _ = intents.update(token) { $0.ending = ending }
        guard ending != .pending else { return }
        ended.append(token)
        while ended.count > endedIntentLimit, let oldest = ended.popFirst() { intents[oldest] = nil }
    }

    /// Takes in an update: what the transaction is from now on.
    ///
    /// Its payment is done with, so that the caller has removed it from the open intents.
    @discardableResult
    mutating func record(
        _ update: StoreUpdate, _ duties: TransactionLife.Steps, after old: LedgerTransaction?
    ) -> LedgerTransaction {
        nextSequence = update.sequence + 1
        if old != nil { revision += 1 }
        let transaction = LedgerTransaction(update, duties: duties, after: old)
        count(update.transaction, after: old?.transaction)
        transactions.put(transaction, for: update.transaction.fingerprint)
        if transaction.mayArchive { mayBeArchived(transaction.transaction, transaction.sequence) }
        trustedDate = max(trustedDate, update.transaction.signedTime ?? update.transaction.purchaseTime)
        return transaction
    }

    private mutating func applyStep(_ id: String, _ step: DeliveryStep) {
        let fingerprint = Fingerprint(of: id)
        let archiving = transactions.update(fingerprint) { transaction in
            _ = transaction.life.take(step)
            return transaction.mayArchive ? (transaction.transaction, transaction.sequence) : nil
        }
        switch step {
        case .setAside(let reason):
            deadLetters[id] = reason
            revision += 1
        case .released: deadLetters[id] = nil
        case .contentInstalled, .granted, .finishRequested, .finished: break
        }
        if let (transaction, sequence) = archiving ?? nil { mayBeArchived(transaction, sequence) }
    }
}

extension LedgerState {
    /// For each consumable: what its transactions, whole and archived ones, add up to.
    package var balances: [String: Int] { tally.counts }

    /// Everything with which something is still to be done, in the order of its updates.
    ///
    /// Looked for when somebody asks, which is rare, instead of kept up with every purchase.
    package var outstanding: [LedgerTransaction] {
        transactions.values.filter { $0.life.state != .done }.sorted { $0.sequence < $1.sequence }
    }

    /// Those of these transactions, for which the backend waits, that nothing keeps from being finished, and those that
    /// are not known.
    func finishable(_ due: PendingFinishes) -> PendingFinishes {
        var found = PendingFinishes()
        for request in due.requests {
            let isKnown: Void? = transactions.read(request.fingerprint) { transaction in
                var life = transaction.life
                life.noteWaiting()
                if life.next == .finish { found.append(transaction) }
            }
            if isKnown == nil { found.append(unrecorded: request.transactionID) }
        }
        return found
    }
}

extension PaymentIntent {
    /// Whether it was asked for before another: by date, and by number within a launch.
    func isOlder(than other: PaymentIntent) -> Bool {
        requestTime == other.requestTime ? token.number < other.token.number : requestTime < other.requestTime
    }
}
