import Purser

// The transactions of a line beside its present one. An early renewal, and a change at once to a product of the same level,
// leave a period behind that is paid for as well.
extension SimulatedAccountState {
    /// The transactions of a line by which the customer has it now, oldest first: those left out that were deleted, taken
    /// back or replaced.
    func runningPeriods(of id: LineID, at now: Timestamp) -> [Int] {
        let bought = book.records.indices.filter { isOf(id, $0) && book.records[$0].transaction.ends(after: now) }
        let renewed = book.renewals.indices(of: id, endingAfter: now).map { AccountBook.renewalPlace + $0 }
        return (bought + renewed).filter { place in
            let transaction = book[place].transaction
            return transaction.revocationTime == nil && !transaction.isUpgraded && !book.isDeleted(place)
        }
    }

    /// The present transaction of a line was taken back: it goes on, without renewing, by another one that runs, or ends.
    mutating func presentPeriodIsGone(_ line: SubscriptionLine, at now: Timestamp) {
        var line = line
        // What StoreKit 1 has restored goes with its original.
        let others = runningPeriods(of: line.id, at: now).filter { line.isShared || book[$0].isCharged }
        if let place = latest(of: others) {
            line.goBack(to: book[place].transaction, at: place, now: now)
        } else {
            line.ended(.revoked)
        }
        sign(line, at: now)
    }

    /// A transaction that was taken back is given back: where its line ends before it, and does not renew, it is the present one
    /// from now on.
    mutating func periodIsBack(_ place: Int, at now: Timestamp) {
        guard var line = line(at: place) else { return }
        let transaction = book[place].transaction
        let isLater = !line.isToRenew && transaction.ends(after: line.phase.isOver ? now : line.end)
        guard line.current == place && line.phase == .revoked || isLater && !transaction.isUpgraded else { return }
        line.goBack(to: transaction, at: place, now: now)
        sign(line, at: now)
    }

    /// A transaction goes from the account's history, as if it had never been: no money moves, and nothing is told of it.
    mutating func deleted(_ id: String, at now: Timestamp) throws(BackendError) {
        let place = try known(id)
        let transaction = book[place].transaction
        if book.finish(place) { book.unfinishedCount -= 1 }
        isTold(place)
        for device in devices.indices { devices[device].finish(place) }
        book.deleted[place] = true
        if book.owned[transaction.productID] == place { book.owned[transaction.productID] = nil }
        guard var line = line(at: place) else { return }
        line.usedIntroductoryOffer = book.records.indices.contains { place in
            isOf(line.id, place) && !book.isDeleted(place)
                && book.records[place].transaction.offer?.type == .introductory
        }
        book[line.id] = line
        guard line.current == place else { return }
        guard let former = latest(of: runningPeriods(of: line.id, at: now)) ?? newestTransaction(of: line.id) else {
            // The customer never had it.
            book[line.id] = nil
            return
        }
        line.goBack(to: book[former].transaction, at: former, now: now)
        sign(line, at: now)
    }

    /// The transaction of a line that was bought or renewed last, of those that were not deleted.
    private func newestTransaction(of id: LineID) -> Int? {
        let bought = book.records.indices.last { isOf(id, $0) && !book.isDeleted($0) }
        let renewed = book.renewals.lastIndex(of: id) { !book.isDeleted(AccountBook.renewalPlace + $0) }
        let places = [bought, renewed.map { AccountBook.renewalPlace + $0 }].compactMap { $0 }
        return places.max { book[$0].transaction.purchaseTime < book[$1].transaction.purchaseTime }
    }

    private func latest(of places: [Int]) -> Int? {
        places.max { book[$0].transaction.endTime < book[$1].transaction.endTime }
    }

    /// Whether the transaction at a place that is no renewal's belongs to a line.
    private func isOf(_ id: LineID, _ place: Int) -> Bool { book.records[place].transaction.line == id }
}

extension StoreTransaction {
    /// The line that a transaction of a renewing subscription belongs to; `nil` for another one's.
    var line: LineID? {
        guard productType == .autoRenewable, let group = subscriptionGroupID else { return nil }
        return LineID(groupID: group, isShared: ownershipType == .familyShared)
    }

    /// When its period ends.
    fileprivate var endTime: Timestamp { expirationTime ?? purchaseTime }

    fileprivate func ends(after moment: Timestamp) -> Bool { endTime > moment }
}
