/// Decides which payment a transaction answers or belongs to, and who owns it (M7).
///
/// Holds the open payments of all users of a store's folder, and the users of each launch's payments. These questions
/// are decided only here: the payment queue, the intake and the records call this value. It decides in the same way for
/// backends whose answers name payments and for those whose answers do not; a field that was not reported excludes
/// nothing.
package struct PaymentBook: Sendable {
    /// An open payment.
    package typealias Row = PaymentRow

    /// The user of a launch's payments.
    package enum Payer: Sendable, Hashable {
        /// One user's.
        case user(UserID)
        /// Those of all users, who share one state.
        case everybody
    }

    /// The open payments.
    package internal(set) var payments = OpenPayments()
    private(set) var launches: [UInt64: Payer] = [:]
    /// Whether answers name their payments; `nil` before the first answer.
    package private(set) var answersNamePayments: Bool?

    /// Makes a book without payments.
    ///
    /// - Parameter answersNamePayments: the backend's capability; `nil` when it is not known.
    package init(answersNamePayments: Bool?) { self.answersNamePayments = answersNamePayments }

    /// The user of a launch's payments; `nil` when no launch of this folder has this number.
    package func payer(ofLaunch launch: UInt64) -> Payer? { launches[launch] }

    // MARK: Payments

    /// Adds a recorded payment that is about to be submitted (M1).
    package mutating func registered(_ row: consuming Row) {
        if launches[row.token.launch] == nil { made(row.token.launch, by: row.user) }
        payments.insert(row)
        payments.dropExcess()
    }

    /// Records the user of a launch's payments, of which none may be open any more.
    package mutating func made(_ launch: UInt64, by user: UserID?) {
        launches[launch] = user.map { .user($0) } ?? .everybody
    }

    /// Adds a recorded payment with which the backend is called now.
    package mutating func submitted(_ row: consuming Row, arrival: UInt64, at now: Duration) {
        (row.state, row.arrival, row.submitTime) = (.submitted, arrival, now)
        registered(row)
    }

    /// Records that the backend is called now: a transaction that was reported before answers the payment only by name.
    ///
    /// - Parameters:
    ///   - arrival: how many arrivals were counted.
    ///   - now: the monotonic time.
    package mutating func submitted(_ token: PaymentToken, arrival: UInt64, at now: Duration) {
        change(token, from: [.registered]) { ($0.state, $0.arrival, $0.submitTime) = (.submitted, arrival, now) }
    }

    /// Removes a payment that the backend has not accepted and will not be called with again: it can have no
    /// transaction (M8).
    package mutating func withdrawn(_ token: PaymentToken) { payments.remove(token) }

    /// Records a payment that the backend did not accept, and may be called with again.
    package mutating func notTaken(_ token: PaymentToken) {
        change(token, from: [.submitted, .overdue]) { $0.state = .registered }
    }

    /// Records a payment that the backend has for longer than the limit (C4).
    package mutating func overdue(_ token: PaymentToken) { change(token, from: [.submitted]) { $0.state = .overdue } }

    /// Records a payment that ended without a transaction, or waits for an approval.
    ///
    /// - Parameters:
    ///   - state: `pending`, `cancelled`, `failed` or `unknown`.
    ///   - arrival: how many arrivals were counted.
    ///   - isNamed: whether the backend named the payment.
    package mutating func ended(
        _ token: PaymentToken, as state: Row.State, arrival: UInt64, isNamed: Bool = false
    ) {
        if isNamed { answersNamePayments = answersNamePayments ?? true }
        payments.update(token) { row in
            // With an unknown outcome the transaction may have been reported already; otherwise it comes later.
            if state != .unknown { row.arrival = arrival }
            // A cancelled payment may still be charged: the guess stays until a name contradicts it.
            if row.guess == nil { row.state = state } else { row.guess?.state = state }
        }
        payments.dropExcess()
    }

    /// Ends a user's payments of unknown outcome that the user's ledger does not have: a write that failed has stored their
    /// ends (M1).
    ///
    /// - Parameter recorded: the payments without a transaction that the user's ledger has.
    package mutating func endUnrecorded(of user: UserID, recorded: Set<PaymentToken>) {
        for row in payments.all where row.user == user && row.state == .unknown && !recorded.contains(row.token) {
            payments.remove(row.token)
        }
    }

    /// Ends payments that have been pending for longer than the limit by the App Store's own time: later transactions
    /// belong to no payment.
    package mutating func expirePending(at trusted: Timestamp) {
        for row in payments.all
        where row.state == .pending && RecordedPayments.hasLapsed(row.requestTime, at: trusted) {
            payments.remove(row.token)
        }
    }

    /// Restores a payment whose decision could not be recorded: it is open as before.
    package mutating func putBack(_ row: Row) { payments.putBack(row) }

    // MARK: Transactions

    /// Carries out a decision: the transaction is recorded, or will be before the next decision.
    ///
    /// - Parameters:
    ///   - report: the report of the decision.
    ///   - changed: gets the open payments that change, as they were: that of the transaction, the one that ends, and
    ///     the one that is open again.
    package mutating func accept(_ decision: PaymentDecision, on report: PaymentReport, changed: inout [Row]) {
        if case .payment(let token) = report.origin { answersNamePayments = answersNamePayments ?? (token != nil) }
        if let token = decision.payment {
            if decision.isGuess {
                payments.update(token) { row in
                    changed.append(row)
                    row.assign(report.id)
                }
            } else if let row = payments.remove(token) {
                changed.append(row)
            }
        }
        if let ended = decision.ended, let row = payments.remove(ended) { changed.append(row) }
        if let reopened = decision.reopened {
            payments.update(reopened) { row in
                changed.append(row)
                row.reopen()
            }
        }
    }

    private mutating func change(_ token: PaymentToken, from states: Set<Row.State>, _ body: (inout Row) -> Void) {
        guard payments.read(token, { states.contains($0.state) }) == true else { return }
        payments.update(token, body)
    }
}
