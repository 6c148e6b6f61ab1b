@testable import Purser

/// A small App Store, a book, and the truth about both: which payment each transaction really is of.
///
/// It knows nothing of how the book decides. Its steps are all that can happen next; whoever takes them in every order sees
/// every run of so many payments, users, reports and kills.
struct BookWorld: Hashable {
    /// What the platform says of transactions.
    struct Platform: Hashable {
        /// Whether answers name their payments, as StoreKit 2's do.
        var names: Bool
        /// Whether transactions name their accounts.
        var tellsAccount: Bool
    }

    enum Step: Hashable {
        case register(Int)
        case submit(Int)
        case charge(Int)
        case answer(Int)
        case report(Int)
        case end(Int, PaymentState)
        case late(Int)
        case switchUser, kill
    }

    /// A payment, and what became of it in truth.
    struct Payment: Hashable {
        let user: UserID
        var isRegistered = false
        var isSubmitted = false
        /// Whether the backend has yet to say how the call ended.
        var isOpenAtBackend = false
        var isCharged = false
        var ending: PaymentState?
        var callerWaits = false
        /// The transaction that its caller was answered with.
        var answer: Int?
        /// How often its transaction was reported.
        var reports = 0
        var firstArrival: UInt64 = 0

        init(user: UserID) { self.user = user }
    }

    /// What is on record of a transaction.
    struct Record: Hashable {
        var holder: UserID
        var payment: Int?
        /// Whether its payment, or else its user, was named.
        var isNamed: Bool
    }

    let platform: Platform
    var payments: [Payment]
    var records: [Int: Record] = [:]
    var present: UserID = 1
    var kills = 0
    var switches = 0
    var arrivals: UInt64 = 0
    private(set) var fault: String?
    /// How it came to this.
    private(set) var trace: [Step] = []
    private var book: PaymentBook
    /// What the book is in; its rows say everything that it decides by.
    private var rows: [PaymentRow] { book.payments.all.sorted { $0.order < $1.order } }

    init(_ platform: Platform, users: [UserID]) {
        self.platform = platform
        payments = users.map { Payment(user: $0) }
        book = PaymentBook(answersNamePayments: platform.names)
    }

    static func == (one: Self, other: Self) -> Bool {
        one.payments == other.payments && one.records == other.records && one.present == other.present
            && one.kills == other.kills && one.switches == other.switches && one.arrivals == other.arrivals
            && one.rows == other.rows
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(payments)
        hasher.combine(records)
        hasher.combine(present)
        hasher.combine(arrivals)
        hasher.combine(rows)
    }

    private func token(_ payment: Int) -> PaymentToken { PaymentToken(launch: UInt64(payment + 1), number: 1) }
    private func payment(of token: PaymentToken) -> Int { Int(token.launch) - 1 }

    // MARK: Steps

    /// Everything that can happen next.
    var steps: [Step] {
        var steps: [Step] = []
        for (index, payment) in payments.enumerated() {
            if !payment.isRegistered, payment.user == present { steps.append(.register(index)) }
            if payment.isRegistered, !payment.isSubmitted, payment.callerWaits { steps.append(.submit(index)) }
            guard payment.isSubmitted else { continue }
            if !payment.isCharged { steps.append(.charge(index)) }
            if payment.isOpenAtBackend {
                if payment.isCharged {
                    steps.append(.answer(index))
                } else {
                    steps += [.end(index, .cancelled), .end(index, .pending)]
                }
                steps.append(.end(index, .unknown))
                if payment.callerWaits, payment.ending == nil { steps.append(.late(index)) }
            }
            if payment.isCharged, payment.reports < 2 { steps.append(.report(index)) }
        }
        if switches < 1 { steps.append(.switchUser) }
        if kills < 1 { steps.append(.kill) }
        return steps
    }

    /// The world after a step.
    func after(_ step: Step) -> Self {
        var world = self
        world.trace.append(step)
        world.take(step)
        return world
    }

    private mutating func take(_ step: Step) {
        switch step {
        case .register(let index):
            let user = payments[index].user
            (payments[index].isRegistered, payments[index].callerWaits) = (true, true)
            book.registered(
                PaymentRow(
                    token: token(index), user: user, terms: .init(productID: "p", quantity: 1, account: user),
                    requestTime: Timestamp(milliseconds: 0)))
        case .submit(let index):
            (payments[index].isSubmitted, payments[index].isOpenAtBackend) = (true, true)
            book.submitted(token(index), arrival: arrivals, at: .zero)
        case .charge(let index): payments[index].isCharged = true
        case .answer(let index):
            payments[index].isOpenAtBackend = false
            report(index, .payment(platform.names ? token(index) : nil))
        case .report(let index): report(index, origin(of: index))
        case .end(let index, let state):
            payments[index].isOpenAtBackend = false
            payments[index].ending = state
            payments[index].callerWaits = false
            book.ended(token(index), as: state, arrival: arrivals)
        case .late(let index):
            payments[index].callerWaits = false
            book.overdue(token(index))
        case .switchUser:
            switches += 1
            present = present == 1 ? 2 : 1
            for index in payments.indices { payments[index].callerWaits = false }
        case .kill: kill()
        }
    }

