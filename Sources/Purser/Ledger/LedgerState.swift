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
    package private(set) var nextSequence: UInt64 = 1
    /// Every transaction by its identifier, but for those that are settled.
    package private(set) var transactions = QuickTable<Fingerprint, LedgerTransaction>()
    /// Why transactions were set aside.
    package private(set) var deadLetters: [String: String] = [:]
    /// Payments without a transaction so far.
    package private(set) var intents = QuickTable<PaymentToken, OpenIntent>()
    /// The latest date that the store itself has vouched for (E3).
    package private(set) var trustedDate = WallTime(milliseconds: .min)

    /// Finished consumables, so that memory follows what is alive and not what has been.
    package internal(set) var settled = SettledTable()
    /// The products that settled transactions name by their places.
    package internal(set) var settledProducts: [String] = []
    /// For each consumable: what its transactions, whole and settled ones, add up to.
    var tally = ProductTally()
    /// For each named reader of the updates: the number up to which it has seen them.
    package internal(set) var consumers: [String: UInt64] = [:]
    /// Whose ledger it is, and whose the transactions are that name no user.
    package private(set) var accounts = LedgerAccounts()

    var settledProductPlaces: [String: UInt16] = [:]
    var latestSettledProduct: (id: String, place: UInt16)?
    /// Transactions that may be settled, oldest first; the latest stay whole for those who still ask for them.
    var settling = Fifo<Fingerprint>()
    let settlingLimit: Int
    private var ended = Fifo<PaymentToken>()
    /// How many cancelled, failed and interrupted intents are kept for a late transaction; the oldest go first.
    private let endedIntentLimit: Int
    private let duties: DeliveryDuties
    /// Whether the backend echoes no token, so that a late transaction finds its intent by product.
    private let matchesByProduct: Bool

    package init(
        duties: DeliveryDuties = DeliveryDuties(), matchesByProduct: Bool = false, endedIntentLimit: Int = 10_000,
        settlingLimit: Int = 1_024
    ) {
        self.settlingLimit = settlingLimit
        self.duties = duties
        self.matchesByProduct = matchesByProduct
        self.endedIntentLimit = endedIntentLimit
    }

    /// Decides about one entry and takes it in.
    ///
    /// - Returns: the record to be stored (none when there is nothing new), and the answer to the entry.
    package mutating func stage(_ entry: LedgerEntry, now: WallTime) -> (LedgerRecord?, LedgerOutcome) {
        switch entry {
        case .intent(let intent):
            return stageNote(.intent(intent))
        case .intentEnded(let token, let ending):
            guard let open = intents[token], open.ending != ending else { return (nil, .noted) }
            return stageNote(.intentEnded(token, ending))
        case .transaction(let incoming):
            return stage(incoming, now: now)
        case .step(let id, let step):
            let fingerprint = Fingerprint(of: id)
            guard let transaction = transactions[fingerprint] else {
                return (nil, isSettled(fingerprint) ? .noted : .unknownTransaction)
            }
            guard changes(transaction, step) else { return (nil, .noted) }
            return stageNote(.step(id, step))
        case .granted(let id, let update):
            // Nobody but the deliverer records this, and of settled transactions nothing is owed.
            guard let transaction = transactions[id], changes(transaction, .granted),
                transaction.update.sequence <= update || transaction.update.kind != .reinstated
            else { return (nil, .noted) }
            return stageNote(.step(id, .granted))
        case .finished(let id, let update):
            // In one visit to the table: it comes with every purchase.
            let fingerprint = Fingerprint(of: id)
            let maySettle = transactions.update(fingerprint) { transaction -> Bool? in
                guard transaction.sequence == update, !transaction.steps.contains(.finished) else { return nil }
                transaction.steps.insert(.finished)
                return transaction.maySettle
            }
            guard let maySettle, let maySettle else { return (nil, .noted) }
            note(fingerprint, maySettle)
            return (.step(id, .finished), .noted)
        case .consumer(let name, let sequence, let isRepeated):
            // A position never goes back: what was acknowledged once may be gone.
            guard isRepeated || consumers[name] != sequence, (consumers[name] ?? 0) <= sequence ?? .max else {
                return (nil, .noted)
            }
            return stageNote(.consumer(name, sequence))
        }
    }

    private mutating func stageNote(_ record: LedgerRecord) -> (LedgerRecord?, LedgerOutcome) {
        apply(record)
        return (record, .noted)
    }

    private mutating func stage(_ incoming: IncomingTransaction, now: WallTime) -> (LedgerRecord?, LedgerOutcome) {
        var transaction = incoming.transaction
        let old = known(transaction)
        if let old, !isNews(transaction, after: old), !finds(incoming, of: old) {
            let old = noteDescription(transaction, of: old)
            // A product owned already answers a new payment with its old transaction: that payment is done with.
            guard let token = incoming.token, intents[token] != nil else { return (nil, .known(old)) }
            return (stageNote(.intentEnded(token, .answered)).0, .known(old))
        }
        // Only its payment is news of a description that comes late.
        if let old, transaction.isOlder(than: old.transaction) { transaction = old.transaction }
        let intent = old?.intent ?? incoming.token.flatMap { intents[$0]?.intent } ?? lateIntent(for: incoming)
        let update = StoreUpdate(
            sequence: nextSequence, phase: incoming.phase,
            kind: transaction.kindOfUpdate(after: old?.transaction, phase: incoming.phase),
            transaction: transaction, intent: intent, recordedAt: now)
        var owed = duties.duties(of: update)
        if incoming.needsFinish { owed.insert(.needsFinish) }
        let stored = record(update, owed, after: old)
        return (.update(update, duties: owed), .recorded(stored, after: old?.transaction))
    }

    /// Whether a transaction that came without its payment, by a restore that overtook the answer, finds it now (M3).
    ///
    /// A product owned already also answers with an older transaction, which that payment did not ask for.
    private func finds(_ incoming: IncomingTransaction, of old: LedgerTransaction) -> Bool {
        guard old.intent == nil, incoming.phase == .payment, let token = incoming.token,
            let intent = intents[token]?.intent
        else { return false }
        return incoming.transaction.purchaseDate >= intent.requestedAt
    }

    /// Remembers that a state still held at a later date, so that an older description that comes afterwards is none.
    ///
    /// That is not worth a record: a backend that is activated tells the present state first.
    private mutating func noteDescription(_ new: StoreTransaction, of old: LedgerTransaction) -> LedgerTransaction {
        guard let date = new.signedDate, old.transaction.signedDate.map({ $0 < date }) ?? true else { return old }
        var known = old
        known.transaction = new
        if transactions[new.fingerprint] == nil {
            resign(new.fingerprint, date)
        } else {
            transactions[new.fingerprint] = known
        }
        return known
    }

    /// The intent of a transaction whose backend echoes no token: of those that ended without one, for its product, the
    /// oldest that somebody else still had to decide about, else the oldest.
    private func lateIntent(for incoming: IncomingTransaction) -> PaymentIntent? {
        guard matchesByProduct, incoming.token == nil, incoming.phase == .complete, !incoming.isRestored,
            incoming.transaction.reason == .purchase,
            incoming.transaction.originalID == incoming.transaction.id
        else { return nil }
        let candidates = intents.values.filter { $0.ending != nil && $0.intent.fits(incoming.transaction) }
        let pending = candidates.filter { $0.ending == .pending }
        return (pending.isEmpty ? candidates : pending).map(\.intent).min { $0.isOlder(than: $1) }
    }

    /// Takes in a record: a staged one, or one that storage gave back.
    package mutating func apply(_ record: LedgerRecord) {
        switch record {
        case .intent(let intent): intents[intent.token] = OpenIntent(intent: intent)
        case .intentEnded(let token, let ending): applyEnding(token, ending)
        case .update(let update, let duties):
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
            note(update.transaction.fingerprint, transaction.maySettle)
        case .settledProducts(let products):
            settledProducts = products
            for (index, product) in products.enumerated() { settledProductPlaces[product] = UInt16(clamping: index) }
        case .settled(let entries): for entry in entries { settled.insert(entry) }
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

    @discardableResult
    private mutating func record(
        _ update: StoreUpdate, _ duties: LedgerTransaction.Steps, after old: LedgerTransaction?
    ) -> LedgerTransaction {
        nextSequence = update.sequence + 1
        if let token = update.intent?.token { intents[token] = nil }
        var steps = old?.steps ?? []
        if update.kind == .reinstated { steps.subtract([.granted, .contentInstalled, .finishRequested]) }
        if update.kind == .revoked { steps.subtract([.owesContent, .owesGrant]) }
        if duties.contains(.needsFinish) { steps.remove(.finished) }
        steps.formUnion(duties)
        let transaction = LedgerTransaction(update, steps: steps)
        count(update.transaction, after: old?.transaction)
        transactions[update.transaction.fingerprint] = transaction
        note(update.transaction.fingerprint, transaction.maySettle)
        trustedDate = max(trustedDate, update.transaction.signedDate ?? update.transaction.purchaseDate)
        return transaction
    }

    private func changes(_ transaction: LedgerTransaction, _ step: DeliveryStep) -> Bool {
        switch step {
        case .contentInstalled: !transaction.steps.contains(.contentInstalled)
        case .granted: !transaction.steps.contains(.granted)
        case .finishRequested: !transaction.steps.contains(.finishRequested)
        case .finished: !transaction.steps.contains(.finished)
        case .setAside: !transaction.steps.contains(.setAside)
        case .released: transaction.steps.contains(.setAside)
        }
    }

    private mutating func applyStep(_ id: String, _ step: DeliveryStep) {
        let fingerprint = Fingerprint(of: id)
        let maySettle = transactions.update(fingerprint) { transaction in
            transaction.steps.take(step)
            return transaction.maySettle
        }
        switch step {
        case .setAside(let reason): deadLetters[id] = reason
        case .released: deadLetters[id] = nil
        case .contentInstalled, .granted, .finishRequested, .finished: break
        }
        if let maySettle { note(fingerprint, maySettle) }
    }

    /// A transaction has changed; those that may be settled stand in line for it.
    private mutating func note(_ id: Fingerprint, _ maySettle: Bool) {
        guard maySettle else { return }
        settling.append(id)
        while settling.count > settlingLimit, let oldest = settling.popFirst() {
            guard let transaction = transactions.removeValue(forKey: oldest) else { continue }
            if !settle(transaction) { transactions[oldest] = transaction }
        }
    }
}

extension LedgerState {
    /// For each consumable: what its transactions, whole and settled ones, add up to.
    package var balances: [String: Int] { tally.counts }

    /// Everything with which something is still to be done, in the order of its updates.
    ///
    /// Looked for when somebody asks, which is rare, instead of kept up with every purchase.
    package var outstanding: [LedgerTransaction] {
        transactions.values.filter(\.isOutstanding).sorted { $0.sequence < $1.sequence }
    }
}

extension LedgerTransaction.Steps {
    fileprivate mutating func take(_ step: DeliveryStep) {
        switch step {
        case .contentInstalled: insert(.contentInstalled)
        case .granted: insert(.granted)
        case .finishRequested: insert(.finishRequested)
        case .finished: insert(.finished)
        case .setAside: insert(.setAside)
        case .released: remove(.setAside)
        }
    }
}

extension PaymentIntent {
    /// Whether a transaction can be what this payment asked for, as far as the transaction says.
    ///
    /// The account counts only where the store gives one: not every store returns it.
    fileprivate func fits(_ transaction: StoreTransaction) -> Bool {
        productID == transaction.productID && request.quantity == transaction.quantity
            && (transaction.accountToken == nil || transaction.accountToken == request.accountToken)
    }

    /// Whether it was asked for before another: by date, and by number within a launch.
    fileprivate func isOlder(than other: PaymentIntent) -> Bool {
        requestedAt == other.requestedAt ? token.number < other.token.number : requestedAt < other.requestedAt
    }
}
