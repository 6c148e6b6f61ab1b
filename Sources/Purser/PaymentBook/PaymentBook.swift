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
    /// Whether answers name their payments.
    package let answersNamePayments: Bool

    /// The user of a launch's payments; `nil` when no launch of this folder has this number.
    package func payer(ofLaunch launch: UInt64) -> Payer? { launches[launch] }

    /// Forgets a user: the open payments, and which launches were this user's.
    package mutating func forget(_ user: UserID) {
        payments.removeAll(of: user)
        launches = launches.filter { $0.value != .user(user) }
    }

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

    /// Adds a recorded payment with which the backend is called now: at this monotonic time, after so many arrivals.
    package mutating func submitted(_ row: consuming Row, arrival: UInt64, at now: Duration) {
        (row.state, row.arrival, row.submitTime) = (.submitted, arrival, now)
        registered(row)
    }

    /// Records that the backend is called now: a transaction that was reported before answers the payment only by name.
    package mutating func submitted(_ token: PaymentToken, arrival: UInt64, at now: Duration) {
        change(token, from: [.registered]) { ($0.state, $0.arrival, $0.submitTime) = (.submitted, arrival, now) }
    }

    /// Removes a payment that the backend has not accepted and will not be called with again: it can have no
    /// transaction (M8).
    package mutating func withdrawn(_ token: PaymentToken) { payments.remove(token) }

    /// Records a payment that the backend did not accept; returns whether it may be called with it again, because it has
    /// not answered it.
    package mutating func rejected(_ token: PaymentToken) -> Bool {
        change(token, from: [.submitted, .overdue]) { $0.state = .registered }
        return payments.read(token) { $0.state == .registered } == true
    }

    /// Records a payment that the backend has for longer than the limit (C4).
    package mutating func overdue(_ token: PaymentToken) { change(token, from: [.submitted]) { $0.state = .overdue } }

    /// Records a payment of which it is not known whether the backend accepted it; returns whether that has to be
    /// recorded.
    package mutating func leftUnknown(_ token: PaymentToken) -> Bool {
        payments.read(token) { $0.state.isWithBackend } == true && ended(token, as: .unknown, arrival: 0)
    }

    /// Records a payment that ended without a transaction (`cancelled`, `failed`, `unknown`) or waits for an approval
    /// (`pending`), after so many arrivals; returns whether that has to be recorded.
    @discardableResult
    package mutating func ended(_ token: PaymentToken, as state: PaymentState, arrival: UInt64) -> Bool {
        var isNew = false
        payments.update(token) { row in
            // With an unknown outcome the transaction may have been reported already; otherwise it comes later.
            if state != .unknown { row.arrival = arrival }
            isNew = row.state != state
            row.state = state
        }
        payments.dropExcess()
        return isNew
    }

    /// Ends and returns payments that have been pending for longer than the limit by the App Store's own dates: later
    /// transactions belong to no payment.
    package mutating func expirePending(at time: Timestamp) -> [PaymentToken] {
        let lapsed = payments.approvable.filter { $0.pendingEnd <= time }
        for row in lapsed { payments.remove(row.token) }
        return lapsed.map(\.token)
    }

    /// Until when a user's payments wait for an approval, by product.
    package func pendingEnds(for user: UserID?) -> [String: Timestamp] {
        let pending = payments.approvable.filter { $0.user == user && $0.state == .pending }
        return Dictionary(pending.map { ($0.productID, $0.pendingEnd) }, uniquingKeysWith: max)
    }

    /// Adds recorded payments, at the opening and after a failed write: the outcome of one that is not known here is
    /// unknown (M8).
    ///
    /// A payment for which no call waits, and which is not recorded, was ended by a write that seemed to fail (M1).
    package mutating func adopt(_ recorded: [Row]) {
        let tokens = Set(recorded.map(\.token))
        for row in payments.all where !row.state.isAwaited && !tokens.contains(row.token) {
            payments.remove(row.token)
        }
        for var row in recorded where payments[row.token] == nil {
            if row.state == .registered { row.state = .unknown }
            registered(row)
        }
    }

    /// Restores a payment whose decision could not be recorded: it is open as before.
    package mutating func putBack(_ row: Row) { payments.putBack(row) }

    // MARK: Transactions

    /// Carries out a decision: the transaction is recorded, or will be before the next decision.
    ///
    /// Returns its payment as it was requested, if that was open; `changed` gets the payments that change, as they were.
    @discardableResult
    package mutating func accept(_ decision: PaymentDecision, changed: inout [Row]) -> PaymentIntent? {
        var intent: PaymentIntent?
        if let token = decision.payment, let paid = payments.remove(token) {
            intent = paid.intent
            changed.append(paid)
            if payments.hasApprovable { replacePending(before: paid, changed: &changed) }
        }
        if let ended = decision.ended, let row = payments.remove(ended) { changed.append(row) }
        return intent
    }

    /// A payment has its transaction: it replaces the older pending ones that it fits.
    private mutating func replacePending(before paid: Row, changed: inout [Row]) {
        for row in payments.approvable
        where row.state == .pending && row.order < paid.order && row.terms == paid.terms && row.user == paid.user {
            changed.append(row)
            payments.update(row.token) { $0.state = .replaced }
        }
    }

    private mutating func change(_ token: PaymentToken, from states: Set<PaymentState>, _ body: (inout Row) -> Void) {
        guard payments.read(token, { states.contains($0.state) }) == true else { return }
        payments.update(token, body)
    }
}
