import Purser

// The reports of transactions and subscriptions: a subscription's renewal info and status follow its transactions.
extension AccountJournal {
    /// Makes the event that reports the current state of a transaction, and records the report.
    mutating func reported(_ place: Int, _ origin: BackendTransaction.Origin) -> BackendEvent {
        book.transactions.isReported(place, isUnverified: verification != .verified)
        let record = book.transactions[place]
        return .transaction(
            BackendTransaction(
                record.transaction, origin: origin, needsFinish: !record.isFinished, verification: verification,
                restoredToken: record.token.flatMap { isOwn($0) ? $0 : nil }))
    }

    /// The origin of a transaction that answers no waiting payment: the payment that bought it, if known.
    func otherOrigin(of place: Int) -> BackendTransaction.Origin {
        guard echoesTokens else { return .other(nil) }
        guard let token = token(at: place), isOwn(token) else { return .elsewhere }
        return .other(token)
    }

    /// The verification result of all transactions.
    private var verification: BackendTransaction.Verification {
        if let reason = catalog.settings.failures.verification { .invalid(reason) } else { .verified }
    }

    /// Whether a payment was made on the first device, which is the usual case.
    private func isOwn(_ token: PaymentToken) -> Bool { devices.isEmpty || devices.asking(token) == nil }

    /// The payment that bought a transaction; renewals have none.
    private func token(at place: Int) -> PaymentToken? {
        place < AccountTransactions.renewalPlace ? book.transactions.records[place].token : nil
    }

    /// Takes the oldest unreported renewals, at most `limit`.
    mutating func takeRenewals(_ limit: Int) -> [BackendEvent] {
        guard !unreportedRenewals.isEmpty else { return [] }
        return unreportedRenewals.removeFirst(limit).compactMap { index in
            guard !book.transactions.renewals.isFinished(index) else { return nil }
            let place = AccountTransactions.renewalPlace + index
            return reported(place, otherOrigin(of: place))
        }
    }

    /// Removes a reported transaction from the unreported ones.
    mutating func isReported(_ place: Int) {
        let index = place - AccountTransactions.renewalPlace
        if index >= 0 { unreportedRenewals.remove(index) }
    }

    /// Marks all unfinished renewals, and the renewal info of every subscription, as unreported.
    mutating func reportEverything() {
        unreportedRenewals = book.transactions.renewals.allUnfinished
        touched = Set(book.subscriptions.all.map(\.id))
    }

    /// Marks everything as reported until ``reportEverything()``.
    mutating func reportNothing() { (unreportedRenewals, touched) = (IndexRanges(), []) }

    /// Whether there are unreported changes.
    var hasChanges: Bool { !unreportedRenewals.isEmpty || !touched.isEmpty && canReportStatus }

    /// Whether the status of subscriptions can be read.
    var canReportStatus: Bool { catalog.settings.failures.subscriptionStatus == nil }

    /// Returns an answer with some unreported renewals before it and, if no more renewals remain, the renewal infos
    /// after it.
    mutating func withChanges(_ answer: [BackendEvent], limit: Int) -> [BackendEvent] {
        guard hasChanges else { return answer }
        let events = takeRenewals(limit) + answer
        return unreportedRenewals.isEmpty ? events + takeSubscriptionChanges() : events
    }

    /// Takes the reports of all subscriptions that changed since the last call, the oldest subscription first.
    ///
    /// The reports wait while the status of subscriptions cannot be read.
    mutating func takeSubscriptionChanges() -> [BackendEvent] {
        guard canReportStatus else { return [] }
        defer { touched = [] }
        return changes(of: touched)
            + messageReasons(of: touched).flatMap { messages.events(for: $0.subscription, $0.reasons) }
    }

    /// The reasons of the App Store's messages about some subscriptions, the oldest subscription first.
    private func messageReasons(of subscriptions: Set<SubscriptionID>) -> [(
        subscription: SubscriptionID, reasons: [StoreMessage.Reason]
    )] {
        subscriptions.compactMap { book.subscriptions[$0] }.sorted { $0.first < $1.first }.map { subscription in
            (
                subscription.id,
                CustomerMessages.reasons(for: subscription, winBackOffers: winBackOffers(of: subscription))
            )
        }
    }

    private func winBackOffers(of subscription: AccountSubscription) -> [String] {
        subscription.isOver
            ? OfferEligibility.winBackOffers(for: subscription, among: book.subscriptions, in: catalog) : []
    }

    /// The reports of some subscriptions, the oldest first.
    private func changes(of subscriptions: Set<SubscriptionID>) -> [BackendEvent] {
        guard !subscriptions.isEmpty else { return [] }
        return subscriptions.compactMap { book.subscriptions[$0] }.sorted { $0.first < $1.first }.flatMap {
            subscription in
            [
                .renewalInfo(BackendRenewalInfo(renewalInfo(of: subscription), verification: verification)),
                .subscriptionStatus(
                    StoreSubscriptionStatus(
                        state: subscription.phase.state, transactionID: book.transactions.id(of: subscription.current),
                        subscriptionGroupID: subscription.groupID)),
            ]
        }
    }

