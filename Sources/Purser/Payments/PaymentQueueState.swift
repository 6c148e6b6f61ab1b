/// The waiting payments, the submitted ones, and their callers.
///
/// The payment book decides which transaction answers which of them.
///
/// Generic over how a caller is woken, so that tests can use numbers. A payment is known from ``requested(_:caller:)``
/// on, and so before the backend is called with it (M1).
package struct PaymentQueueState<Caller: Sendable>: Sendable {
    /// A payment that has not ended.
    package struct Waiting: Sendable {
        /// The parameters for the backend.
        package var payment: BackendPayment
        /// The waiting caller; `nil` once it has stopped waiting, which does not stop the payment (C1).
        package var caller: Caller?
        /// Since when it has one of the places of concurrent payments, in whole seconds of the clock, rounded up; `.max`
        /// before it is submitted.
        ///
        /// `nil` while it waits for a place, and after it has given up its place: its transaction is recorded, or it
        /// took too long. How it stands with the backend is in the ``PaymentRow`` of the journal.
        package var placeTime: Int32?
        /// The request, as the ledger records it.
        package var intent: PaymentIntent { payment.intent }
    }

    /// The payments that have not ended, by their tokens.
    package internal(set) var waiting = QuickTable<PaymentToken, Waiting>()
    /// The payments that wait for a place, oldest first.
    private var line = Fifo<PaymentToken>()
    /// The payments that waited for an equal one, and may be submitted before the other waiting ones; oldest first.
    private var released = Fifo<PaymentToken>()
    /// The payments that wait for an equal one; `nil` when answers name their payments.
    var equals: EqualPayments?
    /// Payments that found a free place at once, and are in the next submission.
    private var ready: [BackendPayment] = []
    var underWay = 0
    let capabilities: BackendCapabilities
    /// The change in the number of payments of each product since this was last read.
    private var counted: [(productID: String, count: Int)] = []

    /// Makes a queue without payments.
    ///
    /// - Parameter capabilities: the backend's, with the number of concurrent payments.
    package init(capabilities: BackendCapabilities) {
        self.capabilities = capabilities
        if capabilities.answersNamePayments != true { equals = EqualPayments() }
    }

    // MARK: Payments

    /// Records a caller's request for a payment.
    package mutating func requested(_ payment: BackendPayment, caller: Caller?) {
        let hasRoom = underWay < capabilities.concurrentPayments && line.isEmpty && released.isEmpty
        let goesOut = hasRoom && mayGoOut(payment)
        waiting.put(
            Waiting(payment: payment, caller: caller, placeTime: goesOut ? .max : nil), for: payment.token)
        count(1, of: payment.productID)
        if goesOut { submit(payment) } else if !hasRoom { line.append(payment.token) }
    }

    /// Removes and returns the payments that may be submitted now.
    package mutating func nextSubmission() -> [BackendPayment] {
        while underWay < capabilities.concurrentPayments {
            if let token = released.popFirst() {
                goOut(token)
            } else if let token = line.popFirst() {
                if let equal = equals == nil ? nil : waiting[token]?.payment, !mayGoOut(equal) { continue }
                goOut(token)
            } else {
                break
            }
        }
        var submission: [BackendPayment] = []
        swap(&submission, &ready)
        return submission
    }

    private mutating func goOut(_ token: PaymentToken) {
        let payment = waiting.update(token) { payment in
            payment.placeTime = .max
            return payment.payment
        }
        if let payment { submit(payment) }
    }

    /// Whether no equal payment delays this one; otherwise it is held.
    private mutating func mayGoOut(_ payment: BackendPayment) -> Bool { equals?.mayGoOut(payment) ?? true }

    /// Records a payment that has ended or reached the limit: an equal one may be submitted in its place (M4).
    mutating func passed(_ payment: BackendPayment) {
        var payment = payment
        while let next = equals?.passed(payment) {
            guard !waiting.contains(next.token) else { return released.append(next.token) }
            payment = next
        }
    }

    /// Answers name their payments: no payment waits for an equal one any more.
    package mutating func releaseEquals() {
        guard let held = equals.take()?.held else { return }
        for payment in held { released.append(payment.token) }
    }

    private mutating func submit(_ payment: BackendPayment) {
        underWay += 1
        ready.append(payment)
    }

    /// Payments that never reached the backend.
    ///
    /// - Returns: their callers.
    package mutating func submissionFailed(_ tokens: [PaymentToken]) -> [(intent: PaymentIntent, caller: Caller)] {
        tokens.compactMap { token in
            guard let ended = end(token), let caller = ended.caller else { return nil }
            return (ended.intent, caller)
        }
    }

    /// A caller's deadline passed, or its task was cancelled.
    ///
    /// - Returns: the caller, if it still waits; the payment continues without it.
    package mutating func stoppedWaiting(_ token: PaymentToken) -> (intent: PaymentIntent, caller: Caller)? {
        let (caller, intent) = waiting.update(token) { ($0.caller.take(), $0.intent) } ?? (nil, nil)
        guard let caller, let intent else { return nil }
        return (intent, caller)
    }

    /// A submitted payment no longer delays others.
    ///
    /// - Returns: whether it had a place.
    @discardableResult
    package mutating func gaveUpPlace(_ token: PaymentToken) -> Bool {
        let hadPlace = waiting.update(token) { $0.placeTime.take() != nil } == true
        if hadPlace { underWay -= 1 }
        return hadPlace
    }

    /// Frees the places of payments whose transactions are recorded.
    package mutating func answered(_ tokens: [PaymentToken]) {
        for token in tokens {
            gaveUpPlace(token)
            if equals != nil, let payment = waiting[token]?.payment { passed(payment) }
        }
    }

    /// Payments for which equal ones wait were submitted.
    package mutating func submitted(_ payments: [BackendPayment], at time: Duration) {
        for payment in payments { equals?.submitted(payment, at: time) }
    }

    /// The payments that equal ones have begun to wait for, and when each was submitted; each once.
    package mutating func takeWatches() -> [EqualPayments.Watch] { equals?.takeWatches() ?? [] }

    /// The payments that wait for an equal one since the last call, each once.
    package mutating func takeNewlyHeld() -> [EqualPayments.Held] { equals?.takeNewlyHeld() ?? [] }

    /// Records that the backend has had a payment for the limit: the next equal one may be submitted.
    package mutating func tookTooLong(_ token: PaymentToken) {
        if let payment = waiting[token]?.payment { passed(payment) }
    }

    /// A payment ended: with its transaction delivered, or without one.
    package mutating func end(_ token: PaymentToken) -> Waiting? {
        guard let payment = waiting.removeValue(forKey: token) else { return nil }
        if payment.placeTime != nil { underWay -= 1 }
        count(-1, of: payment.payment.productID)
        if equals != nil { passed(payment.payment) }
        return payment
    }

    /// Payments ended.
    ///
    /// - Returns: the callers that still wait for them.
    package mutating func end<Answer>(_ payments: [(PaymentToken, Answer)]) -> [Caller?] {
        var callers: [Caller?] = []
        callers.reserveCapacity(payments.count)
        payments.forEachInPlace { _, payment in callers.append(end(payment.0)?.caller) }
        return callers
    }

    /// Counts a change; consecutive ones of the same product are one entry.
    private mutating func count(_ change: Int, of productID: String) {
        let last = counted.count - 1
        if last >= 0, counted[last].productID == productID {
            counted[last].count += change
        } else {
            counted.append((productID, change))
        }
    }

    /// Passes on the change in the number of payments of each product since the last call, in any number of parts.
    mutating func takeCounts(_ body: ([(productID: String, count: Int)]) -> Void) {
        body(counted)
        counted.removeAll(keepingCapacity: true)
    }

    /// The store closes.
    ///
    /// - Returns: all waiting callers.
    package mutating func closed() -> [(intent: PaymentIntent, caller: Caller)] {
        // In the order in which they came, so that the same run ends in the same way each time.
        let callers = waiting.values.sorted { $0.intent.token.number < $1.intent.token.number }
            .compactMap { payment in payment.caller.map { (payment.intent, $0) } }
        waiting = QuickTable()
        line = Fifo()
        ready = []
        released = Fifo()
        if equals != nil { equals = EqualPayments() }
        underWay = 0
        return callers.map { (intent: $0.0, caller: $0.1) }
    }
}
