import Purser

// What Apple's known defects do beyond the way of an answer.
extension EmbeddedAppStore {
    /// What is unfinished without what was bought a moment ago, where the store does not list that yet; it is told when it does.
    func listed(_ events: [BackendEvent]) -> [BackendEvent] {
        guard faults.shows(.nothingListedAfterPurchase) else { return events }
        let recent = events.filter(isRecentPurchase)
        guard !recent.isEmpty else { return events }
        outbox.add(recent, due: clock.now() + FaultState.second, keepsOrder: false)
        changes.advance()
        return events.filter { !isRecentPurchase($0) }
    }

    /// What is unfinished and reported at an activation; the rest is reported when its time comes.
    func unfinishedNow() -> [BackendEvent] {
        let events = faults.withoutNames(listed(account.unfinished()))
        guard let delay = faults.lateness(ofUnfinished: events) else { return events }
        outbox.add(events, due: clock.now() + delay, keepsOrder: false, isDuplicate: true)
        changes.advance()
        return []
    }

    /// The answer to a restore, as the defects leave it.
    func restorable(_ events: [BackendEvent]) -> [BackendEvent] {
        if faults.shows(.emptyEntitlements) { return events.filter { $0.transaction == nil } }
        return faults.shows(.nothingListedAfterPurchase) ? events.filter { !isRecentPurchase($0) } : events
    }

    /// Whether a finish does not take, although it is answered as if it had.
    func losesFinish(_ id: String) -> Bool {
        guard let place = account.book.transactions.index(of: id), !account.book.transactions.isFinished(place),
            lostFinishes[id, default: 0] < faults.plan.failuresInARow, faults.shows(.finishNotTaken)
        else {
            lostFinishes[id] = nil
            return false
        }
        lostFinishes[id, default: 0] += 1
        return true
    }

    /// Takes payments; one of a product whose finish did not take is answered with the old transaction.
    func taken(_ payments: [BackendPayment], at now: Timestamp) throws(BackendError) -> [BackendEvent] {
        let stuck = lostFinishes.isEmpty ? [:] : stuckPlaces(of: payments)
        guard !stuck.isEmpty else { return try change { $0.paymentsSubmitted(payments, at: now) } }
        return try change { account in
            payments.flatMap { payment in
                guard let place = stuck[payment.productID] else {
                    return account.paymentsSubmitted([payment], at: now)
                }
                return [account.answered(payment, by: place)]
            }
        }
    }

    private func stuckPlaces(of payments: [BackendPayment]) -> [String: Int] {
        let wanted = Set(payments.map(\.productID))
        let places = lostFinishes.keys.compactMap { account.book.transactions.index(of: $0) }.sorted()
        var stuck: [String: Int] = [:]
        for place in places where !account.book.transactions.isFinished(place) {
            let transaction = account.book.transactions[place].transaction
            guard transaction.revocationTime == nil, wanted.contains(transaction.productID) else { continue }
            stuck[transaction.productID] = stuck[transaction.productID] ?? place
        }
        return stuck
    }

    /// Gives subscriptions another original identifier, where that defect shows.
    func changeOriginalIDs() throws(BackendError) {
        for id in account.book.lines.all.map(\.id) where faults.shows(.originalIDChanged) {
            let now = clock.timestamp()
            try change { $0.changedOriginalID(of: id, at: now) }
        }
    }

    private func isRecentPurchase(_ event: BackendEvent) -> Bool {
        guard let transaction = event.transaction?.transaction, transaction.reason != .renewal else { return false }
        return clock.timestamp() < transaction.purchaseTime.advanced(by: FaultState.second)
    }
}
