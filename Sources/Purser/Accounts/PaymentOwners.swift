#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Whose transactions and payments are, as the claims' records say: what ``TransactionClaims`` decides by.
struct PaymentOwners: Sendable {
    /// A payment whose answer may name neither it nor its user.
    private struct Open: Sendable {
        let intent: PaymentIntent
        let place: Int
        var isPending = false
    }

    /// How many payments without an end are kept, of all users together; the oldest go first.
    static let openLimit = 1_000

    /// The user who has a transaction and its renewals, by the original transaction's identifier.
    private var claims: [String: UUID] = [:]
    /// The user to whom it was given later, by the same identifier (U5).
    private var given: [String: UUID] = [:]
    /// The user whom it named when it was told first where others use the store too; one of these may have had it before.
    private var named: [String: UUID] = [:]
    /// The users who have used the store here, as far as that was written down.
    private(set) var users: Set<UUID> = []
    /// The user who made the payments of a launch.
    private(set) var payers: [UInt64: UUID] = [:]
    private var open: [PaymentToken: Open] = [:]
    private var count = 0

    /// Whether payments are open that a transaction without a token may belong to.
    var hasOpenPayments: Bool { !open.isEmpty }

    /// The user who has claimed a transaction, or whom it named.
    func owner(of originalID: String) -> UUID? { given[originalID] ?? claims[originalID] ?? named[originalID] }

    /// The user to whom a transaction was given that somebody else had.
    func given(of originalID: String) -> UUID? { given[originalID] }

    /// The user whom a transaction named when it was told first, where nothing else says who has it.
    func named(by originalID: String) -> UUID? {
        given[originalID] == nil && claims[originalID] == nil ? named[originalID] : nil
    }

    /// Whether it was written down of anything who has it.
    var hasClaims: Bool { !claims.isEmpty || !given.isEmpty || !named.isEmpty }

    /// The user who has the line of a transaction, under the identifier that it has or had before (M6).
    func holder(of transaction: StoreTransaction) -> UUID? {
        owner(of: transaction.originalID) ?? transaction.previousOriginalTransactionID.flatMap { owner(of: $0) }
    }

    /// Takes in a record of the claims.
    mutating func apply(_ record: LedgerRecord) {
        switch record {
        case .claim(let id, let user):
            users.insert(user)
            if let launch = Self.launch(of: id) {
                payers[launch] = user
            } else if let line = Self.line(of: id, after: Self.givenPrefix) {
                given[line] = user
            } else if let line = Self.line(of: id, after: Self.namedPrefix) {
                named[line] = named[line] ?? user
            } else if !id.hasPrefix(Self.userPrefix) {
                claims[id] = claims[id] ?? user
            }
        case .intent(let intent), .piece(.openIntent(let intent, nil)): put(intent)
        case .intentEnded(let token, .pending): open[token]?.isPending = true
        case .intentEnded(let token, _): open[token] = nil
        case .piece(.openIntent(let intent, _)):
            put(intent)
            open[intent.token]?.isPending = true
        default: break
        }
    }

    private mutating func put(_ intent: PaymentIntent) {
        count += 1
        open[intent.token] = Open(intent: intent, place: count)
        guard open.count > Self.openLimit, let oldest = open.values.min(by: { $0.place < $1.place }) else { return }
        open[oldest.intent.token] = nil
    }

    // MARK: What is to be recorded

    /// The claims of those transactions that nobody has, with the payments that they end.
    func claims(of transactions: [BackendTransaction], for user: UUID) -> [LedgerRecord] {
        var rest = self
        return transactions.flatMap { told -> [LedgerRecord] in
            guard rest.owner(of: told.transaction.originalID) == nil else { return [] }
            // Under the identifier that the line had before, somebody may have it (M6).
            let known = rest.holder(of: told.transaction)
            let payment = known == nil ? rest.payment(of: told, for: user) : nil
            let owner = known ?? payment?.request.appAccountToken ?? user
            var records = [LedgerRecord.claim(told.transaction.originalID, owner)]
            // That of the present user ends once its transaction is recorded.
            if let payment, owner != user { records.append(.intentEnded(payment.token, .answered)) }
            for record in records { rest.apply(record) }
            return records
        }
    }

