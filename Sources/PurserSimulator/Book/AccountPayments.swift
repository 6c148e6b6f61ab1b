import Purser

/// What became of each payment: it has bought something, waits for somebody, was cancelled, or has failed.
struct AccountPayments: Sendable, Codable {
    /// What became of each payment whose token is known.
    private(set) var fates = PaymentTable()
    /// The payments that wait for somebody, by their number.
    private(set) var pending = NotingTable<Int, PendingPayment>()
    /// How many payments ever waited.
    var pendingCount = 0
    /// Failed transactions that were not finished yet (StoreKit 1 has such), by their number.
    private(set) var failed = NotingTable<Int, FailedPayment>()
    /// How many transactions ever failed.
    var failedCount = 0

    private enum CodingKeys: String, CodingKey {
        case fates = "payments"
        case pending, pendingCount, failed, failedCount
    }

    private static let firstFailedNumber = 1_000_000_000_001

    /// What became of a payment.
    subscript(token: PaymentToken) -> PaymentFate? {
        mutating get { fates[token] }
        set { fates[token] = newValue }
    }

    /// The numbers that failed transactions had so far.
    var failedNumbers: Range<Int> { Self.firstFailedNumber..<Self.firstFailedNumber + failedCount }

    /// The ends of payments that were not finished, oldest first.
    var unfinished: [PaymentEnding] {
        failed.all.sorted { $0.key < $1.key }.map { number, failed in
            var ending = failed.ending(number)
            ending.isLeftover = true
            return ending
        }
    }

    /// A payment fails by a transaction that the app has to finish.
    ///
    /// - Parameter error: why; `nil` when the customer cancelled.
    /// - Returns: its end.
    mutating func fail(_ payment: BackendPayment, _ error: BackendError?) -> PaymentEnding {
        let number = failedNumbers.upperBound
        failedCount += 1
        let failure = FailedPayment(
            productID: payment.productID, code: error?.code.rawValue, message: error?.message ?? "cancelled")
        failed[number] = failure
        var ending = failure.ending(number)
        (ending.quantity, ending.appAccountToken) = (payment.quantity, payment.appAccountToken)
        return ending
    }

    /// The app finishes a failed transaction; false when there never was one with this identifier.
    mutating func finishFailed(_ id: String) -> Bool {
        guard let number = Int(id), failedNumbers.contains(number) else { return false }
        failed[number] = nil
        return true
    }

    /// The payments that wait for somebody, oldest first.
    var waiting: [PendingPayment] { pending.all.sorted { $0.key < $1.key }.map(\.value) }

    /// Puts a payment off until somebody decides.
    ///
    /// - Parameters:
    ///   - joins: whether it waits together with an equal one, where one waits.
    ///   - hasToken: whether its token is known.
    /// - Returns: the number under which it waits, unless it joins another one.
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

    /// The equal request that a parent has before them.
    private func request(like payment: BackendPayment, _ reason: PendingPayment.Reason) -> Int? {
        pending.all.filter { $0.value.reason == reason && $0.value.payment.isEqual(to: payment) }.keys.min()
    }

    /// Takes a payment that somebody has decided on; what became of it is not known until it is answered.
    mutating func takePending(_ id: String, hasToken: Bool) throws(BackendError) -> PendingPayment {
        guard let number = number(ofPending: id), let payment = pending[number] else { throw Self.unknown(id) }
        pending[number] = nil
        if hasToken { for token in [payment.payment.token] + payment.joined { fates[token] = nil } }
        return payment
    }

    /// Somebody will answer a waiting payment.
    ///
    /// - Returns: the number under which it waits.
    mutating func plan(_ id: String, approves: Bool, at time: Timestamp) throws(BackendError) -> Int {
        guard let number = number(ofPending: id), pending[number] != nil else { throw Self.unknown(id) }
        pending[number]?.plannedAnswer = .init(time: time, approves: approves)
        return number
    }

    /// When a waiting payment is answered by itself; `nil` when somebody has to answer.
    ///
    /// - Parameter lifetime: how long a request for approval waits before it lapses.
    func dueTime(of number: Int, lifetime: Duration?) -> Timestamp? {
        guard let payment = pending[number] else { return nil }
        let lapse = payment.reason == .asksToBuy ? lifetime : nil
        let times = [payment.plannedAnswer?.time, lapse.map { payment.sinceTime.advanced(by: $0) }]
        return times.compactMap { $0 }.min()
    }

    private func number(ofPending id: String) -> Int? { id.first == "P" ? Int(id.dropFirst()) : nil }

    private static func unknown(_ id: String) -> BackendError {
        BackendError(.unknownTransaction, "No payment \(id) waits. See pendingPayments for those that do.")
    }

    /// Repeats what a folder has kept.
    mutating func restore(pending: [Int: PendingPayment?], failed: [Int: FailedPayment?]) {
        for (number, payment) in pending { self.pending[number] = payment }
        for (number, payment) in failed { self.failed[number] = payment }
    }

    /// What was changed in the fates since they were last kept.
    var changedFates: [PaymentTable.Entry] { mutating get { fates.changed } }

    /// Notes what changes, and takes steps back; the counts stay as they are.
    mutating func note(_ moment: NotingMoment) {
        fates.note(moment)
        pending.note(moment)
        failed.note(moment)
    }
}

/// What became of a payment.
enum PaymentFate: Sendable, Codable {
    /// The transaction with this index answers it.
    case bought(Int)
    /// It waits, under this number.
    case waits(Int)
    /// The customer cancelled, or somebody declined.
    case cancelled
}

/// A payment that failed, and that the app has to finish.
struct FailedPayment: Sendable, Codable {
    var productID: String
    /// The failure's code; `nil` when the customer cancelled.
    var code: String?
    var message: String

    /// The end of the payment, which reports a failed transaction of StoreKit 1.
    func ending(_ number: Int) -> PaymentEnding {
        let error = code.map { BackendError(PurchaseFailure.Code(rawValue: $0), message) }
        return PaymentEnding(
            token: nil, productID: productID, result: error.map { .failed($0) } ?? .cancelled,
            failedTransactionID: String(number))
    }
}

extension BackendPayment {
    /// Whether two payments ask for the same thing for the same user.
    fileprivate func isEqual(to other: BackendPayment) -> Bool {
        productID == other.productID && quantity == other.quantity && appAccountToken == other.appAccountToken
            && options == other.options
    }
}