    /// The reports of all subscriptions, which come with the transactions of a restore.
    var restoredSubscriptions: [BackendEvent] {
        canReportStatus ? changes(of: Set(book.subscriptions.all.map(\.id))) : []
    }

    /// The renewal info of a subscription, as the App Store signs it.
    func renewalInfo(of subscription: AccountSubscription) -> StoreRenewalInfo {
        StoreRenewalInfo(
            of: subscription, originalID: originalID(of: subscription),
            winBackOffers: winBackOffers(of: subscription), in: catalog)
    }

    /// All subscriptions, the oldest first.
    var subscriptions: [SimulatedSubscription] { book.subscriptions.all.map(subscription) }

    /// A subscription with its transaction and its renewal info.
    func subscription(_ subscription: AccountSubscription) -> SimulatedSubscription {
        SimulatedSubscription(
            subscription, transaction: book.transactions[subscription.current].transaction,
            renewalInfo: renewalInfo(of: subscription),
            seats: book.transactions.seats(of: subscription))
    }
}

// The reports to the customer's other devices.
extension AccountJournal {
    /// Takes reports for a device: the oldest unreported transactions, then an answer and, if no more transactions
    /// remain, the renewal infos.
    mutating func takeChanges(of device: Int, limit: Int, with answer: [BackendEvent] = []) -> [BackendEvent] {
        let (places, isAll) = devices[device].takeUnreported(limit)
        let events = places.map { reported($0, origin(of: $0, on: device), to: device) } + answer
        guard isAll else { return events }
        let others = devices[device].others
        devices[device].others = []
        guard canReportStatus else { return events + others }
        let subscriptions = devices[device].touched
        devices[device].touched = []
        return events + others + changes(of: subscriptions)
            + messageReasons(of: subscriptions).flatMap {
                devices[device].messages.events(for: $0.subscription, $0.reasons)
            }
    }

    /// Whether there are unreported changes for a device.
    func hasChanges(of device: Int) -> Bool { devices[device].hasChanges(ofStatus: canReportStatus) }

    /// Routes the result of a waiting payment: returns the events for the first device, and queues the others for their
    /// devices.
    mutating func routed(_ events: [BackendEvent], of payment: PaymentToken) -> [BackendEvent] {
        guard !devices.isEmpty else { return events }
        guard echoesTokens else { return routedWithoutNames(events, of: payment) }
        return events.compactMap { event in
            guard let token = event.payment, let device = devices.asking(token) else { return event }
            guard let reported = event.transaction, let place = book.transactions.place(of: reported.transaction.id)
            else {
                devices[device].others.append(event)
                return nil
            }
            // Every device reports the transaction, under the payment that bought it.
            guard token == payment else {
                devices[device].others.append(self.reported(place, reported.origin, to: device))
                return nil
            }
            return self.reported(place, .elsewhere)
        }
    }

    /// Routes the same where answers name no payment: every device gets the transactions from its queue, and the device
    /// of the payment gets its end.
    private mutating func routedWithoutNames(_ events: [BackendEvent], of payment: PaymentToken) -> [BackendEvent] {
        guard let device = devices.asking(payment) else { return events }
        return events.filter { event in
            if case .paymentEnded = event {
                devices[device].others.append(event)
                return false
            }
            let place = event.transaction.flatMap { book.transactions.place(of: $0.transaction.id) }
            return place.flatMap { devices.owner(ofCopy: $0) } == nil
        }
    }

    /// The event that reports the current state of a transaction to a device.
    func reported(_ place: Int, _ origin: BackendTransaction.Origin, to device: Int) -> BackendEvent {
        let record = book.transactions[place]
        return .transaction(
            BackendTransaction(
                record.transaction, origin: origin, needsFinish: devices[device].unfinished.contains(place),
                verification: verification,
                restoredToken: record.token.flatMap { devices[device].launches.contains($0.launch) ? $0 : nil }))
    }

    private func origin(of place: Int, on device: Int) -> BackendTransaction.Origin {
        guard echoesTokens else { return .other(nil) }
        guard let token = token(at: place), devices[device].launches.contains(token.launch) else { return .elsewhere }
        return .other(token)
    }
}

extension BackendEvent {
    /// The payment in the event.
    fileprivate var payment: PaymentToken? {
        switch self {
        case .transaction(let reported): if case .other(let token) = reported.origin { token } else { nil }
        case .paymentEnded(let ending): ending.token
        default: nil
        }
    }
}
