import Purser

// What is told of transactions, and of lines: how each goes on and where it stands, behind the transactions that it belongs to.
extension AccountJournal {
    /// The event that tells the transaction at `place` in its present state.
    mutating func reported(_ place: Int, _ origin: BackendTransaction.Origin) -> BackendEvent {
        book.transactions.isReported(place, isUnverified: verification != .verified)
        let record = book.transactions[place]
        return .transaction(
            BackendTransaction(
                record.transaction, origin: origin, needsFinish: !record.isFinished, verification: verification,
                restoredToken: record.token.flatMap { isOwn($0) ? $0 : nil }))
    }

    /// Why a transaction is told that answers nobody: who asked for it, where that is known.
    func otherOrigin(of place: Int) -> BackendTransaction.Origin {
        guard echoesTokens else { return .other(nil) }
        guard let token = token(at: place), isOwn(token) else { return .elsewhere }
        return .other(token)
    }

    /// What the platform says of signatures.
    private var verification: BackendTransaction.Verification {
        if let reason = catalog.settings.failures.verification { .unverified(reason) } else { .verified }
    }

    /// Whether a payment was asked for on the first device, as nearly all are.
    private func isOwn(_ token: PaymentToken) -> Bool { devices.isEmpty || devices.asking(token) == nil }

    /// The payment that asked for a transaction; no renewal has one.
    private func token(at place: Int) -> PaymentToken? {
        place < AccountTransactions.renewalPlace ? book.transactions.records[place].token : nil
    }

    /// Takes renewals that are to be told, the oldest ones, at most so many.
    mutating func takeRenewals(_ limit: Int) -> [BackendEvent] {
        guard !unreportedRenewals.isEmpty else { return [] }
        return unreportedRenewals.removeFirst(limit).compactMap { index in
            guard !book.transactions.renewals.isFinished(index) else { return nil }
            let place = AccountTransactions.renewalPlace + index
            return reported(place, otherOrigin(of: place))
        }
    }

    /// A transaction is told already, or on its way.
    mutating func isReported(_ place: Int) {
        let index = place - AccountTransactions.renewalPlace
        if index >= 0 { unreportedRenewals.remove(index) }
    }

    /// All renewals that are not finished are to be told, and how every line goes on.
    mutating func reportEverything() {
        unreportedRenewals = book.transactions.renewals.allUnfinished
        touched = Set(book.lines.all.map(\.id))
    }

    /// Nothing is to be told until ``reportEverything()``.
    mutating func reportNothing() { (unreportedRenewals, touched) = (IndexRanges(), []) }

    /// Whether something is to be told that no answer takes along.
    var hasChanges: Bool { !unreportedRenewals.isEmpty || !touched.isEmpty && canReportStatus }

    /// Whether the status of subscriptions can be read at all.
    var canReportStatus: Bool { catalog.settings.failures.subscriptionStatus == nil }

    /// An answer with some of the renewals that are to be told before it and, once there are no more, how lines go on behind it.
    mutating func withChanges(_ answer: [BackendEvent], limit: Int) -> [BackendEvent] {
        guard hasChanges else { return answer }
        let events = takeRenewals(limit) + answer
        return unreportedRenewals.isEmpty ? events + takeSubscriptionChanges() : events
    }

    /// Takes what is to be told of the lines that have changed since it was last asked, the oldest line first.
    ///
    /// While the status of subscriptions cannot be read, that waits.
    mutating func takeSubscriptionChanges() -> [BackendEvent] {
        guard canReportStatus else { return [] }
        defer { touched = [] }
        return changes(of: touched)
            + messageReasons(of: touched).flatMap { messages.events(for: $0.line, $0.reasons) }
    }

    /// Why the App Store has messages for the customer of some subscriptions, the oldest first.
    private func messageReasons(of lines: Set<LineID>) -> [(line: LineID, reasons: [StoreMessage.Reason])] {
        lines.compactMap { book.lines[$0] }.sorted { $0.first < $1.first }.map { line in
            (line.id, CustomerMessages.reasons(for: line, winBackOffers: winBackOffers(of: line)))
        }
    }

