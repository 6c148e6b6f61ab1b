import Purser

/// The result of each payment: it bought something, waits, was cancelled, or failed.
struct AccountPayments: Sendable, Codable {
    /// The results of all payments with known tokens.
    private(set) var fates = PaymentTable()
    /// The waiting payments, by their numbers.
    private(set) var pending = NotingTable<Int, PendingPayment>()
    /// The number of payments that ever waited.
    var pendingCount = 0
    /// Failed transactions of StoreKit 1 that are not finished, by their numbers.
    private(set) var failed = NotingTable<Int, FailedPayment>()
    /// The number of transactions that ever failed.
    var failedCount = 0

    private enum CodingKeys: String, CodingKey {
        case fates = "payments"
        case pending, pendingCount, failed, failedCount
    }

    private static let firstFailedNumber = 1_000_000_000_001

    /// The result of a payment.
    subscript(token: PaymentToken) -> PaymentFate? {
        mutating get { fates[token] }
        set { fates[token] = newValue }
    }

    /// The numbers of failed transactions so far.
    var failedNumbers: Range<Int> { Self.firstFailedNumber..<Self.firstFailedNumber + failedCount }

    /// The ends of payments whose failed transactions are not finished, oldest first.
    var unfinished: [PaymentEnding] {
        failed.all.sorted { $0.key < $1.key }.map { number, failed in
            var ending = failed.ending(number)
            ending.isLeftover = true
            return ending
        }
    }

    /// Fails a payment with a transaction that the app must finish.
    ///
    /// - Parameter error: the error; `nil` if the customer cancelled.
    /// - Returns: the end of the payment.
    mutating func fail(_ payment: BackendPayment, _ error: BackendFailure?) -> PaymentEnding {
        let number = failedNumbers.upperBound
        failedCount += 1
        let failure = FailedPayment(
            productID: payment.productID, code: error?.code.rawValue, message: error?.message ?? "cancelled")
        failed[number] = failure
        var ending = failure.ending(number)
        (ending.quantity, ending.appAccountToken) = (payment.quantity, payment.appAccountToken)
        return ending
    }

    /// Whether there ever was a failed transaction with this identifier.
    func hasFailed(_ id: String) -> Bool { Int(id).map(failedNumbers.contains) ?? false }

    /// Finishes a failed transaction; `false` if there never was one with this identifier.
    mutating func finishFailed(_ id: String) -> Bool {
        guard let number = Int(id), failedNumbers.contains(number) else { return false }
        failed[number] = nil
        return true
    }

    /// The waiting payments, oldest first.
    var waiting: [PendingPayment] { pending.all.sorted { $0.key < $1.key }.map(\.value) }

    /// Defers a payment until a decision.
    ///
    /// - Parameters:
    ///   - joins: whether it joins an equal waiting payment.
    ///   - hasToken: whether its token is known.
    /// - Returns: the number of the waiting payment; `nil` if it joined another one.
    mutating func putOff(
        _ payment: BackendPayment, _ reason: PendingPayment.Reason, joins: Bool, hasToken: Bool, at now: Timestamp
    ) -> Int? {
        if joins, reason == .asksToBuy, hasToken, let number = request(like: payment, reason) {
            pending[number]?.joined.append(payment.token)
            fates[payment.token] = .waits(number)
            return nil
        }
        pendingCount += 1
        pending[pendingCount] = PendingPayment(
            id: "P\(pendingCount)", payment: payment.lasting, reason: reason, sinceTime: now)
        if hasToken { fates[payment.token] = .waits(pendingCount) }
        return pendingCount
    }

    /// The equal request that waits for a parent's decision.
    private func request(like payment: BackendPayment, _ reason: PendingPayment.Reason) -> Int? {
        pending.all.filter { $0.value.reason == reason && $0.value.payment.isEqual(to: payment) }.keys.min()
    }

    /// Removes a waiting payment after its decision; its result is unknown until it is answered.
    mutating func takePending(_ id: String, hasToken: Bool) throws(BackendFailure) -> PendingPayment {
        guard let number = number(ofPending: id), let payment = pending[number] else { throw Self.unknown(id) }
        pending[number] = nil
        if hasToken { for token in [payment.payment.token] + payment.joined { fates[token] = nil } }
        return payment
    }

    /// Plans the answer to a waiting payment.
    ///
    /// - Returns: the number of the waiting payment.
    mutating func plan(_ id: String, approves: Bool, at time: Timestamp) throws(BackendFailure) -> Int {
        guard let number = number(ofPending: id), pending[number] != nil else { throw Self.unknown(id) }
        pending[number]?.plannedAnswer = .init(time: time, approves: approves)
        return number
    }

    /// The time at which a waiting payment is answered automatically; `nil` if it needs an action.
    ///
    /// - Parameter lifetime: the time after which a request for approval lapses.
    func dueTime(of number: Int, lifetime: Duration?) -> Timestamp? {
        guard let payment = pending[number] else { return nil }
        let lapse = payment.reason == .asksToBuy ? lifetime : nil
        let times = [payment.plannedAnswer?.time, lapse.map { payment.sinceTime.advanced(by: $0) }]
        return times.compactMap { $0 }.min()
    }

    private func number(ofPending id: String) -> Int? { id.first == "P" ? Int(id.dropFirst()) : nil }

    private static func unknown(_ id: String) -> BackendFailure {
        BackendFailure(.unknownTransaction, "No payment \(id) is waiting. pendingPayments lists those that are.")
    }

    /// Applies the stored content of a folder.
    mutating func restore(pending: [Int: PendingPayment?], failed: [Int: FailedPayment?]) {
        for (number, payment) in pending { self.pending[number] = payment }
        for (number, payment) in failed { self.failed[number] = payment }
    }

    /// The changes of payments' results since the last stored change.
    var changedFates: [PaymentTable.Entry] { mutating get { fates.changed } }

    /// Records changes, and undoes steps; the counts are not included.
    mutating func note(_ moment: NotingMoment) {
        fates.note(moment)
        pending.note(moment)
        failed.note(moment)
    }
}

/// The result of a payment.
enum PaymentFate: Sendable, Codable {
    /// It bought the transaction with this index.
    case bought(Int)
    /// It waits, under this number.
    case waits(Int)
    /// The customer cancelled it, or it was declined.
    case cancelled
}

/// A failed payment whose transaction the app must finish.
struct FailedPayment: Sendable, Codable {
    var productID: String
    /// The failure's code; `nil` if the customer cancelled.
    var code: String?
    var message: String

    /// The end of the payment, which reports a failed transaction of StoreKit 1.
    func ending(_ number: Int) -> PaymentEnding {
        let error = code.map { BackendFailure(PurchaseFailure.Code(rawValue: $0), message) }
        return PaymentEnding(
            token: nil, productID: productID, result: error.map { .failed($0) } ?? .cancelled,
            failedTransactionID: String(number))
    }
}

extension BackendPayment {
    /// Whether two payments request the same for the same user.
    fileprivate func isEqual(to other: BackendPayment) -> Bool {
        productID == other.productID && quantity == other.quantity && appAccountToken == other.appAccountToken
            && options == other.options
    }
}

extension BackendPayment {
    /// The same payment without its context, presentation and decision about the storefront, for backends that store
    /// payments.
    fileprivate var lasting: BackendPayment {
        BackendPayment(
            token: token, productID: productID, quantity: quantity, appAccountToken: appAccountToken,
            options: options.lasting)
    }
}

extension Set<PurchaseOption> {
    /// The options without those of one call, which are never recorded.
    var lasting: Self { filter { if case .onStorefrontChange = $0.value { false } else { true } } }
}
