/// What a journal knows: the open payments, what is recorded of all users, and whether that may differ from the storage.
struct JournalState: Sendable {
    /// The open payments, and what decides about reports.
    var intake: IntakeState
    /// What is recorded of all users, which may be ahead of the storage by what waits to be stored.
    var records = StoreRecords { LedgerState(secret: KeyedHash(first: 0, second: 0), account: $0.account) }
    /// The environment in which the backend runs; not recorded, because it may be another one at the next launch.
    var environment = StoreEnvironment.unknown
    /// How many changes of the payments that may be approved were published; `nil` after another user has become present.
    private var publishedChanges: Int? = 0
    /// How many batches could not be stored, and after how many of them everything was read again; the first reading counts
    /// as one of them.
    private(set) var failures = 1
    private var failuresRead = 0

    init(_ intake: IntakeState) { self.intake = intake }

    /// Whether what is known may differ from the storage; nothing is decided until everything has been read again.
    var isOutdated: Bool { failuresRead < failures }

    mutating func writeFailed() { failures += 1 }

    /// Everything was read again after so many failures; returns false if somebody else has read since.
    mutating func wasRead(after failures: Int) -> Bool {
        guard failuresRead < failures else { return false }
        failuresRead = failures
        return true
    }

    /// A user becomes the present one; returns how many batches were counted in the sessions before.
    mutating func become(of key: LedgerKey, in environment: StoreEnvironment) -> UInt64 {
        records.become(of: key)
        (self.environment, publishedChanges) = (environment, nil)
        return intake.becomePresent()
    }

    /// Reads or changes what is recorded of a user, unless everything has to be read again first; then `nil`.
    @inline(__always)  // With the others a tenth of a lone purchase.
    mutating func changeIfCurrent<Value>(_ key: LedgerKey, _ body: (inout LedgerState) -> Value) -> Value? {
        isOutdated ? nil : records.change(key, body)
    }

    /// Prepares a batch of a user, unless everything has to be read again first; then `nil`.
    @inline(__always)  // With the others a tenth of a lone purchase.
    mutating func prepare<Value: Sendable>(
        _ key: LedgerKey, _ batch: inout PreparedBatch,
        _ prepare: (inout LedgerState, inout PreparedBatch) -> Value
    ) -> Value? {
        batch.published.changes.environment = environment
        return changeIfCurrent(key) { state in
            defer { batch.published.complete(from: state) }
            return prepare(&state, &batch)
        }
    }

    /// Decides about a backend's reports, after which at most `count` updates follow, and changes the records of all users.
    ///
    /// Nothing of a turn that has failed, or fails, is recorded. Returns false when everything has to be read again first.
    mutating func decide(
        _ turn: inout Turn, upTo count: Int,
        _ decide: (inout IntakeState, inout StoreRecords, inout Turn) -> Void
    ) -> Bool {
        if isOutdated, turn.failure == nil { return false }
        turn.prepared.published.changes.environment = environment
        do throws(PurchaseFailure) {
            try LedgerState.check(records.present.nextSequence, leaves: count)
        } catch {
            turn.failure = turn.failure ?? error
        }
        let isPossible = turn.failure == nil
        decide(&intake, &records, &turn)
        if isPossible, turn.failure != nil { failures += 1 }
        turn.prepared.published.complete(from: records.present)
        return true
    }

    /// Until when the present user's payments wait for an approval, by product; `nil` if that has not changed since.
    mutating func changedPendingEnds() -> [String: Timestamp]? {
        let changes = intake.book.payments.approvableChanges
        if changes == publishedChanges { return nil }
        publishedChanges = changes
        return intake.book.pendingEnds(for: records.owner?.user)
    }
}

// What the payment queue reports.
extension JournalState {
    /// The records of the users of payments, which are stored with the payments before these are submitted (M1, U3).
    func payers(of intents: [PaymentIntent], _ user: UserID?) -> [LedgerRecord] {
        guard let user else { return [] }
        let launches = Set(intents.map(\.token.launch)).filter { intake.book.payer(ofLaunch: $0) == nil }.sorted()
        return launches.isEmpty ? [] : [.section(.everybody)] + launches.map { .payer(launch: $0, user) }
    }

    /// Users of payments are recorded.
    mutating func note(payers: [LedgerRecord]) {
        for case .payer(let launch, let user) in payers { intake.book.made(launch, by: user) }
    }

    /// Payments are recorded, and are submitted to the backend now: at this monotonic time, after so many arrivals.
    mutating func submitted(_ payments: [BackendPayment], of user: UserID?, arrival: UInt64, at now: Duration) {
        intake.counted(arrival)
        payments.forEachInPlace { _, payment in
            intake.book.submitted(PaymentRow(payment.intent, of: user), arrival: arrival, at: now)
        }
    }

    /// Records payments that the backend did not accept: until they are submitted again, no transaction can be theirs
    /// (M8).
    ///
    /// - Returns: without those that it has answered nevertheless.
    mutating func rejected(_ payments: [BackendPayment]) -> [BackendPayment] {
        payments.filter { intake.book.rejected($0.token) }
    }

    /// Ends payments that the backend has not accepted and will not be called with again (M8); returns their ends.
    mutating func withdrawn(_ tokens: [PaymentToken]) -> [EndedPayment] {
        for token in tokens { intake.book.withdrawn(token) }
        return tokens.map { EndedPayment($0, .withdrawn) }
    }

    /// Ends payments of which it is not known whether the backend accepted them; returns their ends, without those that
    /// it has answered.
    mutating func leftUnknown(_ tokens: [PaymentToken]) -> [EndedPayment] {
        tokens.filter { intake.book.leftUnknown($0) }.map { EndedPayment($0, .unknown) }
    }

    /// Records payments that the backend has for longer than the limit, and for which no call waits (C4).
    mutating func overdue(_ tokens: [PaymentToken]) { for token in tokens { intake.book.overdue(token) } }
}
