import Purser

/// The account of the customer who buys, as a value that decides what the App Store answers.
///
/// It imports nothing but Purser, and the caller passes in the time. Its answers are the events to report, in order. A
/// payment whose token is known counts once, however often it is submitted.
struct SimulatedAccountState: Sendable {
    /// What was sold and renewed, and what of it is to be told.
    var journal: AccountJournal
    /// Which offers a purchase gets.
    var offers = OfferRules()
    /// Whether restores and interruptions are as in StoreKit 1.
    var followsStoreKit1 = false
    /// Whether this customer may pay at all.
    var canMakePayments = true
    /// What happens to the next purchases, in this order.
    var scripts: [PurchaseScript] = []
    /// Descriptions of requests that no correct caller makes.
    var violations: [String] = []

    init(catalog: SimulatorCatalog, echoesTokens: Bool = true, book: AccountBook = AccountBook()) {
        journal = AccountJournal(catalog: catalog, echoesTokens: echoesTokens, book: book)
    }

    /// What is kept.
    var book: AccountBook {
        get { journal.book }
        _modify { yield &journal.book }
    }

    /// What is sold, and how the store behaves.
    var catalog: SimulatorCatalog {
        get { journal.catalog }
        _modify { yield &journal.catalog }
    }

    /// Whether transactions carry the tokens of their payments.
    var echoesTokens: Bool { journal.echoesTokens }

    /// Lets what is due by `now` happen, in one order over all lines and payments; its dates are those on which it was due.
    ///
    /// So a jump of ten years comes to the same as ten years in small steps (T3). Renewals are not told here: see
    /// ``AccountJournal/takeRenewals(_:)``.
    ///
    /// - Parameters:
    ///   - now: the present moment.
    ///   - limit: how much happens at most.
    /// - Returns: whether nothing more is due.
    mutating func advance(to now: Timestamp, limit: Int, _ events: inout [BackendEvent]) -> Bool {
        var left = limit
        while let entry = journal.agenda.first, entry.time <= now {
            guard left > 0 else { return false }
            journal.agenda.removeFirst()
            switch entry.subject {
            case .line(let id, _):
                left -= journal.lineIsDue(id, at: entry.time, before: now, limit: left)
            case .payment(let number):
                guard journal.isDue(entry), let payment = book.payments.pending[number] else { continue }
                // It is answered as was planned, or lapses.
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
    /// - Returns: by identifier, the errors of those that cannot be finished.
    mutating func finished(_ ids: [String]) -> [String: BackendError] {
        var errors: [String: BackendError] = [:]
        for id in ids {
            if let error = finishedOne(id) { errors[id] = error }
        }
        return errors
    }

    private mutating func finishedOne(_ id: String) -> BackendError? {
        guard let place = book.transactions.place(of: id) else {
            return book.payments.finishFailed(id) ? nil : unknownFinish(id)
        }
        // To finish what was deleted meanwhile is harmless: it counts as finished.
        guard !book.transactions.isFinished(place) else { return nil }
        if book.transactions.wasReportedUnverified(place) {
            violations.append("finished transaction \(id), whose signature is not valid")
            return BackendError(.verificationFailed, "Transaction \(id) is not verified and cannot be finished.")
        }
        book.transactions.finish(place)
        return nil
    }

    private mutating func unknownFinish(_ id: String) -> BackendError {
        violations.append("finished transaction \(id), which does not exist")
        return BackendError(
            .unknownTransaction, "This account has no transaction \(id). Finish only what the store delivered.")
    }

    /// The events of all transactions but renewals that wait to be finished, oldest first.
    mutating func unfinished() -> [BackendEvent] {
        book.transactions.unfinishedPurchases.map { journal.reported($0, journal.otherOrigin(of: $0)) }
            + book.payments.unfinished.map { .paymentEnded($0) }
    }

    /// The events of a restore: all transactions that are owned and not revoked, then those that are revoked and that a new device
    /// has to know, then the end of the restore.
    mutating func restoreRequested(_ id: RestoreID) -> [BackendEvent] {
        if let error = catalog.settings.failures.restore { return [.restoreEnded(id, error)] }
        let lines = book.lines.all
        return book.transactions.restorable(lines).map { journal.reported($0, .restore(id)) }
            + book.transactions.revokedToKnow(lines).map { journal.reported($0, journal.otherOrigin(of: $0)) }
            + [.restoreEnded(id, nil)]
    }

    /// The events of a restore in StoreKit 1: a new transaction for each that is owned, then the end.
    ///
    /// Consumables and non-renewing subscriptions are not restored, nor is what was taken back.
    mutating func restoredAnew(_ id: RestoreID, at now: Timestamp) -> [BackendEvent] {
        if let error = catalog.settings.failures.restore { return [.restoreEnded(id, error)] }
        var events: [BackendEvent] = []
        for place in book.transactions.restorable(book.lines.all) {
            let transaction = book.transactions[place].transaction
            guard [.nonConsumable, .autoRenewable].contains(transaction.productType) else { continue }
            let copy = book.transactions.records.count
            var fields = transaction.fields
            fields.id = book.transactions.id(of: copy)
            // A subscription's period stays what it is, however late it is restored.
            if fields.productType != .autoRenewable { fields.purchaseTime = transaction.copyTime(at: now) }
            fields.signedTime = now
            fields.price = nil
            journal.append(fields, token: nil, isCharged: false)
            events.append(journal.reported(copy, .restore(id)))
        }
        return events + [.restoreEnded(id, nil)]
    }
}

// What one of the customer's other devices asks for.
extension SimulatedAccountState {
    /// Takes payments of a device.
    ///
    /// - Returns: what it is told, and what the first one is.
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
            // What an upgrade has replaced is among the device's news.
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

    /// A device finishes transactions in the states that it has seen.
    ///
    /// - Returns: by identifier, the errors of those that cannot be finished.
    mutating func finished(_ requests: [FinishRequest], on device: Int) -> [String: BackendError] {
        var errors: [String: BackendError] = [:]
        for request in requests {
            guard let place = book.transactions.place(of: request.transactionID) else {
                errors[request.transactionID] = unknownFinish(request.transactionID)
                continue
            }
            if request.covers(book.transactions[place].transaction) { journal.devices[device].finish(place) }
        }
        return errors
    }
}
