import Foundation

@testable import Purser

/// An intake beside the ledger of the present user: what is reported is decided, and recorded.
struct IntakeDesk {
    var intake: IntakeState
    private var records = Self.nothing
    /// The payments as the journal has them.
    private(set) var recorded = OpenPayments()
    private var payers: [UInt64: UserID] = [:]
    var session: IntakeSession
    /// How many batches were reported.
    private(set) var arrivals: UInt64 = 0
    /// What was recorded for each user in the user's absence.
    private var missed: [UserID: [StoreUpdate]] = [:]
    private let names: Bool

    init(names: Bool = false, user: UUID? = nil, policy: AccountMovePolicy = .move) {
        self.names = names
        intake = IntakeState(answersNamePayments: names)
        session = IntakeSession(user: user.map(UserID.init), policy: policy)
    }

    private static var nothing: StoreRecords {
        StoreRecords { _ in LedgerState(deliverySteps: DeliverySteps(grants: true)) }
    }

    /// The present user's ledger.
    var ledger: LedgerState {
        get { records[key] }
        set { records.change(key) { $0 = newValue } }
    }

    private var key: LedgerKey { session.user.map { .user($0) } ?? .shared }

    /// The ledgers, by their users.
    var ledgers: [LedgerKey: LedgerState] {
        Dictionary(uniqueKeysWithValues: records.keys.map { ($0, records[$0]) })
    }

    /// What some batches led to.
    struct Outcome {
        let transactions: [IncomingTransaction]
        let rejected: [RejectedTransaction]
        let endings: [PaymentEnding]
        let foreign: [FailedPayment]
        let waiting: [BackendTransaction]
        let reports: [RejectedReport]
        let restoreEndings: [RestoreEnding]
        let updates: [StoreUpdate]
        /// What the callers of payments are told.
        let answers: [AnsweredPayment]

        init(_ turn: borrowing Turn, hash: KeyedHash) {
            (transactions, updates) = (turn.recorded.map(\.incoming), turn.prepared.published.updates)
            (rejected, endings, foreign, waiting) = (turn.rejected, turn.endings, turn.foreign, turn.waiting)
            (reports, restoreEndings) = (turn.reports, turn.restoreEndings)
            answers = turn.stepsDue(hash: hash).answers.payments
        }

        /// The payments whose callers are answered by a transaction, by number.
        var answered: [UInt64] { transactions.compactMap { $0.answers?.number } }
        /// The payments whose callers are told of an end, by number.
        var ended: [UInt64] { endings.compactMap { $0.token?.number } }
        /// The tokens of the payments of the updates, by number.
        var payments: [UInt64?] { updates.map { $0.intent?.token.number } }
    }

    mutating func submit(_ intents: PaymentIntent...) {
        for intent in intents {
            recorded.apply(.intent(intent), of: session.user)
            intake.book.submitted(PaymentRow(intent, of: session.user), arrival: arrivals, at: session.now)
            payers[intent.token.launch] = session.user
        }
    }

    /// The backend was not called with a payment, and will not be.
    mutating func withdraw(_ token: PaymentToken) {
        intake.book.withdrawn(token)
        recorded.apply(.intentEnded(token, .withdrawn), of: session.user)
    }

    @discardableResult
    mutating func report(_ events: BackendEvent...) -> Outcome { report([events]) }

    @discardableResult
    mutating func report(_ batches: [[BackendEvent]]) -> Outcome {
        let turn = decide(batches)
        for record in turn.prepared.records { recorded.apply(record, of: session.user) }
        var section: UserID?
        for record in turn.absent {
            if case .section(.user(let user)) = record { section = user }
            recorded.apply(record, of: section)
            if let section, let update = record.update { missed[section, default: []].append(update) }
        }
        return Outcome(turn, hash: ledger.hash)
    }

    /// Reports are decided, and cannot be recorded.
    @discardableResult
    mutating func lose(_ batches: [[BackendEvent]]) -> Outcome {
        let before = records
        let lost = decide(batches)
        records = before
        intake.undo(lost, arrival: session.firstArrival)
        return Outcome(lost, hash: ledger.hash)
    }

    private mutating func decide(_ batches: [[BackendEvent]]) -> Turn {
        session.firstArrival = arrivals + 1
        session.time = at(9)
        arrivals += UInt64(batches.count)
        var turn = Turn()
        records.become(of: key)
        intake.prepare(batches, in: session, &records, into: &turn)
        return turn
    }

    /// A payment ended.
    @discardableResult
    mutating func end(_ number: UInt64, _ result: PaymentEnding.Result, _ productID: String = "coins") -> Outcome {
        report(
            .paymentEnded(
                PaymentEnding(token: PaymentToken(launch: 1, number: number), productID: productID, result: result)))
    }

    /// Another user is present.
    ///
    /// - Returns: what was recorded in the user's absence.
    @discardableResult
    mutating func switchTo(_ user: UUID) -> [StoreUpdate] {
        session = IntakeSession(user: UserID(user), policy: session.policy, time: session.time)
        _ = intake.becomePresent()
        return missed.removeValue(forKey: UserID(user)) ?? []
    }

    /// Nothing of a user is kept.
    mutating func forget(_ user: UUID) {
        records.forget(.user(UserID(user)))
        intake.book.forget(UserID(user))
    }

    /// The program ends and begins again: what is known is what a snapshot has.
    mutating func relaunch() {
        arrivals = 0
        intake = IntakeState(answersNamePayments: names)
        var read = Self.nothing
        func write(_ record: LedgerRecord) {
            if let known = try? LedgerRecord(bytes: record.bytes) { read.apply(known) }
        }
        records.write(write)
        recorded.write(write)
        records = read
        recorded = records.takePayments()
        intake.adopt(payers, payments: recorded.ordered)
    }

    /// Who has which transactions, and whether they stand.
    var holdings: Set<String> {
        let lines = ledgers.map { key, ledger in
            ledger.transactions.all.map { "\(key) \($0.transaction.id) \(!$0.progress.isRevokedOrUpgraded)" }
        }
        return Set(lines.joined())
    }

    /// Everything that is recorded: transactions with their states and payments, and open payments.
    var contents: [String] {
        let lines = ledgers.map { key, ledger in
            ledger.transactions.all.map {
                let transaction = $0.transaction
                return "\(key) \(transaction.ledgerID) \(transaction.productID) \(transaction.user, default: "-") "
                    + "\(transaction.signedTime, default: "-") \($0.progress) \($0.intent?.token, default: "-")"
            }
        }
        return lines.joined().sorted() + recorded.ordered.map { "\($0.token) \($0.state)" }
    }

    /// What the present user has, by the identifiers of transactions that are not revoked.
    var owned: [String] {
        ledger.transactions.all.filter { !$0.progress.isRevokedOrUpgraded }.map(\.transaction.id).sorted()
    }
}

extension PaymentEnding.Result {
    static var failure: Self { .failed(BackendFailure(.paymentInvalid, "no")) }
    static var unknown: Self { .failed(BackendFailure(.unknown, "nobody knows")) }
}

extension IntakeState {
    /// Decides about batches where all users share one state, and records them.
    mutating func prepare(_ batches: [[BackendEvent]], in session: IntakeSession, _ ledger: inout LedgerState) -> Turn {
        var turn = Turn()
        var records = StoreRecords(of: .shared) { _ in LedgerState() }
        swap(&records.present, &ledger)
        prepare(batches, in: session, &records, into: &turn)
        swap(&records.present, &ledger)
        return turn
    }
}
