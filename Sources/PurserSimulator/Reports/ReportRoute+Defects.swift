import Purser

// What Apple's known defects do beyond the way of an answer.
extension ReportRoute {
    /// What is unfinished without what was bought a moment ago, where the store does not list that yet; it is reported when it
    /// does.
    mutating func listed(_ events: [BackendEvent]) -> [BackendEvent] {
        guard faults.shows(.nothingListedAfterPurchase) else { return events }
        let recent = events.filter(isRecentPurchase)
        guard !recent.isEmpty else { return events }
        outbox.add(recent, due: clock.now() + FaultState.second, keepsOrder: false)
        changes.advance()
        return events.filter { !isRecentPurchase($0) }
    }

    /// What is unfinished and reported at an activation; the rest is reported when its time comes.
    mutating func unfinishedNow(_ account: inout SimulatedAccountState) -> [BackendEvent] {
        let events = faults.withoutNames(listed(account.unfinished()))
        guard let delay = faults.lateness(ofUnfinished: events) else { return events }
        outbox.add(events, due: clock.now() + delay, keepsOrder: false, isDuplicate: true)
        changes.advance()
        return []
    }

    /// The answer to a restore, as the defects leave it.
    mutating func restorable(_ events: [BackendEvent]) -> [BackendEvent] {
        if faults.shows(.emptyEntitlements) { return events.filter { $0.transaction == nil } }
        return faults.shows(.nothingListedAfterPurchase) ? events.filter { !isRecentPurchase($0) } : events
    }

    /// Whether a finish does not take, although it is answered as if it had.
    mutating func losesFinish(_ id: String, _ account: SimulatedAccountState) -> Bool {
        guard let place = account.book.transactions.index(of: id), !account.book.transactions.isFinished(place),
            lostFinishes[id, default: 0] < faults.plan.failuresInARow, faults.shows(.finishNotTaken)
        else {
            lostFinishes[id] = nil
            return false
        }
        lostFinishes[id, default: 0] += 1
        return true
    }

    /// The transactions that answer payments of their products, because their finish did not take.
    func stuckPlaces(of payments: [BackendPayment], _ account: SimulatedAccountState) -> [String: Int] {
        guard !lostFinishes.isEmpty else { return [:] }
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

    private func isRecentPurchase(_ event: BackendEvent) -> Bool {
        guard let transaction = event.transaction?.transaction, transaction.reason != .renewal else { return false }
        return clock.timestamp() < transaction.purchaseTime.advanced(by: FaultState.second)
    }
}
