#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Whose transactions and payments are, as the claims' records say: what ``TransactionClaims`` decides by.
struct PaymentOwners: Sendable {
    /// What is recorded about users.
    private var accounts = LedgerAccounts()
    /// The users who have used the store here, as far as that was written down.
    private(set) var users: Set<UUID> = []
    /// The open payments of all users.
    ///
    /// It is asked for transactions that name no payment, of which the answers come through the present user's queue: here
    /// none waits for a name.
    private var book = PaymentBook<UUID>(answersNamePayments: false)
    /// The user who was present when it was asked last.
    private var present: UUID?

    /// Whether payments are open that a transaction without a token may belong to.
    var hasOpenPayments: Bool { book.payments.size > 0 }

    /// The user who has claimed a transaction, or whom it named.
    func owner(of originalID: String) -> UUID? {
        accounts.moves[originalID] ?? accounts.claims[originalID] ?? accounts.firstNames[originalID]
    }

    /// The user to whom a transaction was given that somebody else had.
    func given(of originalID: String) -> UUID? { accounts.moves[originalID] }

    /// The user whom a transaction named when it was told first, where nothing else says who has it.
    func named(by originalID: String) -> UUID? {
        accounts.moves[originalID] == nil && accounts.claims[originalID] == nil ? accounts.firstNames[originalID] : nil
    }

    /// Whether it was written down of anything who has it.
    var hasClaims: Bool {
        !accounts.claims.isEmpty || !accounts.moves.isEmpty || !accounts.firstNames.isEmpty
    }

    /// The user who made the payments of a launch.
    var payers: [UInt64: UUID] { accounts.payers }

    /// The user who has the line of a transaction, under the identifier that it has or had before (M6).
    func holder(of transaction: StoreTransaction) -> UUID? {
        owner(of: transaction.originalID) ?? transaction.previousOriginalTransactionID.flatMap { owner(of: $0) }
    }

    /// Takes in a record of the claims.
    mutating func apply(_ record: LedgerRecord) {
        switch record {
        case .claim(_, let user), .move(_, let user), .firstName(_, let user), .payer(let user, _),
            .knownUser(let user):
            users.insert(user)
            accounts.apply(record)
        case .intent(let intent), .piece(.openIntent(let intent, nil)): put(intent)
        case .intentEnded(let token, .pending): book.ended(token, as: .pending, arrival: 0)
        case .intentEnded(let token, _): book.payments.remove(token)
        case .piece(.openIntent(let intent, _)):
            put(intent)
            book.ended(intent.token, as: .pending, arrival: 0)
        default: break
        }
    }

    private mutating func put(_ intent: PaymentIntent) {
        let terms = PaymentRow<UUID>.Terms(
            productID: intent.productID, quantity: intent.request.quantity, account: intent.request.appAccountToken)
        book.registered(
            PaymentRow(token: intent.token, user: intent.request.appAccountToken, terms: terms, trustedTime: nil))
        book.submitted(intent.token, arrival: 0, at: .zero)
    }

    /// All that was recorded before has been taken in: nobody knows the outcome of a payment without an end.
    mutating func relaunched() { book.relaunched() }

    /// A user is present: what others have under way is waited for no longer.
    mutating func becomePresent(_ user: UUID) {
        guard present != user else { return }
        present = user
        for row in book.payments.all where row.user != user { book.overdue(row.token) }
    }

    // MARK: What is to be recorded

    /// The claims of those transactions that nobody has, with the payments that they end.
    ///
    /// One that may belong to several absent users is claimed for nobody.
    func claims(of transactions: [BackendTransaction], for user: UUID) -> [LedgerRecord] {
        var rest = self
        rest.becomePresent(user)
        return transactions.flatMap { told -> [LedgerRecord] in
            guard rest.owner(of: told.transaction.originalID) == nil else { return [] }
            // Under the identifier that the line had before, somebody may have it (M6).
            let known = rest.holder(of: told.transaction)
            let decision = known == nil ? rest.decision(on: told, for: user) : nil
            guard let owner = known ?? (decision.map(\.userID) ?? user) else { return [] }
            var records = [LedgerRecord.claim(told.transaction.originalID, owner)]
            // That of the present user ends once its transaction is recorded.
            if let payment = decision?.payment, owner != user { records.append(.intentEnded(payment, .answered)) }
            for record in records { rest.apply(record) }
            return records
        }
    }

