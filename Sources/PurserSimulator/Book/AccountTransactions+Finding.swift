import Purser

// Which transactions are meant, among all of them.
extension AccountTransactions {
    /// When the customer bought something first.
    var firstPurchaseTime: Timestamp? { records.first?.transaction.purchaseTime }

    /// The place of the newest renewal.
    var lastRenewalPlace: Int { Self.renewalPlace + renewals.count - 1 }

    /// All transactions in the order in which they were paid for, without those that were deleted.
    var history: [AccountRecord] {
        deleted.isEmpty ? wholeHistory : records(at: places)
    }

    /// The latest transactions that are wanted, the newest first.
    ///
    /// - Parameters:
    ///   - limit: how many at most.
    ///   - id: the transaction behind which they begin; `nil` for the newest one.
    func latest(
        _ limit: Int, before id: String?, where isWanted: (StoreTransaction) -> Bool
    ) -> [StoreTransaction] {
        var found: [StoreTransaction] = []
        var isBehind = id == nil
        var (record, renewal) = (records.count - 1, renewals.count - 1)
        func transaction(_ place: Int, _ first: Int) -> StoreTransaction? {
            place < 0 ? nil : self[first + place].transaction
        }
        var (bought, renewed) = (transaction(record, 0), transaction(renewal, Self.renewalPlace))
        while found.count < limit, bought != nil || renewed != nil {
            let isRenewal = renewed.map { next in bought.map { $0.purchaseTime <= next.purchaseTime } ?? true } ?? false
            let place = isRenewal ? Self.renewalPlace + renewal : record
            if let next = isRenewal ? renewed : bought, !isDeleted(place) {
                if isBehind, isWanted(next) { found.append(next) }
                if next.id == id { isBehind = true }
            }
            if isRenewal {
                renewal -= 1
                renewed = transaction(renewal, Self.renewalPlace)
            } else {
                record -= 1
                bought = transaction(record, 0)
            }
        }
        return found
    }

    /// The places of all transactions.
    var places: [Int] { allPlaces.filter { !isDeleted($0) } }

    /// The same with those that were deleted.
    var wholeHistory: [AccountRecord] { renewals.count > 0 ? records(at: allPlaces) : Array(records) }

    private var allPlaces: [Int] { Array(records.indices) + (0..<renewals.count).map { Self.renewalPlace + $0 } }

    /// Those of one moment keep their order: what was bought, then what was renewed.
    private func records(at places: [Int]) -> [AccountRecord] {
        places.map { self[$0] }.enumerated()
            .sorted {
                ($0.element.transaction.purchaseTime, $0.offset) < ($1.element.transaction.purchaseTime, $1.offset)
            }
            .map(\.element)
    }

    /// The places of what is unfinished and no renewal, oldest first.
    var unfinishedPurchases: [Int] {
        unfinishedCount > renewals.unfinishedCount ? records.indices.filter { !records[$0].isFinished } : []
    }

    /// The place of the first transaction that is not where its identifier says; `nil` when all are.
    var misplaced: Int? { records.indices.first { records[$0].transaction.id != id(of: $0) } }

    /// Whether the counts are those of the transactions.
    var countsAreRight: Bool {
        unfinishedCount == records.count(where: { !$0.isFinished }) + renewals.unfinishedCount
            && chargeCount == records.count(where: \.isCharged) + renewals.chargeCount
    }
}

// What a restore brings.
extension AccountTransactions {
    /// The places of what a restore brings back: what is owned and not revoked, of the renewals the latest of each line, for
    /// the others give nothing that it does not.
    ///
    /// StoreKit 1 made copies when an owned product was bought again. Only the first one is restored.
    func restorable(_ lines: [SubscriptionLine]) -> [Int] {
        let bought = records.indices.filter { place in
            (records[place].isCharged || records[place].transaction.ownershipType != .purchased) && !isDeleted(place)
        }
        let renewed = lines.flatMap(\.places).filter { $0 >= Self.renewalPlace }
        return (bought + renewed).filter { place in
            let transaction = self[place].transaction
            return transaction.productType != .consumable && transaction.revocationTime == nil
        }
    }

    /// The places of revoked transactions that a new device has to know: present periods, and used introductory offers.
    ///
    /// Nobody gets them back, so they are no part of what is restored.
    func revokedToKnow(_ lines: [SubscriptionLine]) -> [Int] {
        guard !lines.isEmpty else { return [] }
        let introduced = records.indices.filter { records[$0].transaction.offer?.type == .introductory }
        return Set(introduced + lines.flatMap(\.places)).sorted().filter {
            self[$0].transaction.revocationTime != nil && !isDeleted($0)
        }
    }