    private func winBackOffers(of line: SubscriptionLine) -> [String] {
        line.isOver ? OfferEligibility.winBackOffers(for: line, among: book.lines, in: catalog) : []
    }

    /// What is told of lines, the oldest first.
    private func changes(of lines: Set<LineID>) -> [BackendEvent] {
        guard !lines.isEmpty else { return [] }
        return lines.compactMap { book.lines[$0] }.sorted { $0.first < $1.first }.flatMap { line in
            [
                .renewalInfo(BackendRenewalInfo(renewalInfo(of: line), verification: verification)),
                .subscriptionStatus(
                    StoreSubscriptionStatus(
                        state: line.phase.state, transactionID: book.transactions.id(of: line.current),
                        subscriptionGroupID: line.groupID)),
            ]
        }
    }

    /// How a line goes on, as the store signs it.
    func renewalInfo(of line: SubscriptionLine) -> StoreRenewalInfo {
        StoreRenewalInfo(
            of: line, originalID: originalID(of: line),
            winBackOffers: winBackOffers(of: line), in: catalog)
    }

    /// Every subscription, the oldest first.
    var subscriptions: [SimulatedSubscription] { book.lines.all.map(subscription) }

    /// A line as others see it.
    func subscription(_ line: SubscriptionLine) -> SimulatedSubscription {
        SimulatedSubscription(
            line, transaction: book.transactions[line.current].transaction, renewalInfo: renewalInfo(of: line),
            seats: book.transactions.seats(of: line))
    }
}

// What the customer's other devices are told.
extension AccountJournal {
    /// Takes what a device is to be told: the oldest news of transactions, an answer behind them and, once there are no more, how
    /// lines go on.
    mutating func takeChanges(of device: Int, limit: Int, with answer: [BackendEvent] = []) -> [BackendEvent] {
        let (places, isAll) = devices[device].takeUnreported(limit)
        let events = places.map { reported($0, origin(of: $0, on: device), to: device) } + answer
        guard isAll else { return events }
        let others = devices[device].others
        devices[device].others = []
        guard canReportStatus else { return events + others }
        let lines = devices[device].touched
        devices[device].touched = []
        return events + others + changes(of: lines)
            + messageReasons(of: lines).flatMap { devices[device].messages.events(for: $0.line, $0.reasons) }
    }

    /// Whether something is to be reported to a device.
    func hasChanges(of device: Int) -> Bool { devices[device].hasChanges(ofStatus: canReportStatus) }

    /// What the first device is told of what became of a waiting payment; what concerns another one waits for that.
    mutating func routed(_ events: [BackendEvent], of payment: PaymentToken) -> [BackendEvent] {
        guard !devices.isEmpty else { return events }
        return events.compactMap { event in
            guard let token = event.payment, let device = devices.asking(token) else { return event }
            guard let reported = event.transaction, let place = book.transactions.place(of: reported.transaction.id)
            else {
                devices[device].others.append(event)
                return nil
            }
            // A transaction is among every device's news, under the payment that it was bought by.
            guard token == payment else {
                devices[device].others.append(self.reported(place, reported.origin, to: device))
                return nil
            }
            return self.reported(place, .elsewhere)
        }
    }

    /// The event that tells a device a transaction in its present state.
    func reported(_ place: Int, _ origin: BackendTransaction.Origin, to device: Int) -> BackendEvent {
        let record = book.transactions[place]
        return .transaction(
            BackendTransaction(
                record.transaction, origin: origin, needsFinish: devices[device].unfinished.contains(place),
                verification: verification,
                restoredToken: record.token.flatMap { devices[device].launches.contains($0.launch) ? $0 : nil }))
    }

    private func origin(of place: Int, on device: Int) -> BackendTransaction.Origin {
        guard let token = token(at: place), devices[device].launches.contains(token.launch) else { return .elsewhere }
        return .other(token)
    }
}

extension BackendEvent {
    /// The payment that it names.
    fileprivate var payment: PaymentToken? {
        switch self {
        case .transaction(let reported): if case .other(let token) = reported.origin { token } else { nil }
        case .paymentEnded(let ending): ending.token
        default: nil
        }
    }
}
