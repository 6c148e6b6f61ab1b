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
    /// The products that have a payment with a place, when answers name no payments (M4).
    private var taken: Set<String> = []
    /// The payments that wait for another one of their product, oldest first.
    private var held: [String: Fifo<PaymentToken>] = [:]
    /// The payments whose product is free again; they go before the others that wait for a place.
    private var released = Fifo<PaymentToken>()
    /// Payments that found a free place at once, and are in the next submission.
    private var ready: [BackendPayment] = []
    var underWay = 0
    let capabilities: BackendCapabilities
    /// The change in the number of payments of each product since this was last read.
    private var counted: [OpenPurchases.Change] = []

    /// Makes a queue without payments.
    ///
    /// - Parameter capabilities: the backend's, with the number of concurrent payments.
    package init(capabilities: BackendCapabilities) {
        self.capabilities = capabilities
    }

    // MARK: Payments

    /// Records a caller's request for a payment.
    package mutating func requested(_ payment: BackendPayment, caller: Caller) {
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
            guard let token = released.popFirst() ?? line.popFirst() else { break }
            if capabilities.answersNamePayments || waiting[token].map({ mayGoOut($0.payment) }) == true { goOut(token) }
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

    /// Whether no other payment of the product delays this one; otherwise it is held.
    private mutating func mayGoOut(_ payment: BackendPayment) -> Bool {
        if capabilities.answersNamePayments || taken.insert(payment.productID).inserted { return true }
        held[payment.productID, default: Fifo()].append(payment.token)
        return false
    }

    private mutating func freePlace(of productID: String) {
        underWay -= 1
        guard taken.remove(productID) != nil else { return }
        while let next = held[productID]?.popFirst() {
            if waiting.contains(next) { return released.append(next) }
        }
        held[productID] = nil
    }

    private mutating func submit(_ payment: BackendPayment) {
        underWay += 1
        ready.append(payment)
    }

    /// Payments that never reached the backend.
    ///
    /// - Returns: the payments with their callers.
    package mutating func submissionFailed(_ tokens: [PaymentToken]) -> [Waiting] { tokens.compactMap { end($0) } }

    /// A caller's deadline passed, or its task was cancelled.
    ///
    /// - Returns: the payment with its caller, if it has not ended; it continues without the caller.
    package mutating func stoppedWaiting(_ token: PaymentToken) -> Waiting? {
        defer { waiting.update(token) { $0.caller = nil } }
        return waiting[token]
    }

    /// A submitted payment no longer delays others.
    ///
    /// - Returns: whether it had a place.
    @discardableResult
    package mutating func gaveUpPlace(_ token: PaymentToken) -> Bool {
        let productID = waiting.update(token) { $0.placeTime.take() == nil ? nil : $0.payment.productID } ?? nil
        if let productID { freePlace(of: productID) }
        return productID != nil
    }

    /// Frees the places of payments whose transactions are recorded.
    package mutating func answered(_ tokens: [PaymentToken]) {
        for token in tokens { gaveUpPlace(token) }
    }

    /// A payment ended: with its transaction delivered, or without one.
    package mutating func end(_ token: PaymentToken) -> Waiting? {
        guard let payment = waiting.removeValue(forKey: token) else { return nil }
        if payment.placeTime != nil { freePlace(of: payment.payment.productID) }
        count(-1, of: payment.payment.productID)
        return payment
    }

    /// Payments ended.
    ///
    /// - Returns: the callers that still wait for them.
    package mutating func end(_ payments: [AnsweredPayment]) -> [Caller?] {
        var callers: [Caller?] = []
        callers.reserveCapacity(payments.count)
        payments.forEachInPlace { _, payment in callers.append(end(payment.token)?.caller) }
        return callers
    }

    /// Counts a change; consecutive ones of the same product are one entry.
    private mutating func count(_ change: Int, of productID: String) {
        let last = counted.count - 1
        if last >= 0, counted[last].productID == productID {
            counted[last].count += change
        } else {
            counted.append(.init(productID, change))
        }
    }

    /// Passes on the change in the number of payments of each product since the last call, in any number of parts.
    mutating func takeCounts(_ body: ([OpenPurchases.Change]) -> Void) {
        body(counted)
        counted.removeAll(keepingCapacity: true)
    }

    /// The store closes.
    ///
    /// - Returns: the payments for which a caller waits.
    package mutating func closed() -> [Waiting] {
        // In the order in which they came, so that the same run ends in the same way each time.
        let called = waiting.values.filter { $0.caller != nil }
            .sorted { $0.intent.token.number < $1.intent.token.number }
        waiting = QuickTable()
        line = Fifo()
        ready = []
        released = Fifo()
        (taken, held) = ([], [:])
        underWay = 0
        return called
    }
}

// Payments that take long.
extension PaymentQueueState {
    /// Payments are submitted to the backend.
    package mutating func wentOut(_ payments: [BackendPayment], at now: Duration) {
        let time = min(Int32(clamping: now.components.seconds), .max - 2) + 1
        for index in payments.indices {
            waiting.update(payments[index].token) { if $0.placeTime != nil { $0.placeTime = time } }
        }
    }

    /// Payments timed out: they delay no others, and no call waits for them any more.
    ///
    /// - Returns: the payments with their callers.
    package mutating func timedOut(_ tokens: [PaymentToken]) -> [Waiting] {
        tokens.compactMap { token in gaveUpPlace(token) ? stoppedWaiting(token) : nil }
    }

    /// The payments that were submitted by a time and are still open, and the submission of the oldest of the others.
    package func overdue(submittedBy limit: Duration) -> (tokens: [PaymentToken], oldest: Duration?) {
        var tokens: [PaymentToken] = []
        var oldest: Duration?
        // A payment that was requested at this very moment counts as open, and is submitted after this check.
        for payment in waiting.values {
            guard let time = payment.placeTime, time < .max else { continue }
            let submission = Duration.seconds(Int64(time))
            if submission <= limit {
                tokens.append(payment.intent.token)
            } else {
                oldest = min(oldest ?? submission, submission)
            }
        }
        return (tokens.sorted { $0.number < $1.number }, oldest)
    }
}
