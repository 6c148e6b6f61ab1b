import Purser

/// The customer's account, as a value that decides the App Store's answers.
///
/// It imports only Purser, and the caller passes the time. Its answers are the events to report, in order. A payment
/// with a known token counts once, however often it is submitted.
struct SimulatedAccountState: Sendable {
    /// The sales and renewals, with the reports that are due.
    var journal: AccountJournal
    /// Decides the offer of a purchase.
    var offers = OfferRules()
    /// Whether restores and interruptions behave as in StoreKit 1.
    var followsStoreKit1 = false
    /// Whether this customer may make payments.
    var canMakePayments = true
    /// The results of the next purchases, in this order.
    var scripts: [PurchaseScript] = []
    /// Descriptions of requests that a correct caller never makes.
    var violations: [String] = []

    init(catalog: SimulatorCatalog, echoesTokens: Bool = true, book: AccountBook = AccountBook()) {
        journal = AccountJournal(catalog: catalog, echoesTokens: echoesTokens, book: book)
    }

    /// The stored records.
    var book: AccountBook {
        get { journal.book }
        _modify { yield &journal.book }
    }

    /// The products, and the behavior of the App Store.
    var catalog: SimulatorCatalog {
        get { journal.catalog }
        _modify { yield &journal.catalog }
    }

    /// Whether transactions carry the tokens of their payments.
    var echoesTokens: Bool { journal.echoesTokens }

    /// Carries out everything that is due by `now`, in one order over all subscriptions and payments, at the due times.
    ///
    /// A jump of ten years therefore has the same result as ten years in small steps (T3). Renewals are reported by
    /// ``AccountJournal/takeRenewals(_:)``.
    /// - Parameters:
    ///   - now: the current moment.
    ///   - limit: the maximum number of events.
    /// - Returns: whether nothing more is due.
    mutating func advance(to now: Timestamp, limit: Int, _ events: inout [BackendEvent]) -> Bool {
        var left = limit
        while let entry = journal.agenda.first, entry.time <= now {
            guard left > 0 else { return false }
            journal.agenda.removeFirst()
            switch entry.subject {
            case .subscription(let id, _):
                left -= journal.subscriptionIsDue(id, at: entry.time, before: now, limit: left)
            case .payment(let number):
                guard journal.isDue(entry), let payment = book.payments.pending[number] else { continue }
                // The payment gets its planned answer, or lapses.
                let answer = payment.plannedAnswer.flatMap { $0.time == entry.time ? $0 : nil }
                let approves = answer?.approves == true
                events += (try? approves ? approved(payment.id, at: entry.time) : declined(payment.id)) ?? []
                left -= 1
            }
        }
        return true
    }

    /// Finishes transactions for the app.
    ///
    /// - Returns: the errors of the transactions that cannot be finished, by identifier.
    mutating func finished(_ ids: [String]) -> [String: BackendFailure] {
        var errors: [String: BackendFailure] = [:]
        for id in ids {
            if let error = finishedOne(id) { errors[id] = error }
        }
        return errors
    }

    private mutating func finishedOne(_ id: String) -> BackendFailure? {
        guard let place = book.transactions.place(of: id) else {
            return book.payments.finishFailed(id) ? nil : unknownFinish(id)
        }
        // A deleted transaction counts as finished.
        guard !book.transactions.isFinished(place) else { return nil }
        if book.transactions.wasReportedUnverified(place) {
            violations.append("finished transaction \(id), whose signature is not valid")
            return BackendFailure(.verificationFailed, "Transaction \(id) is not verified and cannot be finished.")
        }
        book.transactions.finish(place)
        return nil
    }

    private mutating func unknownFinish(_ id: String) -> BackendFailure {
        violations.append("finished transaction \(id), which does not exist")
        return BackendFailure(
            .unknownTransaction, "This account has no transaction \(id). Finish only reported transactions.")
    }

    /// The events of all unfinished transactions except renewals, oldest first.
    mutating func unfinished() -> [BackendEvent] {
        book.transactions.unfinishedPurchases.map { journal.reported($0, journal.otherOrigin(of: $0)) }
            + book.payments.unfinished.map { .paymentEnded($0) }
    }

