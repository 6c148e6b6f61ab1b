/// Which payments wait, which are under way, and which transaction answers which of them.
///
/// Generic over how a caller is woken, so that tests can use numbers. A payment is known from ``requested(_:caller:)``
/// on, hence before the backend hears of it (M1).
package struct PaymentQueueState<Caller: Sendable>: Sendable {
    /// A payment that has not ended.
    package struct Waiting: Sendable {
        /// What the backend is given of it.
        package var payment: BackendPayment
        /// Who waits for it; `nil` once they have stopped waiting, which does not stop the payment (C1).
        package var caller: Caller?
        /// How far it is.
        package var progress: Progress
        /// The last update when it was asked for: what was told before answers it only by its token (M1).
        package var after: UInt64
        /// What was asked for, as the ledger records it.
        package var intent: PaymentIntent { payment.intent }
    }

    /// How far a payment is.
    package enum Progress: Sendable, Hashable {
        /// It waits until fewer payments are under way; the backend knows nothing of it. Next: `underWay`.
        case inLine
        /// The backend has it, or is being given it. Next: `answered`, or gone when it ended without a transaction.
        case underWay
        /// Its transaction is being recorded and handed over. Next: gone.
        case answered
    }

    /// The payments that have not ended, by their tokens.
    package private(set) var waiting = QuickTable<PaymentToken, Waiting>()
    /// The payments that are `inLine`, oldest first.
    private var line = Fifo<PaymentToken>()
    /// Payments that found room at once, and go to the backend with the next submission.
    private var ready: [BackendPayment] = []
    private var underWay = 0
    /// For answers that name no payment: those under way by what such an answer tells; made when the first one comes.
    private var unnamed: PaymentsByProduct?
    /// The transactions that have answered a payment without naming it, and must not answer another one when told again.
    private var spent: Set<String> = []
    private let capabilities: BackendCapabilities

    /// A queue without payments.
    ///
    /// - Parameter capabilities: the backend's, which say how many payments may be under way at once.
    package init(capabilities: BackendCapabilities) { self.capabilities = capabilities }

    // MARK: Payments

    /// A caller asked for a payment.
    ///
    /// - Parameter lastSequence: the number of the last update that was told.
    package mutating func requested(_ payment: BackendPayment, caller: Caller?, after lastSequence: UInt64 = 0) {
        let hasRoom = underWay < capabilities.concurrentPayments && line.isEmpty
        waiting.put(
            Waiting(payment: payment, caller: caller, progress: hasRoom ? .underWay : .inLine, after: lastSequence),
            for: payment.token)
        if hasRoom { submit(payment) } else { line.append(payment.token) }
    }

    /// Takes out the payments that may go to the backend now.
    package mutating func nextSubmission() -> [BackendPayment] {
        while underWay < capabilities.concurrentPayments, let token = line.popFirst() {
            let found = waiting.update(token) { payment in
                payment.progress = .underWay
                return payment.payment
            }
            if let found { submit(found) }
        }
        var submission: [BackendPayment] = []
        swap(&submission, &ready)
        return submission
    }

    private mutating func submit(_ payment: BackendPayment) {
        underWay += 1
        unnamed?.append(payment)
        ready.append(payment)
    }

    /// Payments that never reached the backend.
    ///
    /// - Returns: those who waited for them.
    package mutating func submissionFailed(_ tokens: [PaymentToken]) -> [(intent: PaymentIntent, caller: Caller)] {
        tokens.compactMap { token in
            guard let ended = end(token), let caller = ended.caller else { return nil }
            return (ended.intent, caller)
        }
    }

    /// A caller's deadline passed, or its task was cancelled.
    ///
    /// - Returns: the caller, if it still waits; the payment goes on without it.
    package mutating func stoppedWaiting(_ token: PaymentToken) -> (intent: PaymentIntent, caller: Caller)? {
        let (caller, intent) = waiting.update(token) { ($0.caller.take(), $0.intent) } ?? (nil, nil)
        guard let caller, let intent else { return nil }
        return (intent, caller)
    }

    /// A payment ended: with its transaction handed over, or without one.
    package mutating func end(_ token: PaymentToken) -> Waiting? {
        guard let payment = waiting.removeValue(forKey: token) else { return nil }
        if payment.progress == .underWay { underWay -= 1 }
        return payment
    }

    /// Payments ended.
    ///
    /// - Returns: for each of them who still waits for it.
    package mutating func end<Answer>(_ payments: [(PaymentToken, Answer)]) -> [Caller?] {
        var callers: [Caller?] = []
        callers.reserveCapacity(payments.count)
        payments.forEachInPlace { _, payment in callers.append(end(payment.0)?.caller) }
        return callers
    }

    /// The store closes.
    ///
    /// - Returns: everybody who still waited.
    package mutating func closed() -> [(intent: PaymentIntent, caller: Caller)] {
        // In the order in which they came, so that the same run ends in the same way each time.
        let callers = waiting.values.sorted { $0.intent.token.number < $1.intent.token.number }
            .compactMap { payment in payment.caller.map { (payment.intent, $0) } }
        waiting = QuickTable()
        line = Fifo()
        ready = []
        unnamed = nil
        spent = []
        underWay = 0
        return callers.map { (intent: $0.0, caller: $0.1) }
    }

    // MARK: Matching

    /// Finds the payment that a transaction answers, and counts it as answered: by the token that it names; where it names
    /// none, the oldest under way that fits by product, quantity and account (M1), whatever the clocks say.
    ///
    /// Left-overs come before any payment goes out, and as such, so that interrupted payments have had their turn. Where
    /// payments fit alike, this remains a guess; it never crosses accounts, and gives way in the ledger to a name that
    /// comes later.
    ///
    /// - Parameter number: its latest update's number, if the ledger has it: what was told before a payment was asked for
    ///   does not answer it (M2).
    package mutating func answer(_ transaction: BackendTransaction, recordedAs number: UInt64? = nil) -> PaymentToken? {
        guard case .payment(let named) = transaction.origin else { return nil }
        if let named { return answered(named) ? named : nil }
        let told = transaction.transaction
        guard !spent.contains(told.id),
            let token = firstUnnamed(
                told.productID, { $0.fits(told) },
                asLongAs: { payment in number.map { payment.after < $0 } ?? true }),
            answered(token)
        else { return nil }
        spent.insert(told.id)
        return token
    }

    /// Finds the payment that ended without a transaction.
    package mutating func ending(_ ending: PaymentEnding) -> PaymentToken? {
        if let token = ending.token { return waiting.contains(token) ? token : nil }
        guard !ending.isLeftOver else { return nil }
        return firstUnnamed(ending.productID, { _ in true }, asLongAs: { _ in true })
    }

    private mutating func answered(_ token: PaymentToken) -> Bool {
        let wasUnderWay = waiting.update(token) { payment in
            guard payment.progress == .underWay else { return false }
            payment.progress = .answered
            return true
        }
        guard wasUnderWay == true else { return false }
        underWay -= 1
        return true
    }

    /// Takes the oldest payment under way for a product that fits.
    private mutating func firstUnnamed(
        _ productID: String, _ fits: (PaymentsByProduct.Traits) -> Bool, asLongAs isPossible: (Waiting) -> Bool
    ) -> PaymentToken? {
        var payments = unnamed.take() ?? PaymentsByProduct(underWayPayments)
        defer { unnamed = payments }
        return payments.takeFirst(of: productID, where: fits) { token in
            guard let payment = waiting[token], payment.progress == .underWay else { return .ended }
            return isPossible(payment) ? .fits : .waitsForAnother
        }
    }

    /// In the order in which they went out.
    private var underWayPayments: [BackendPayment] {
        waiting.values.filter { $0.progress == .underWay }.map(\.payment).sorted { $0.token.number < $1.token.number }
    }
}
