/// The payment book of a store's folder, for the payment queue and the processor, and its records.
///
/// Owns the open payments of all users, the holders of transactions, and their storage. Promises: the user of a payment
/// is stored before it is submitted, and the holder of a transaction before the user's ledger records it (U3);
/// decisions are made one after the other; a decision that could not be stored is undone. When all users share one
/// state, nothing is stored: their ledger has the payments. Never touches the users' ledgers.
package final class PaymentRegister: Sendable {
    private let state: Lock<IntakeState>
    private let records: FolderRecords?
    private let promotions: PromotedPurchases?

    /// Makes the payments of the state that all users share.
    ///
    /// - Parameters:
    ///   - open: those of the ledger, the oldest first.
    ///   - answersNamePayments: the backend's capability; `nil` when it is not known.
    package init(open: [RecordedPayment] = [], answersNamePayments: Bool?) {
        var intake = IntakeState(answersNamePayments: answersNamePayments)
        for payment in open { intake.restore(payment.intent, payment.ending, of: nil) }
        state = Lock(intake)
        (records, promotions) = (nil, nil)
    }

    /// The payments of all users, which ``open()`` reads.
    ///
    /// - Parameter promotions: the promoted purchases, which are recorded at the same place.
    package init(records: FolderRecords, promotions: PromotedPurchases? = nil, answersNamePayments: Bool?) {
        state = Lock(IntakeState(answersNamePayments: answersNamePayments))
        (self.records, self.promotions) = (records, promotions)
    }

    /// Reads the records, unless that was done.
    ///
    /// - Throws: the error of the storage.
    package func open() async throws {
        guard let records, !records.isRead else { return }
        try await records.read { [state, promotions] read in
            state.withLock { $0.adopt(read) }
            promotions?.withState { $0.adopt(read.promotions) }
        }
    }

    /// Reads the records if there are any, for a store that has no user yet.
    ///
    /// - Throws: the error of the storage.
    package func openIfRecorded() async throws {
        if await records?.mayHaveRecords() == true { try await open() }
    }

    /// Stores the changes of promoted purchases; called by one task at a time.
    ///
    /// - Throws: ``PurchaseFailure`` with `.ledgerUnavailable`.
    package func storePromotions() async throws(PurchaseFailure) {
        guard let records, let promotions else { return }
        do {
            // What is stored has to be known first.
            try await open()
            let changes = promotions.withState(\.unstored)
            if !changes.isEmpty { try await records.append(changes) }
            promotions.withState { $0.stored(changes) }
        } catch {
            throw PurchaseFailure(ledger: error)
        }
    }

    /// Reads or changes the value, in one step.
    package func withState<Result>(_ body: (inout IntakeState) -> Result) -> Result { state.withLock(body) }

    // MARK: Payments

    /// Whether each payment is recorded here before it is submitted.
    package var isStored: Bool { records != nil }

    /// The records of the users of payments, which are stored with the payments before these are submitted (M1, U3).
    package func owners(of intents: [PaymentIntent], _ user: UserID) -> [LedgerRecord] {
        guard records != nil else { return [] }
        let launches = state.withLock { state in
            Set(intents.map(\.token.launch)).filter { state.accounts.payers[$0] == nil }.sorted()
        }
        let payers = launches.map { LedgerRecord.payer(launch: $0, user) }
        return payers + intents.map { .intent($0.withoutParticulars(of: user)) }
    }

    /// Payments are recorded, and are submitted to the backend now.
    ///
    /// - Parameters:
    ///   - arrival: how many arrivals were counted.
    ///   - now: the monotonic time.
    package func submitted(_ payments: [BackendPayment], of user: UserID?, arrival: UInt64, at now: Duration) {
        let dropped = state.withLock { state in
            state.counted(arrival)
            payments.forEachInPlace { _, payment in
                state.book.submitted(PaymentRow(payment.intent, of: user), arrival: arrival, at: now)
            }
            return state.book.takeDropped()
        }
        if let records, !dropped.isEmpty { records.post(dropped.map { .intentEnded($0, .answered) }) }
    }

    /// Records payments that the backend did not accept, and that may be submitted again: until then no transaction can
    /// be theirs (M8).
    package func notTaken(_ tokens: [PaymentToken]) {
        state.withLock { state in for token in tokens { state.book.notTaken(token) } }
    }

    /// Ends payments before the backend accepted them; those that were never submitted are withdrawn (M8).
    ///
    /// - Returns: the records of that, which are stored with the user's.
    package func failed(_ endings: [(token: PaymentToken, ending: IntentEnding)]) -> [LedgerRecord] {
        state.withLock { state in
            for (token, ending) in endings {
                if ending == .withdrawn {
                    state.book.withdrawn(token)
                } else {
                    state.book.ended(token, as: PaymentRow.State(ending), arrival: 0)
                }
            }
        }
        return records == nil ? [] : endings.map { .intentEnded($0.token, $0.ending) }
    }

    /// Records payments that the backend has for longer than the limit, and for which no call waits (C4).
    package func overdue(_ tokens: [PaymentToken]) {
        state.withLock { state in for token in tokens { state.book.overdue(token) } }
    }

    // MARK: Decisions

    /// Carries out a write of a user's ledger that stores these records as well, all of them or none.
    ///
    /// - Returns: the result of the write.
    /// - Throws: the error of the write; decisions have to be undone then.
    @inline(__always)
    package func storing<Result>(
        _ new: [LedgerRecord], isolation: isolated (any Actor)? = #isolation,
        _ write: ([LedgerRecord]) async throws -> Result
    ) async throws -> Result {
        guard let records else { return try await write([]) }
        if !records.isRead { try await open() }
        let all = records.takePosted() + new
        do {
            let result = try await write(all)
            noteStored(new)
            return result
        } catch {
            if !all.isEmpty { records.failed() }
            throw error
        }
    }

    private func noteStored(_ new: [LedgerRecord]) {
        guard !new.isEmpty else { return }
        state.withLock { state in for record in new { state.accounts.apply(record) } }
        promotions?.ended(by: new)
    }

    /// A user's session begins: no call waits any more for the open payments of earlier sessions.
    ///
    /// - Returns: how many batches were counted in them; those of this session are counted from there.
    /// - Throws: the error of the storage.
    package func begin() async throws -> UInt64 {
        try await open()
        return state.withLock { $0.becomePresent() }
    }

    /// Records that payments have ended for which no transaction can come any more.
    package func ended(_ tokens: [PaymentToken]) {
        if let records, !tokens.isEmpty { records.post(tokens.map { .intentEnded($0, .answered) }) }
    }

    /// Ends the writing.
    package func close() async { await records?.close() }
}

extension PaymentIntent {
    /// The fields that identify the user of a transaction; the rest stays in the user's own ledger.
    fileprivate func withoutParticulars(of user: UserID) -> PaymentIntent {
        PaymentIntent(
            token: token,
            request: PaymentRequest(productID: productID, quantity: request.quantity, appAccountToken: user.token),
            requestTime: requestTime, trustedTime: trustedTime)
    }
}