    /// The place of the transaction by which the family shares something that is no subscription; `nil` when it does not.
    func sharedPurchase(of productID: String) -> Int? {
        records.indices.last {
            let transaction = records[$0].transaction
            return transaction.productID == productID && transaction.ownershipType == .familyShared
                && transaction.revocationTime == nil && !isDeleted($0)
        }
    }

    /// The place of the transaction that was paid for, where another one is a copy of it: that one is refunded.
    func paidPlace(of place: Int) -> Int {
        let record = self[place]
        let copy = record.transaction
        guard !record.isCharged, copy.ownershipType == .purchased else { return place }
        func isPaid(_ place: Int) -> Bool {
            let other = self[place]
            return other.isCharged && other.transaction.isDescribed(by: copy)
        }
        return records.indices.last(where: isPaid) ?? copy.line.flatMap { lastRenewal(of: $0, where: isPaid) } ?? place
    }

    /// The places of the copies of what was paid for at a place.
    func copies(of place: Int) -> [Int] {
        let paid = self[place].transaction
        return records.indices.filter { other in
            let copy = records[other].transaction
            return other != place && !records[other].isCharged && copy.ownershipType == .purchased
                && paid.isDescribed(by: copy)
        }
    }
}

// The transactions of a line.
extension AccountTransactions {
    /// The place of the newest renewal of a line of those that are meant; `nil` when none is.
    private func lastRenewal(of line: LineID, where isMeant: (Int) -> Bool) -> Int? {
        renewals.lastIndex(of: line) { isMeant(Self.renewalPlace + $0) }.map { Self.renewalPlace + $0 }
    }

    /// How many seats the present period of a line has; `nil` without seats.
    func seats(of line: SubscriptionLine) -> Int? {
        line.parts.isEmpty ? nil : line.parts.reduce(0) { $0 + (self[$1].transaction.seats ?? 0) }
    }

    /// The places of the present period's transactions that were not taken back.
    func remainingPeriods(of line: SubscriptionLine) -> [Int] {
        line.places.filter { self[$0].transaction.revocationTime == nil }
    }

    /// When the last transaction of a line's present period was bought.
    func lastPurchaseTime(of line: SubscriptionLine) -> Timestamp? {
        (line.places + [line.current]).map { self[$0].transaction.purchaseTime }.max()
    }

    /// The purchase date of the next transaction of a line: now, or a millisecond after the last one where that is not earlier.
    ///
    /// Apple's store gives no two transactions of a subscription the same date either (E2).
    func nextPurchaseTime(of line: SubscriptionLine, at now: Timestamp) -> Timestamp {
        lastPurchaseTime(of: line).map { max(now, $0.advanced(by: .milliseconds(1))) } ?? now
    }

    /// Whether an introductory offer was used in a line, in what was not deleted.
    func hasIntroductoryOffer(in line: LineID) -> Bool {
        records.indices.contains { isOf(line, $0) && records[$0].transaction.offer?.type == .introductory }
    }

    /// The places of all transactions of a period with seats, of which one is given; none without seats.
    func parts(ofPeriodWith place: Int, in id: LineID) -> [Int] {
        let transaction = self[place].transaction
        guard transaction.multiSeatInfo != nil else { return [] }
        func isPart(_ place: Int) -> Bool {
            self[place].transaction.webOrderLineItemID == transaction.webOrderLineItemID
        }
        // Only the first one of a period can be a renewal.
        let renewed = lastRenewal(of: id, where: isPart).flatMap { isDeleted($0) ? nil : $0 }
        return [renewed].compactMap { $0 } + records.indices.filter { isOf(id, $0) && isPart($0) }
    }

    /// The place of the transaction of a line that was bought or renewed last, of those that were not deleted.
    func newest(of id: LineID) -> Int? {
        let places = [records.indices.last { isOf(id, $0) }, lastRenewal(of: id) { !isDeleted($0) }]
        return places.compactMap { $0 }.max { one, other in
            let (one, other) = (self[one].transaction, self[other].transaction)
            return (one.purchaseTime, one.id) < (other.purchaseTime, other.id)
        }
    }

    /// Whether the transaction at a place that is no renewal's belongs to a line, and was not deleted.
    private func isOf(_ id: LineID, _ place: Int) -> Bool {
        records[place].transaction.line == id && !isDeleted(place)
    }
}

extension StoreTransaction {
    /// Whether another one is of the same purchase, or of the same period of a subscription.
    fileprivate func isDescribed(by copy: StoreTransaction) -> Bool {
        originalID == copy.originalID && expirationTime == copy.expirationTime
    }
}
