/// Which payments wait, which are under way, and which transaction answers which of them.
///
/// Generic over how a caller is woken, so that tests can use numbers. A payment is known from ``requested(_:caller:)``
/// on, hence before the backend hears of it (M1).
package struct PaymentQueueState<Caller: Sendable>: Sendable {
    /// A payment that has not ended.
    package struct Waiting: Sendable {
        package var intent: PaymentIntent
        /// Who waits for it; `nil` once they have stopped waiting, which does not stop the payment (C1).
        package var caller: Caller?
        package var progress: Progress
    }

    /// How far a payment is.
    package enum Progress: Sendable, Hashable {
        /// In line; the backend knows nothing of it. Next: `underWay`, when there is room.
        case inLine
        /// The backend has it, or is being given it. Next: `answered`, or gone when it ended without a transaction.
        case underWay
        /// Its transaction is being recorded and handed over. Next: gone.
        case answered
    }

    package private(set) var waiting = QuickTable<PaymentToken, Waiting>()
    private var line = Fifo<PaymentToken>()
    /// Payments that found room at once, and go to the backend with the next submission.
    private var ready: [PaymentIntent] = []
    private var underWay = 0
    /// For backends that echo no token: the payments under way for each product, first come first served.
    private var byProduct: [String: Fifo<PaymentToken>] = [:]
    /// For such backends: the transactions that have answered a payment, and must not answer another one when told again.
    private var spent: Set<String> = []
    private let capabilities: BackendCapabilities
    /// How much older than its payment a transaction may seem, because the clocks of device and store differ.
    private let clockTolerance: Duration

    package init(capabilities: BackendCapabilities, clockTolerance: Duration = .seconds(300)) {
        self.capabilities = capabilities
        self.clockTolerance = clockTolerance
    }

    // MARK: Payments

    /// A caller asked for a payment.
    package mutating func requested(_ intent: PaymentIntent, caller: Caller?) {
        let hasRoom = underWay < capabilities.concurrentPayments && line.isEmpty
        let payment = Waiting(intent: intent, caller: caller, progress: hasRoom ? .underWay : .inLine)
        waiting.put(payment, for: intent.token)
        if hasRoom { submit(intent) } else { line.append(intent.token) }
    }

    /// Takes out the payments that may go to the backend now.
    package mutating func nextSubmission() -> [PaymentIntent] {
        while underWay < capabilities.concurrentPayments, let token = line.popFirst() {
            let found = waiting.update(token) { payment in
                payment.progress = .underWay
                return payment.intent
            }
            if let found { submit(found) }
        }
        var submission: [PaymentIntent] = []
        swap(&submission, &ready)
        return submission
    }

    private mutating func submit(_ intent: PaymentIntent) {
        underWay += 1
        if !capabilities.echoesPaymentTokens { byProduct[intent.productID, default: Fifo()].append(intent.token) }
        ready.append(intent)
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
        byProduct = [:]
        spent = []
        underWay = 0
        return callers.map { (intent: $0.0, caller: $0.1) }
    }

    // MARK: Matching

    /// Finds the payment that a transaction answers, and counts it as answered.
    ///
    /// - Parameter isOld: whether the transaction is one of an earlier launch, in which case it answers none (M2).
    package mutating func answer(_ transaction: BackendTransaction, isOld: Bool) -> PaymentToken? {
        guard case .payment(let echoed) = transaction.origin else { return nil }
        if let echoed { return answered(echoed) ? echoed : nil }
        let told = transaction.transaction
        guard !isOld, !spent.contains(told.id),
            let token = firstUnderWay(for: told.productID, askedBy: told.purchaseTime.advanced(by: clockTolerance))
        else { return nil }
        spent.insert(told.id)
        return token
    }

    /// Finds the payment that ended without a transaction.
    package mutating func ending(_ ending: PaymentEnding) -> PaymentToken? {
        if let token = ending.token { return waiting.contains(token) ? token : nil }
        guard !ending.isLeftOver else { return nil }
        return popUnderWay(for: ending.productID) { _ in true }
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

    private mutating func firstUnderWay(for productID: String, askedBy limit: Timestamp) -> PaymentToken? {
        guard let token = popUnderWay(for: productID, where: { $0.requestTime <= limit }) else { return nil }
        return answered(token) ? token : nil
    }

    /// The first payment under way for a product, out of its line; those that have ended meanwhile are passed over.
    private mutating func popUnderWay(for productID: String, where matches: (PaymentIntent) -> Bool) -> PaymentToken? {
        while let token = byProduct[productID]?.first {
            let payment = waiting[token]
            if let payment, payment.progress == .underWay, !matches(payment.intent) { return nil }
            _ = byProduct[productID]?.popFirst()
            if byProduct[productID]?.isEmpty == true { byProduct[productID] = nil }
            if payment?.progress == .underWay { return token }
        }
        return nil
    }
}