    /// Whose payment asked for a transaction that names neither user nor payment; `nil` where none can be meant.
    private func decision(on told: BackendTransaction, for user: UUID) -> PaymentDecision<UUID>? {
        guard told.mayAnswerAnybody, let report = PaymentReport<UUID>(unnamed: told) else { return nil }
        return book.decision(on: report, for: .user(user), at: .zero)
    }

    /// What is recorded before the backend hears of payments.
    ///
    /// Also where answers name their payments: what comes later than the answer, such as an approval, may not.
    mutating func records(asking intents: [PaymentIntent], by user: UUID) -> [LedgerRecord] {
        let new = Set(intents.map(\.token.launch)).filter { payers[$0] == nil }.sorted()
        let launches = new.map { LedgerRecord.payer(user, launch: $0) }
        // Otherwise the files would keep them for ever.
        let dropped = book.takeDropped().map { LedgerRecord.intentEnded($0, .answered) }
        return launches + intents.map { .intent($0.withoutParticulars(of: user)) } + dropped
    }

    /// What is recorded of the ends of payments; those that nobody remembers need no record.
    func records(ending payments: [(token: PaymentToken, ending: IntentEnding?)]) -> [LedgerRecord] {
        payments.compactMap { token, ending in
            guard let payment = book.payments[token] else { return nil }
            switch ending {
            case .pending: return payment.state == .pending ? nil : .intentEnded(token, .pending)
            case .cancelled, .failed, .answered, nil: return .intentEnded(token, .answered)
            case .interrupted: return nil
            }
        }
    }

    /// What is recorded when lines are given to users; of what they have already nothing.
    func records(giving lines: [(line: String, owner: UUID)]) -> [LedgerRecord] {
        var rest = self
        return lines.compactMap { line, owner in
            guard rest.owner(of: line) != owner else { return nil }
            let record = LedgerRecord.move(line, to: owner)
            rest.apply(record)
            return record
        }
    }

    /// What is recorded when lines are told first that name a user; of those that somebody has nothing.
    func records(naming user: UUID, lines: [String]) -> [LedgerRecord] {
        Set(lines).filter { owner(of: $0) == nil }.sorted().map { .firstName($0, user) }
    }

    /// What is recorded when a user uses the store; once.
    func records(noting user: UUID) -> [LedgerRecord] {
        users.contains(user) ? [] : [.knownUser(user)]
    }
}

extension BackendTransaction {
    /// Whether the backend does not say which payment asked for it.
    fileprivate var mayAnswerAnybody: Bool {
        guard restoredToken == nil, transaction.appAccountToken == nil else { return false }
        return switch origin {
        case .payment(let token), .other(let token): token == nil
        case .restore: true
        case .elsewhere: false
        }
    }
}

extension PaymentDecision<UUID> {
    /// The user who owns the transaction; `nil` when nobody can be named.
    fileprivate var userID: UUID? { if case .user(let user) = owner { user } else { nil } }
}

extension PaymentReport<UUID> {
    /// What a backend reports of a transaction without a user and without a payment; the dates decide nothing here.
    fileprivate init?(unnamed told: BackendTransaction) {
        let origin: Origin? =
            switch told.origin {
            case .payment: .payment(nil)
            case .restore: .restore(nil)
            case .other: .other(nil)
            case .elsewhere: nil
            }
        guard let origin else { return nil }
        let transaction = told.transaction
        self.init(
            id: transaction.id, productID: transaction.productID, quantity: transaction.purchasedQuantity,
            origin: origin,
            isPurchase: transaction.reason == .purchase && transaction.originalID == transaction.id,
            purchaseTime: transaction.purchaseTime, firstArrival: .max)
    }
}

extension PaymentIntent {
    /// What tells whose a transaction is; the rest stays in the user's own ledger.
    fileprivate func withoutParticulars(of user: UUID) -> PaymentIntent {
        PaymentIntent(
            token: token,
            request: PaymentRequest(productID: productID, quantity: request.quantity, appAccountToken: user),
            requestTime: requestTime)
    }
}
