import Purser

extension SimulatedAccountState {
    /// The events of a restore in StoreKit 1: a new transaction for each that is owned, then the end.
    ///
    /// Consumables and non-renewing subscriptions are not restored, nor is what was taken back.
    mutating func restoredAnew(_ id: RestoreID, at now: Timestamp) -> [BackendEvent] {
        if let error = catalog.settings.failures.restore { return [.restoreEnded(id, error)] }
        let bought = book.records.indices.filter { place in
            let record = book.records[place]
            return (record.isCharged || record.transaction.ownershipType != .purchased) && !book.isDeleted(place)
        }
        let renewed = book.allLines.flatMap(\.places).filter { $0 >= AccountBook.renewalPlace }
        let places = (Array(bought) + renewed).filter { place in
            let transaction = book[place].transaction
            return [.nonConsumable, .autoRenewable].contains(transaction.productType)
                && transaction.revocationTime == nil
        }
        var events = places.map { place in reported(copied(place, at: now), .restore(id)) }
        events.append(.restoreEnded(id, nil))
        return events
    }

    /// The place of the transaction that was paid for, where another one is a copy of it: that one is refunded.
    func paidPlace(of place: Int) -> Int {
        let record = book[place]
        let copy = record.transaction
        guard !echoesTokens, !record.isCharged, copy.ownershipType == .purchased else { return place }
        func isPaid(_ place: Int) -> Bool {
            let other = book[place]
            return other.isCharged && other.transaction.isDescribed(by: copy)
        }
        if let bought = book.records.indices.last(where: isPaid) { return bought }
        let renewed = copy.line.flatMap { line in
            book.renewals.lastIndex(of: line) { isPaid(AccountBook.renewalPlace + $0) }
        }
        return renewed.map { AccountBook.renewalPlace + $0 } ?? place
    }

    /// The places of the copies of what was paid for at a place.
    func copies(of place: Int) -> [Int] {
        guard !echoesTokens else { return [] }
        let paid = book[place].transaction
        return book.records.indices.filter { other in
            let copy = book[other].transaction
            return other != place && !book[other].isCharged && copy.ownershipType == .purchased
                && paid.isDescribed(by: copy)
        }
    }

    /// Writes a transaction down once more, under an identifier of its own; it names the original one.
    private mutating func copied(_ place: Int, at now: Timestamp) -> Int {
        let copy = book.records.count
        var fields = book[place].transaction.fields
        fields.id = id(of: copy)
        // A subscription's period stays what it is, however late it is restored.
        if fields.productType != .autoRenewable {
            fields.purchaseTime = copyTime(of: book[place].transaction, at: now)
        }
        fields.signedTime = now
        fields.price = nil
        book.records.append(AccountRecord(transaction: StoreTransaction(fields), token: nil, isCharged: false))
        book.unfinishedCount += 1
        return copy
    }
}

extension StoreTransaction {
    /// Whether another one is of the same purchase, or of the same period of a subscription.
    fileprivate func isDescribed(by copy: StoreTransaction) -> Bool {
        originalID == copy.originalID && expirationTime == copy.expirationTime
    }
}
