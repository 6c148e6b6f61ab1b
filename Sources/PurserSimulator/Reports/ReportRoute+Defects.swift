import Purser

// The effects of Apple's known defects that go beyond an answer's delivery.
extension ReportRoute {
    /// The unfinished transactions without recent purchases that the App Store does not list yet; they are reported
    /// later.
    mutating func listed(_ events: [BackendEvent]) -> [BackendEvent] {
        guard faults.shows(.nothingListedAfterPurchase) else { return events }
        let recent = events.filter(isRecentPurchase)
        guard !recent.isEmpty else { return events }
        outbox.add(recent, due: clock.now() + FaultState.second, keepsOrder: false)
        changes.advance()
        return events.filter { !isRecentPurchase($0) }
    }

    /// The unfinished transactions to report at an activation; the others are reported later.
    mutating func unfinishedNow(_ account: inout SimulatedAccountState) -> [BackendEvent] {
        let events = faults.withoutNames(listed(account.unfinished()))
        guard let delay = faults.lateness(ofUnfinished: events) else { return events }
        outbox.add(events, due: clock.now() + delay, keepsOrder: false, isDuplicate: true)
        changes.advance()
        return []
    }

    /// The answer to a restore, with the effects of defects.
    mutating func restorable(_ events: [BackendEvent]) -> [BackendEvent] {
        if faults.shows(.emptyEntitlements) { return events.filter { $0.transaction == nil } }
        return faults.shows(.nothingListedAfterPurchase) ? events.filter { !isRecentPurchase($0) } : events
    }

    /// Whether a finish has no effect, although it reports success.
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

    /// The transactions that answer payments for their products, because their finish had no effect.
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