    /// The events of a restore: all owned transactions, then the revoked ones that a new device needs, then the
    /// subscriptions and the end of the restore.
    mutating func restoreRequested(_ id: RestoreID) -> [BackendEvent] {
        if let error = catalog.settings.failures.restore { return [.restoreEnded(id, error)] }
        let subscriptions = book.subscriptions.all
        return book.transactions.restorable(subscriptions).map { journal.reported($0, .restore(id)) }
            + book.transactions.revokedToKnow(subscriptions).map { journal.reported($0, journal.otherOrigin(of: $0)) }
            + journal.restoredSubscriptions + [.restoreEnded(id, nil)]
    }

    /// The events of a StoreKit 1 restore: a new transaction for each owned one, then the end of the restore.
    ///
    /// Consumables, non-renewing subscriptions and revoked purchases are not restored.
    ///
    /// - Parameter device: the device that restores; `nil` for the first one.
    mutating func restoredAnew(_ id: RestoreID, on device: Int? = nil, at now: Timestamp) -> [BackendEvent] {
        if let error = catalog.settings.failures.restore { return [.restoreEnded(id, error)] }
        var events: [BackendEvent] = []
        for place in book.transactions.restorable(book.subscriptions.all) {
            let transaction = book.transactions[place].transaction
            guard [.nonConsumable, .autoRenewable].contains(transaction.productType) else { continue }
            let copy = book.transactions.records.count
            var fields = transaction.fields
            fields.id = book.transactions.id(of: copy)
            // A subscription keeps its period in a restored transaction.
            if fields.productType != .autoRenewable { fields.purchaseTime = transaction.copyTime(at: now) }
            fields.signedTime = now
            fields.price = nil
            journal.append(fields, token: nil, isCharged: false, for: device)
            guard let device else {
                events.append(journal.reported(copy, .restore(id)))
                continue
            }
            journal.devices[device].isReported(copy)
            events.append(journal.reported(copy, .restore(id), to: device))
        }
        return events + [.restoreEnded(id, nil)]
    }
}

// Requests from the customer's other devices.
extension SimulatedAccountState {
    /// Processes payments of a device.
    ///
    /// - Returns: the events for that device, and those for the first device.
    mutating func paymentsSubmitted(
        _ payments: [BackendPayment], on device: Int, at now: Timestamp
    ) -> (answer: [BackendEvent], first: [BackendEvent]) {
        journal.devices[device].launches.formUnion(payments.map(\.token.launch))
        var answer: [BackendEvent] = []
        var first: [BackendEvent] = []
        for event in paymentsSubmitted(payments, at: now) {
            guard let reported = event.transaction, let place = book.transactions.place(of: reported.transaction.id)
            else {
                answer.append(event)
                continue
            }
            if reported.needsFinish == true { first.append(journal.reported(place, journal.otherOrigin(of: place))) }
            // The device's queue also contains the transaction that an upgrade replaced.
            guard case .payment = reported.origin else { continue }
            journal.devices[device].isReported(place)
            answer.append(journal.reported(place, reported.origin, to: device))
        }
        return (answer, first)
    }

    /// The events of a restore on a device.
    mutating func restoreRequested(_ id: RestoreID, on device: Int) -> [BackendEvent] {
        restoreRequested(id).map { event in
            guard let reported = event.transaction, let place = book.transactions.place(of: reported.transaction.id)
            else {
                return event
            }
            return journal.reported(place, reported.origin, to: device)
        }
    }

    /// Finishes transactions on a device, in the states that were reported to it.
    ///
    /// - Returns: the errors of the transactions that cannot be finished, by identifier.
    mutating func finished(_ requests: [FinishRequest], on device: Int) -> [String: BackendFailure] {
        var errors: [String: BackendFailure] = [:]
        for request in requests {
            guard let place = book.transactions.place(of: request.transactionID) else {
                journal.devices[device].failed.removeAll { $0.failedTransactionID == request.transactionID }
                if !book.payments.hasFailed(request.transactionID) {
                    errors[request.transactionID] = unknownFinish(request.transactionID)
                }
                continue
            }
            if request.covers(book.transactions[place].transaction) { journal.devices[device].finish(place) }
        }
        return errors
    }
}
