/// When a transaction came that may answer a payment without naming it.
package struct UnnamedAnswer: Sendable {
    /// The number of the batch that told it first, counted from 0.
    package var batch: UInt64
    /// The number of its latest update; `.max` when the ledger does not have it.
    package var update: UInt64

    /// One that came in this batch and is in the ledger by this update.
    package init(batch: UInt64 = .max, update: UInt64 = .max) {
        self.batch = batch
        self.update = update
    }
}

// Which payment an answer is for: by the token that it names; where it names none, by what was submitted, told and recorded
// before what. No clock decides.
extension PaymentQueueState {
    // MARK: What the backend has been given

    /// Whether it counts when a payment was given to the backend: where every answer names its payment, it does not.
    package var notesSubmissions: Bool { capabilities.answersNamePayments != true }

    /// The backend is given payments now: what is told first from now on may answer them.
    ///
    /// - Parameters:
    ///   - sequence: the number of the last update.
    ///   - batch: how many batches the backend has told.
    ///   - time: the time of the monotonic clock.
    package mutating func submitted(
        _ payments: [BackendPayment], after sequence: UInt64, batch: UInt64 = 0, at time: Duration
    ) {
        for payment in payments {
            _ = waiting.update(payment.token) { ($0.after, $0.batch) = (sequence, batch) }
            equals?.submitted(payment, at: time)
        }
    }

    /// The payments that equal ones have begun to wait for, and since when the backend has each; each once.
    package mutating func takeWatches() -> [EqualPayments.Watch] { equals?.takeWatches() ?? [] }

    /// The backend has had a payment for the limit: the next of its equals may go out.
    package mutating func tookTooLong(_ token: PaymentToken) {
        if let payment = waiting[token]?.payment { passed(payment) }
    }

    // MARK: Matching

    /// Finds the payment that a transaction answers, and counts it as answered: by the token that it names; where it names
    /// none, the oldest that the backend was given before it told the transaction first, and that fits by product, quantity
    /// and account (M1).
    ///
    /// Left-overs come before any payment goes out, so that interrupted payments have had their turn. Where payments fit
    /// alike, this remains a guess; it never crosses users, and gives way in the ledger to a name that comes later.
    ///
    /// - Parameter first: when it came first: what was told before the backend was given a payment does not answer it (M2).
    package mutating func answer(_ transaction: BackendTransaction, _ first: UnnamedAnswer = UnnamedAnswer())
        -> PaymentToken?
    {
        guard case .payment(let named) = transaction.origin else { return nil }
        if let named {
            guard answered(named) else { return nil }
            answersName()
            return named
        }
        let told = transaction.transaction
        // One that was told before answers nothing either: it was first told when nothing fitted, or has its payment.
        guard spent.insert(told.id) else { return nil }
        let token = withPaymentsUnderWay { payments, look in
            payments.takeFirst(fitting: told) { look($0) { $0.after < first.update && $0.batch <= first.batch } }
        }
        guard let token, answered(token) else { return nil }
        namesNone = true
        return token
    }

    /// An answer named its payment: equal payments need not wait for each other, unless other answers name none.
    private mutating func answersName() {
        if capabilities.answersNamePayments == nil, !namesNone { releaseEquals() }
    }

    /// Finds the payment that ended without a transaction; one whose transaction came does not (M5).
    package mutating func ending(_ ending: PaymentEnding) -> PaymentToken? {
        if let token = ending.token {
            guard isAnswered(token) == false else { return nil }
            answersName()
            return token
        }
        // A failed transaction that is told again has ended its own payment.
        guard !ending.isLeftOver, ending.failedTransactionID.map({ spent.insert($0) }) ?? true else { return nil }
        return withPaymentsUnderWay { payments, look in
            payments.takeFirst(fitting: ending) { look($0) { $0.after < .max } }
        }
    }

    /// Whether the transaction of a payment came; `nil` when the payment is over.
    package func isAnswered(_ token: PaymentToken) -> Bool? { waiting.read(token) { $0.progress == .answered } }

    private mutating func answered(_ token: PaymentToken) -> Bool {
        let before = waiting.update(token) { payment in
            let before = payment.progress
            if before.isWithBackend { payment.progress = .answered }
            return before
        }
        guard let before, before.isWithBackend else { return false }
        if before == .underWay { underWay -= 1 }
        if equals != nil, let payment = waiting[token]?.payment { passed(payment) }
        return true
    }

    private typealias Look = (PaymentToken, _ isPossible: (Waiting) -> Bool) -> PaymentsByProduct.Candidate

    /// Takes a payment out of those under way, with a look at how far each is.
    private mutating func withPaymentsUnderWay(
        _ take: (inout PaymentsByProduct, Look) -> PaymentToken?
    ) -> PaymentToken? {
        var payments = unnamed.take() ?? PaymentsByProduct(underWayPayments)
        defer { unnamed = payments }
        return take(&payments) { token, isPossible in
            guard let payment = waiting[token], payment.progress.isWithBackend else { return .ended }
            return isPossible(payment) ? .fits : .waitsForAnother
        }
    }

    /// In the order in which they went out.
    private var underWayPayments: [BackendPayment] {
        waiting.values.filter(\.progress.isWithBackend).map(\.payment).sorted { $0.token.number < $1.token.number }
    }
}
