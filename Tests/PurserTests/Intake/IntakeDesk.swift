import Foundation

@testable import Purser

/// An intake beside the ledger of the present user: what is reported is decided, and recorded.
struct IntakeDesk {
    var intake: IntakeState
    var ledgers: [UUID?: LedgerState] = [:]
    var session: IntakeSession
    /// How many batches were reported.
    private(set) var arrivals: UInt64 = 0
    /// What is on record for all users.
    private(set) var records: [LedgerRecord] = []
    /// What was recorded for each user in the user's absence.
    private var missed: [UserID: [StoreUpdate]] = [:]
    private let names: Bool?

    init(names: Bool? = false, user: UUID? = nil, policy: AccountMovePolicy = .move) {
        self.names = names
        intake = IntakeState(answersNamePayments: names)
        session = IntakeSession(user: user.map(UserID.init), policy: policy)
    }

    /// The present user's ledger.
    var ledger: LedgerState {
        get { self[session.user] }
        set { self[session.user] = newValue }
    }

    private subscript(user: UserID?) -> LedgerState {
        get { ledgers[user?.token] ?? LedgerState(deliverySteps: DeliverySteps(grants: true)) }
        set { ledgers[user?.token] = newValue }
    }

    /// What a batch led to.
    struct Outcome {
        var batch: DecidedBatch
        var updates: [StoreUpdate]
        /// The payments whose callers are answered by a transaction, by number.
        var answered: [UInt64] { batch.transactions.compactMap { $0.answers?.number } }
        /// The payments whose callers are told of an end, by number.
        var ended: [UInt64] { batch.endings.compactMap { $0.token?.number } }
        /// The tokens of the payments of the updates, by number.
        var payments: [UInt64?] { updates.map { $0.intent?.token.number } }
    }

    mutating func submit(_ intents: PaymentIntent...) {
        for intent in intents {
            ledger.note(.intent(intent))
            intake.book.submitted(PaymentRow(intent, of: session.user), arrival: arrivals, at: session.now)
            guard let user = session.user else { continue }
            keep([.payer(launch: intent.token.launch, user)])
        }
    }

    @discardableResult
    mutating func report(_ events: BackendEvent...) -> Outcome { report([events]) }

    @discardableResult
    mutating func report(_ batches: [[BackendEvent]]) -> Outcome {
        session.firstArrival = arrivals + 1
        arrivals += UInt64(batches.count)
        return record(intake.route(batches, in: session, ledger: ledger))
    }

    private mutating func record(_ batch: DecidedBatch) -> Outcome {
        keep(batch.records)
        var prepared = PreparedBatch(capacity: 0)
        ledger.prepare(reported: batch.transactions, now: at(9), into: &prepared)
        ledger.prepare(endings: batch.noted(by: session.user), into: &prepared)
        for (user, changes) in batch.missed(except: session.user) {
            let records = (try? self[user].records(missed: changes, now: at(9))) ?? []
            missed[user, default: []] += records.compactMap(\.update)
        }
        return Outcome(batch: batch, updates: prepared.published.updates)
    }

    private mutating func keep(_ new: [LedgerRecord]) {
        records += new
        for record in new { intake.accounts.apply(record) }
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

    /// The program ends and begins again: what is known is what is on record.
    mutating func relaunch() {
        arrivals = 0
        intake = IntakeState(answersNamePayments: names)
        if session.user == nil {
            for open in ledger.payments.ordered { intake.restore(open.intent, open.ending, of: nil) }
        } else {
            var folder = LedgerState()
            for record in records { folder.apply(record) }
            let payments = ledgers.flatMap { user, ledger in
                user.map { user in ledger.payments.ordered.map { (user: UserID(user), payment: $0) } } ?? []
            }
            intake.adopt(folder.accounts, payments: payments)
        }
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
