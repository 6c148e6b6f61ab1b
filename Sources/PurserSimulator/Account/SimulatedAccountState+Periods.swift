import Purser

// What becomes of a line when one of its transactions is deleted.
extension SimulatedAccountState {
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
        guard let former = newestTransaction(of: line.id) else {
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
        return places.max { one, other in
            let (one, other) = (book[one].transaction, book[other].transaction)
            return (one.purchaseTime, one.signedTime ?? one.purchaseTime)
                < (other.purchaseTime, other.signedTime ?? other.purchaseTime)
        }
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
}
