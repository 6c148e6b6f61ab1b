#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

/// Records to whom transactions belong that name no user: to the user whose payment asked for them, as far as that is
/// known, and else to the user who was present when they arrived.
///
/// Owns the claims, the owners of payment tokens, and their storage. Promises: a claim is acknowledged only when it is
/// stored; no transaction is ever claimed by two users, also when the program dies between the claim and the transaction's
/// own record, for then the claim stays; whose a payment is is stored before the backend hears of it (U3). Never touches the
/// users' ledgers.
package actor TransactionClaims {
    private let storage: any LedgerStorage
    private var book = PaymentOwners()
    /// Whether the book says what the storage holds.
    private var isRead = false
    /// How many logs had been sealed when the files were tidied up last.
    private var sealings: UInt64 = 0
    /// Who made the payments of a launch, readable without waiting.
    nonisolated let payers: Lock<[UInt64: UUID]> = Lock([:])
    /// Whether payments are open that a transaction without a token may belong to.
    nonisolated let hasOpenPayments = Lock(false)
    /// Whether it was written down of anything who has it.
    nonisolated let hasClaims = Lock(false)
    /// The users who have used the store here.
    nonisolated let users: Lock<Set<UUID>> = Lock([])

    /// No claims are read before the first call of ``open()``.
    package init(storage: any LedgerStorage) { self.storage = storage }

    /// Reads what was claimed before.
    ///
    /// When that is done already, it does nothing.
    ///
    /// - Throws: what the storage throws.
    package func open() async throws {
        guard !isRead else { return }
        book = try await onWorker { storage in
            var book = PaymentOwners()
            try storage.load { book.apply($0) }
            book.relaunched()
            return book
        }
        isRead = true
        publish()
        await tidyUp()
    }

    /// Claims those transactions that nobody has claimed: for the user whose payment asked for them, or for this one.
    ///
    /// - Returns: the original identifiers of those that belong to another user.
    /// - Throws: what the storage throws; none is claimed then.
    package func claim(_ transactions: [BackendTransaction], for user: UUID) async throws -> Set<String> {
        try await open()
        book.becomePresent(user)
        try await append(book.claims(of: transactions, for: user))
        return Set(transactions.map(\.transaction.originalID).filter { book.owner(of: $0) != user })
    }

    /// The users who have the lines of these transactions, by the original identifiers that they name.
    ///
    /// - Throws: what the storage throws.
    func holders(of transactions: [StoreTransaction]) async throws -> [String: UUID] {
        try await open()
        return transactions.reduce(into: [:]) { $0[$1.originalID] = book.holder(of: $1) }
    }

    /// The users to whom lines were given that somebody else had, by the original identifiers.
    ///
    /// - Throws: what the storage throws.
    func given(_ lines: [String]) async throws -> [String: UUID] {
        try await open()
        return lines.reduce(into: [:]) { $0[$1] = book.given(of: $1) }
    }

    /// The users whom lines named when they were told first, by the original identifiers, where nothing else says who has
    /// them.
    ///
    /// - Throws: what the storage throws.
    func named(_ lines: [String]) async throws -> [String: UUID] {
        try await open()
        return lines.reduce(into: [:]) { $0[$1] = book.named(by: $1) }
    }

    /// Gives lines to users, whoever had them before (U5), and notes others that name the present user and nobody has.
    ///
    /// - Throws: what the storage throws; none is given then.
    func give(_ lines: [(line: String, owner: UUID)], naming user: UUID? = nil, _ named: [String] = []) async throws {
        guard !lines.isEmpty || !named.isEmpty else { return }
        try await open()
        try await append(book.records(giving: lines) + (user.map { book.records(naming: $0, lines: named) } ?? []))
    }

    /// A user uses the store here.
    ///
    /// What cannot be stored now is stored in that user's next session.
    func note(_ user: UUID) async {
        guard (try? await open()) != nil else { return }
        try? await append(book.records(noting: user))
    }

    /// A user asks for payments, of which the backend does not know yet.
    ///
    /// They are kept until they have ended, so that their transactions are not taken for another user's.
    ///
    /// - Throws: what the storage throws; the payments must not be made then.
    package func asked(_ intents: [PaymentIntent], by user: UUID) async throws {
        try await open()
        book.becomePresent(user)
        try await append(book.records(asking: intents, by: user))
    }

    /// Payments ended or were put off; `nil` for those that have their transaction.
    ///
    /// What cannot be stored here counts as open.
    package func ended(_ payments: [(token: PaymentToken, ending: IntentEnding?)]) async {
        guard (try? await open()) != nil else { return }
        try? await append(book.records(ending: payments), isUrgent: false)
    }

    /// Closes the storage.
    package func close() async { try? await onWorker { $0.close() } }

    private func append(_ records: [LedgerRecord], isUrgent: Bool = true) async throws {
        guard !records.isEmpty else { return }
        do {
            try await onWorker { try $0.append(records, isUrgent: isUrgent) }
        } catch {
            // Some of it may be stored all the same, so it is read again at the next call.
            isRead = false
            throw error
        }
        for record in records { book.apply(record) }
        publish()
        if let history = storage.history, history.sealings.count > sealings { await tidyUp() }
    }

    /// Replaces old records by a snapshot, if there are enough of them: at each opening, and after each sealed log.
    ///
    /// Other claims do not wait for it: it reads files that nobody writes any more, on a thread of its own. Whose claim
    /// sealed the log waits. What fails is tried again at the next of these moments, and nothing is lost.
    private func tidyUp() async {
        guard let history = storage.history else { return }
        sealings = history.sealings.count
        let worker = storage.worker.isInline ? .inline : BlockingWorker(label: "purser.claims.tidying")
        // Nobody reads updates here, so that no old record has to stay.
        try? await worker.run { [storage] in try storage.compact { .max } }
    }

    private func publish() {
        payers.withLock { $0 = book.payers }
        hasOpenPayments.withLock { $0 = book.hasOpenPayments }
        hasClaims.withLock { $0 = book.hasClaims }
        users.withLock { $0 = book.users }
    }

    private func onWorker<Value: Sendable>(
        _ work: @escaping @Sendable (any LedgerStorage) throws -> Value
    ) async throws -> Value {
        try await storage.worker.run { [storage] in try work(storage) }
    }
}