    /// The payment that asked for a transaction which names neither user nor payment: where it answers somebody, the present
    /// user's; else one that somebody had to decide about, of whomever; of each the oldest.
    private func payment(of told: BackendTransaction, for user: UUID) -> PaymentIntent? {
        let transaction = told.transaction
        guard !open.isEmpty, told.mayAnswerAnybody, transaction.reason == .purchase,
            transaction.originalID == transaction.id
        else { return nil }
        let fitting = open.values.filter { $0.intent.fits(transaction) }.sorted { $0.place < $1.place }
        if case .payment = told.origin, let own = fitting.first(where: { $0.intent.request.appAccountToken == user }) {
            return own.intent
        }
        return (fitting.first(where: \.isPending) ?? fitting.first)?.intent
    }

    /// What is recorded before the backend hears of payments.
    func records(asking intents: [PaymentIntent], by user: UUID, isNamed: Bool) -> [LedgerRecord] {
        let new = Set(intents.map(\.token.launch)).filter { payers[$0] == nil }.sorted()
        let launches = new.map { LedgerRecord.claim(Self.identifier(of: $0), user) }
        guard !isNamed else { return launches }
        return launches + intents.map { .intent($0.withoutParticulars(of: user)) } + endings(before: intents.count)
    }

    /// The ends of the oldest payments that are given up for so many new ones; otherwise the files would keep them for ever.
    private func endings(before count: Int) -> [LedgerRecord] {
        let excess = min(open.count, open.count + count - Self.openLimit)
        guard excess > 0 else { return [] }
        return open.values.sorted { $0.place < $1.place }.prefix(excess).map {
            .intentEnded($0.intent.token, .answered)
        }
    }

    /// What is recorded of the ends of payments; those that nobody remembers need no record.
    func records(ending payments: [(token: PaymentToken, ending: IntentEnding?)]) -> [LedgerRecord] {
        payments.compactMap { token, ending in
            guard let payment = open[token] else { return nil }
            switch ending {
            case .pending: return payment.isPending ? nil : .intentEnded(token, .pending)
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
            let record = LedgerRecord.claim(Self.givenPrefix + line, owner)
            rest.apply(record)
            return record
        }
    }

    /// What is recorded when lines are told first that name a user; of those that somebody has nothing.
    func records(naming user: UUID, lines: [String]) -> [LedgerRecord] {
        Set(lines).filter { owner(of: $0) == nil }.sorted().map { .claim(Self.namedPrefix + $0, user) }
    }

    /// What is recorded when a user uses the store; once.
    func records(noting user: UUID) -> [LedgerRecord] {
        users.contains(user) ? [] : [.claim(Self.userPrefix + user.uuidString, user)]
    }

    // MARK: Launches, moves and users among the claims

    private static let givenPrefix = "given "
    private static let namedPrefix = "named "
    private static let userPrefix = "user "

    private static func line(of id: String, after prefix: String) -> String? {
        id.hasPrefix(prefix) ? String(id.dropFirst(prefix.count)) : nil
    }

    private static let prefix = "payments of launch "

    private static func identifier(of launch: UInt64) -> String { prefix + String(launch, radix: 16) }

    private static func launch(of id: String) -> UInt64? {
        id.hasPrefix(prefix) ? UInt64(id.dropFirst(prefix.count), radix: 16) : nil
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

extension PaymentIntent {
    /// What tells whose a transaction is; the rest stays in the user's own ledger.
    fileprivate func withoutParticulars(of user: UUID) -> PaymentIntent {
        PaymentIntent(
            token: token,
            request: PaymentRequest(productID: productID, quantity: request.quantity, appAccountToken: user),
            requestTime: requestTime)
    }
}