    /// Why a platform reports a transaction beside the answer: while its payment is under way, it does not know that, or
    /// does not name it.
    private func origin(of index: Int) -> PaymentReport.Origin {
        guard payments[index].isOpenAtBackend else { return .other(nil) }
        return platform.names ? .elsewhere : .payment(nil)
    }

    private mutating func kill() {
        kills += 1
        arrivals = 0
        for index in payments.indices {
            payments[index].callerWaits = false
            payments[index].isOpenAtBackend = false
            payments[index].firstArrival = 0
            payments[index].reports = min(payments[index].reports, 1)
        }
        book.relaunched()
    }

    // MARK: Reports

    private mutating func report(_ index: Int, _ origin: PaymentReport.Origin) {
        arrivals += 1
        payments[index].reports += 1
        if payments[index].firstArrival == 0 { payments[index].firstArrival = arrivals }
        let report = PaymentReport(
            id: "\(index)", productID: "p", account: platform.tellsAccount ? payments[index].user : nil, origin: origin,
            purchaseTime: Timestamp(milliseconds: 1_000_000), firstArrival: payments[index].firstArrival)
        let known = records[index].flatMap { record in
            Holding(
                productID: "p", purchaseTime: Timestamp(milliseconds: 1_000_000), holder: record.holder,
                payment: record.payment.map { token($0) })
        }
        let decision = book.decision(on: report, known: known, for: .user(present), at: .zero)
        check(decision, about: index)
        guard decision.match != .waits else { return }
        book.accept(decision)
        record(decision, of: index, isNamed: report.namedPayment != nil)
    }

    private mutating func record(_ decision: PaymentDecision, of index: Int, isNamed: Bool) {
        if case .answers(let token) = decision.match { payments[payment(of: token)].answer = index }
        guard case .user(let owner) = decision.owner else { return }
        let found = decision.payment.map(payment(of:))
        records[index] = Record(
            holder: owner, payment: found ?? records[index]?.payment,
            isNamed: records[index]?.isNamed == true || isNamed)
    }

    // MARK: Promises

    /// Whether two users have payments that nothing reported could tell apart: then a guess may exchange them.
    private var isAmbiguous: Bool {
        !platform.tellsAccount && Set(payments.filter(\.isRegistered).map(\.user)).count > 1
    }

    private mutating func check(_ decision: PaymentDecision, about index: Int) {
        let truth = payments[index].user
        if case .user(let owner) = decision.owner, owner != truth,
            platform.tellsAccount || platform.names && isNamed(index)
        {
            fault = "transaction \(index) of user \(truth) is given to \(owner) (U3)"
        }
        // Two limits: a late charge of an ended payment goes to whoever is present (M5), and so does a transaction whose own
        // payment was assigned by a guess to an equal one of the same user.
        let mayBeLate =
            payments.contains { $0.user == truth && $0.ending == .cancelled }
            || records.contains { $0.key != index && $0.value.payment == index }
        if case .user(let owner) = decision.owner, owner != truth, !isAmbiguous, !mayBeLate, records[index] == nil {
            fault = "transaction \(index) of user \(truth) is given to \(owner) although nothing else is open (U3)"
        }
        if let found = decision.payment.map(payment(of:)), payments[found].user != truth, !isAmbiguous {
            fault = "transaction \(index) has the context of payment \(found) of another user (M3)"
        }
        if case .answers(let token) = decision.match {
            let caller = payment(of: token)
            if platform.names, caller != index { fault = "caller \(caller) is answered with transaction \(index) (M1)" }
            if payments[caller].answer != nil { fault = "caller \(caller) is answered twice (C1)" }
        }
        if let found = decision.payment.map(payment(of:)) {
            if records.contains(where: { $0.key != index && $0.value.payment == found }) {
                fault = "payment \(found) has two transactions (M3)"
            }
        }
    }

    private func isNamed(_ index: Int) -> Bool { records[index]?.isNamed == true && records[index]?.payment == index }

    /// What is wrong once nothing can happen any more.
    var finalFault: String? {
        if let fault { return fault }
        for (index, payment) in payments.enumerated() where payment.isCharged && payment.reports > 0 {
            let row = book.payments[token(index)]
            if platform.names, payment.answer == index, records[index]?.payment != index {
                return "the payment of \(index) is lost (M3)"
            }
            if row?.state == .registered { return "a submitted payment counts as registered" }
        }
        return nil
    }
}

extension PaymentBook {
    /// A new launch: the outcome of each payment that may have been submitted is unknown (M8).
    fileprivate mutating func relaunched() {
        for row in payments.all {
            payments.update(row.token) { row in
                (row.arrival, row.submitTime) = (0, nil)
                if row.state == .registered || row.state.isWithBackend { row.state = .unknown }
            }
        }
    }
}
