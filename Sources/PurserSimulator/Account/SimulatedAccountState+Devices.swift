import Purser

// The customer's other devices: what each is told, and finishes. The first device is the account's own; what it has finished
// is in the book.
extension SimulatedAccountState {
    /// A transaction is new, or was described anew.
    mutating func noteForDevices(_ place: Int) {
        for device in devices.indices { devices[device].changed(place) }
    }

    /// So many renewals are about to be written down.
    mutating func noteForDevices(renewals count: Int) {
        let first = AccountBook.renewalPlace + book.renewals.count
        for device in devices.indices { devices[device].renewed(first..<first + count) }
    }

    /// Whether a payment was asked for on the first device, as nearly all are.
    func isOwn(_ token: PaymentToken?) -> Bool {
        guard !devices.isEmpty, let token else { return true }
        return device(of: token) == nil
    }

    /// The device on which a payment was asked for; `nil` for the first one.
    func device(of token: PaymentToken) -> Int? { devices.firstIndex { $0.launches.contains(token.launch) } }

    /// Takes payments of a device.
    ///
    /// - Returns: what it is told, and what the first one is.
    mutating func paymentsSubmitted(
        _ payments: [BackendPayment], on device: Int, at now: Timestamp
    ) -> (answer: [BackendEvent], first: [BackendEvent]) {
        devices[device].launches.formUnion(payments.map(\.token.launch))
        var answer: [BackendEvent] = []
        var first: [BackendEvent] = []
        for event in paymentsSubmitted(payments, at: now) {
            guard let told = event.transaction, let place = place(of: told.transaction.id) else {
                answer.append(event)
                continue
            }
            if told.needsFinish == true { first.append(reported(place, otherOrigin(of: place))) }
            // What an upgrade has replaced is among the device's news.
            guard case .payment = told.origin else { continue }
            devices[device].isTold(place)
            answer.append(self.told(place, told.origin, to: device))
        }
        return (answer, first)
    }

    /// The events of a restore on a device.
    mutating func restoreRequested(_ id: RestoreID, on device: Int) -> [BackendEvent] {
        restoreRequested(id).map { event in
            guard let told = event.transaction, let place = place(of: told.transaction.id) else { return event }
            return self.told(place, told.origin, to: device)
        }
    }

    /// A device finishes transactions in the states that it has seen.
    ///
    /// - Returns: by identifier, the errors of those that cannot be finished.
    mutating func finished(_ requests: [FinishRequest], on device: Int) -> [String: BackendError] {
        var errors: [String: BackendError] = [:]
        for request in requests {
            guard let place = place(of: request.transactionID) else {
                errors[request.transactionID] = unknownFinish(request.transactionID)
                continue
            }
            if request.covers(book[place].transaction) { devices[device].finish(place) }
        }
        return errors
    }

    /// Takes what a device is to be told: the oldest news of transactions, an answer behind them and, once there are no more, how
    /// lines go on.
    mutating func takeNews(of device: Int, limit: Int, with answer: [BackendEvent] = []) -> [BackendEvent] {
        let (places, isAll) = devices[device].takeUntold(limit)
        let events = places.map { told($0, origin(of: $0, on: device), to: device) } + answer
        guard isAll else { return events }
        let lines = devices[device].touched.compactMap { book[$0] }.sorted { $0.first < $1.first }
        let others = devices[device].others
        devices[device].touched = []
        devices[device].others = []
        return events + others + lines.flatMap(news)
    }

    /// What the first device is told of what became of a waiting payment; what concerns another one waits for that.
    mutating func routed(_ events: [BackendEvent], of payment: PaymentToken) -> [BackendEvent] {
        guard !devices.isEmpty else { return events }
        return events.compactMap { event in
            guard let token = event.payment, let device = device(of: token) else { return event }
            guard let told = event.transaction, let place = place(of: told.transaction.id) else {
                devices[device].others.append(event)
                return nil
            }
            // A transaction is among every device's news, under the payment that it was bought by.
            guard token == payment else {
                devices[device].others.append(self.told(place, told.origin, to: device))
                return nil
            }
            return reported(place, .elsewhere)
        }
    }

    private func origin(of place: Int, on device: Int) -> BackendTransaction.Origin {
        guard place < AccountBook.renewalPlace, let token = book.records[place].token,
            devices[device].launches.contains(token.launch)
        else { return .elsewhere }
        return .other(token)
    }

    /// The event that tells a device a transaction in its present state.
    private func told(_ place: Int, _ origin: BackendTransaction.Origin, to device: Int) -> BackendEvent {
        let record = book[place]
        let isOwn = record.token.map { devices[device].launches.contains($0.launch) } ?? false
        return .transaction(
            BackendTransaction(
                record.transaction, origin: origin, needsFinish: devices[device].unfinished.contains(place),
                verification: verification, restoredToken: isOwn ? record.token : nil))
    }
}

extension BackendEvent {
    /// The payment that it names.
    fileprivate var payment: PaymentToken? {
        switch self {
        case .transaction(let told): if case .other(let token) = told.origin { token } else { nil }
        case .paymentEnded(let ending): ending.token
        default: nil
        }
    }
}
