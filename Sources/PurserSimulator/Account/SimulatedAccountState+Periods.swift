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
        line.parts.removeAll { $0 == place }
        book[line.id] = line
        guard line.current == place else { return }
        if let part = line.parts.last(where: { book[$0].transaction.revocationTime == nil }) {
            // What is left of the period runs on.
            line.current = part
            return sign(line, at: now)
        }
        guard let former = line.parts.last ?? newestTransaction(of: line.id) else {
            // The customer never had it.
            book[line.id] = nil
            return
        }
        let parts = parts(ofPeriodWith: former, in: line.id)
        let present = parts.last { book[$0].transaction.revocationTime == nil } ?? former
        line.goBack(to: book[present].transaction, at: present, parts: parts, now: now)
        line.renewalSeats = seats(of: line).map { max(1, $0) }
        sign(line, at: now)
    }

    /// The places of all transactions of a period with seats, of which one is given; none without seats.
    private func parts(ofPeriodWith place: Int, in id: LineID) -> [Int] {
        let transaction = book[place].transaction
        guard transaction.multiSeatInfo != nil else { return [] }
        // Only the first one of a period can be a renewal.
        let renewed = book.renewals.lastIndex(of: id) { index in
            let renewal = book.renewals[index].transaction
            return renewal.webOrderLineItemID == transaction.webOrderLineItemID
        }
        let bought = book.records.indices.filter { index in
            isOf(id, index) && book.records[index].transaction.webOrderLineItemID == transaction.webOrderLineItemID
        }
        let places = [renewed.map { AccountBook.renewalPlace + $0 }].compactMap { $0 } + bought
        return places.filter { !book.isDeleted($0) }
    }

    /// The transaction of a line that was bought or renewed last, of those that were not deleted.
    private func newestTransaction(of id: LineID) -> Int? {
        let bought = book.records.indices.last { isOf(id, $0) && !book.isDeleted($0) }
        let renewed = book.renewals.lastIndex(of: id) { !book.isDeleted(AccountBook.renewalPlace + $0) }
        let places = [bought, renewed.map { AccountBook.renewalPlace + $0 }].compactMap { $0 }
        return places.max { one, other in
            let (one, other) = (book[one].transaction, book[other].transaction)
            return (one.purchaseTime, one.id) < (other.purchaseTime, other.id)
        }
    }

    /// Whether the transaction at a place that is no renewal's belongs to a line.
    private func isOf(_ id: LineID, _ place: Int) -> Bool { book.records[place].transaction.line == id }
}

extension StoreTransaction {
    /// The line that a transaction of a renewing subscription belongs to; `nil` for another one's.
    var line: LineID? {
        guard productType == .autoRenewable, let group = subscriptionGroupID else { return nil }
        return LineID(groupID: group, isShared: ownershipType != .purchased)
    }
}
