/// The payment book of a store's folder, for the payment queue and the processor, and its records.
///
/// Owns the open payments of all users. Promises: the user of a payment is stored before it is submitted, and what is
/// decided about an absent user with the present user's records (U3); decisions are made one after the other; after a
/// failed write everything is read again before the next decision is stored. When all users share one state, nothing is
/// stored for all: their ledger has the payments. Never touches the present user's ledger.
package final class PaymentRegister: Sendable {
    private struct Known: Sendable {
        var isRead = false
        var failures = 0
    }

    private let state: Lock<IntakeState>
    private let journal: Journal?
    private let promotions: PromotedPurchases?
    private let known = Lock(Known())

    /// Makes the payments of the state that all users share.
    ///
    /// - Parameters:
    ///   - open: those of the ledger, the oldest first.
    ///   - answersNamePayments: the backend's capability; `nil` when it is not known.
    package init(open: [RecordedPayment] = [], answersNamePayments: Bool?) {
        var intake = IntakeState(answersNamePayments: answersNamePayments)
        for payment in open { intake.restore(payment.intent, payment.ending, of: nil) }
        state = Lock(intake)
        (journal, promotions) = (nil, nil)
    }

    /// The payments of all users, which ``open()`` reads.
    ///
    /// - Parameter promotions: the promoted purchases, which are recorded at the same place.
    package init(journal: Journal, promotions: PromotedPurchases? = nil, answersNamePayments: Bool?) {
        state = Lock(IntakeState(answersNamePayments: answersNamePayments))
        (self.journal, self.promotions) = (journal, promotions)
    }

    /// Reads the records, unless that was done, and no write has failed since.
    ///
    /// - Throws: the error of the storage.
    package func open() async throws {
        guard let journal, !isCurrent else { return }
        let failures = known.withLock(\.failures)
        let (shared, payments) = try await journal.readShared()
        let isNew = state.withLock { state in
            let isNew = known.withLock { known in
                defer { known.isRead = known.failures == failures }
                return !known.isRead && known.failures == failures
            }
            if isNew {
                state.adopt(shared.launches, payments: payments)
                journal.dropShared()
            }
            return isNew
        }
        if isNew { promotions?.withState { $0.adopt(shared.promotions) } }
    }

    /// Whether everything that is recorded is known.
    package var isCurrent: Bool { journal == nil || known.withLock(\.isRead) }

    private func failed() {
        known.withLock { ($0.isRead, $0.failures) = (false, $0.failures + 1) }
        journal?.readAgain()
    }

    /// Reads the records if there are any, for a store that has no user yet.
    ///
    /// - Throws: the error of the storage.
    package func openIfRecorded() async throws {
        if await journal?.mayHaveRecords() == true { try await open() }
    }

    /// Stores the changes of promoted purchases; called by one task at a time.
    ///
    /// - Throws: ``PurchaseFailure`` with `.ledgerUnavailable`.
    package func storePromotions() async throws(PurchaseFailure) {
        guard let journal, let promotions else { return }
        do {
            // What is stored has to be known first.
            try await open()
            let changes = promotions.withState(\.unstored)
            if !changes.isEmpty { try await journal.append(changes) }
            promotions.withState { $0.stored(changes) }
        } catch {
            failed()
            throw PurchaseFailure(ledger: error)
        }
    }

    /// Reads or changes the value, in one step.
    package func withState<Result>(_ body: (inout IntakeState) -> Result) -> Result { state.withLock(body) }

    /// Decides something, in one step; with the records of the users who have no session, if there are such users.
    package func deciding<Result>(_ decide: (inout IntakeState, inout StoreRecords?) -> Result) -> Result {
        state.withLock { state in
            guard let journal else {
                var nobody: StoreRecords?
                return decide(&state, &nobody)
            }
            return journal.withAbsent { decide(&state, &$0) }
        }
    }

    /// How many writes have failed: what was decided about absent users before the last one is not stored any more.
    package var failures: Int { known.withLock(\.failures) }

    /// Whether a user who has no session fulfils a condition; true when the records cannot be read.
    package func containsAbsent(where condition: (borrowing LedgerState) -> Bool) -> Bool {
        guard let journal else { return false }
        return journal.withAbsent { $0?.containsUser(where: condition) ?? true }
    }

    // MARK: Payments

    /// The records of the users of payments, which are stored with the payments before these are submitted (M1, U3).
    package func payers(of intents: [PaymentIntent], _ user: UserID?) -> [LedgerRecord] {
        guard journal != nil, let user else { return [] }
        let launches = state.withLock { state in
            Set(intents.map(\.token.launch)).filter { state.launches.payers[$0] == nil }.sorted()
        }
        return launches.map { .payer(launch: $0, user) }
    }

    /// Users of payments are recorded.
    package func note(payers: [LedgerRecord]) {
        state.withLock { state in for payer in payers { state.launches.apply(payer) } }
    }

    /// Payments are recorded, and are submitted to the backend now.
    ///
    /// - Parameters:
    ///   - arrival: how many arrivals were counted.
    ///   - now: the monotonic time.
    package func submitted(_ payments: [BackendPayment], of user: UserID?, arrival: UInt64, at now: Duration) {
        state.withLock { state in
            state.counted(arrival)
            payments.forEachInPlace { _, payment in
                state.book.submitted(PaymentRow(payment.intent, of: user), arrival: arrival, at: now)
            }
        }
    }

    /// Records payments that the backend did not accept, and that may be submitted again: until then no transaction can
    /// be theirs (M8).
    package func notTaken(_ tokens: [PaymentToken]) {
        state.withLock { state in for token in tokens { state.book.notTaken(token) } }
    }

    /// Ends payments before the backend accepted them; those that were never submitted are withdrawn (M8).
    package func failed(_ endings: [(token: PaymentToken, ending: IntentEnding)]) {
        state.withLock { state in
            for (token, ending) in endings {
                if ending == .withdrawn {
                    state.book.withdrawn(token)
                } else {
                    state.book.ended(token, as: PaymentRow.State(ending), arrival: 0)
                }
            }
        }
    }

    /// Records payments that the backend has for longer than the limit, and for which no call waits (C4).
    package func overdue(_ tokens: [PaymentToken]) {
        state.withLock { state in for token in tokens { state.book.overdue(token) } }
    }

    // MARK: Decisions

    /// Carries out a write of a user's ledger that stores the users of payments as well, all of them or none.
    ///
    /// - Returns: the result of the write.
    /// - Throws: the error of the write, or of the storage.
    package func storing<Result>(
        payers: [LedgerRecord], isolation: isolated (any Actor)? = #isolation,
        _ write: ([LedgerRecord]) async throws -> Result
    ) async throws -> Result {
        guard !payers.isEmpty else { return try await write([]) }
        try await open()
        return try await noticing { try await write([.section(.everybody)] + payers) }
    }

    /// Carries out the write of a batch in the present user's ledger, which stores what was decided about absent users as
    /// well, all of it or nothing.
    ///
    /// - Returns: the result of the write.
    /// - Throws: the error of the write, or ``PurchaseFailure`` when a write has failed since: what was decided about
    ///   absent users is not known any more. The decisions have to be undone then.
    package func storing<Result>(
        _ batch: DecidedBatch, isolation: isolated (any Actor)? = #isolation,
        _ write: ([LedgerRecord]) async throws -> Result
    ) async throws -> Result {
        if let failure = batch.failure {
            if !batch.absent.isEmpty { failed() }
            throw failure
        }
        guard let journal, !batch.absent.isEmpty else { return try await write([]) }
        guard isCurrent, batch.failures == failures else {
            throw PurchaseFailure(.ledgerUnavailable, "Another write has failed. The purchase is decided again.")
        }
        journal.keepUpdates(of: batch.absent)
        return try await noticing { try await write(batch.absent) }
    }

    /// After a failed write everything is read again.
    private func noticing<Result>(
        isolation: isolated (any Actor)? = #isolation, _ write: () async throws -> Result
    ) async throws -> Result {
        do { return try await write() } catch {
            failed()
            throw error
        }
    }

    /// Forgets a user who has no session: everything recorded, and the open payments.
    ///
    /// - Throws: the error of the storage.
    package func forget(_ user: UserID) async throws {
        guard let journal else { return }
        try await open()
        try await journal.forget(user)
        state.withLock { $0.forget(user) }
        promotions?.withState { $0.forget(user) }
    }

    /// Payments have ended, and that is stored.
    package func noteEnded(_ endings: [(token: PaymentToken, ending: IntentEnding)]) {
        if !endings.isEmpty { promotions?.ended(endings) }
    }

    /// A user's session begins: no call waits any more for the open payments of earlier sessions.
    ///
    /// - Returns: how many batches were counted in them; those of this session are counted from there.
    /// - Throws: the error of the storage.
    package func begin() async throws -> UInt64 {
        try await open()
        return state.withLock { $0.becomePresent() }
    }
}
