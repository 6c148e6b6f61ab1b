import Purser

// Payments that wait for somebody: they are answered as was planned, lapse, or stand for several.
extension SimulatedAccountState {
    /// When a waiting payment is answered by itself; `nil` when somebody has to answer.
    func dueTime(ofPayment number: Int) -> Timestamp? {
        guard let payment = book.pending[number] else { return nil }
        let lapse = payment.reason == .asksToBuy ? catalog.settings.askToBuyLifetime : nil
        let times = [payment.plannedAnswer?.time, lapse.map { payment.sinceTime.advanced(by: $0) }]
        return times.compactMap { $0 }.min()
    }

    /// Puts a waiting payment on the agenda, if it is answered by itself some day.
    mutating func planPayment(_ number: Int) {
        guard let time = dueTime(ofPayment: number) else { return }
        agenda.add(.init(time: time, subject: .payment(number)))
    }

    /// A waiting payment is answered as was planned, or lapses.
    mutating func paymentIsDue(_ number: Int, at time: Timestamp, _ events: inout [BackendEvent]) {
        guard let payment = book.pending[number] else { return }
        let answer = payment.plannedAnswer.flatMap { $0.time == time ? $0 : nil }
        let told = try? answer?.approves == true ? approved(payment.id, at: time) : declined(payment.id)
        events += told ?? []
    }

    /// Somebody will answer a waiting payment.
    mutating func planned(_ id: String, approves: Bool, at time: Timestamp) throws(BackendError) {
        guard let number = book.pending.all.first(where: { $0.value.id == id })?.key else {
            throw BackendError(.unknownTransaction, "No payment \(id) waits. See pendingPayments for those that do.")
        }
        book.pending[number]?.plannedAnswer = .init(time: time, approves: approves)
        planPayment(number)
    }

    /// The equal request that a parent has before them, where one is enough.
    func request(like payment: BackendPayment, _ reason: PendingPayment.Reason) -> Int? {
        guard catalog.settings.joinsRequests, reason == .asksToBuy, echoesTokens else { return nil }
        return book.pending.all.filter { $0.value.reason == reason && $0.value.payment.isEqual(to: payment) }.keys.min()
    }
}

extension BackendPayment {
    /// Whether two payments ask for the same thing for the same user.
    fileprivate func isEqual(to other: BackendPayment) -> Bool {
        productID == other.productID && quantity == other.quantity && appAccountToken == other.appAccountToken
            && options == other.options
    }
}
