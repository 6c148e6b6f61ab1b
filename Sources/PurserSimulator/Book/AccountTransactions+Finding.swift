import Purser

// Finding transactions.
extension AccountTransactions {
    /// The date of the customer's first purchase.
    var firstPurchaseTime: Timestamp? { records.first?.transaction.purchaseTime }

    /// The place of the newest renewal.
    var lastRenewalPlace: Int { Self.renewalPlace + renewals.count - 1 }

    /// All transactions in the order of their payments, without deleted ones.
    var history: [AccountRecord] {
        deleted.isEmpty ? wholeHistory : records(at: places)
    }

    /// Returns the latest matching transactions, newest first.
    ///
    /// - Parameters:
    ///   - limit: the maximum number of transactions.
    ///   - id: the transaction after which they begin; `nil` for the newest one.
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

    /// The places of all transactions, without deleted ones.
    var places: [Int] { allPlaces.filter { !isDeleted($0) } }

    /// All transactions in the order of their payments, including deleted ones.
    var wholeHistory: [AccountRecord] { renewals.count > 0 ? records(at: allPlaces) : Array(records) }

    private var allPlaces: [Int] { Array(records.indices) + (0..<renewals.count).map { Self.renewalPlace + $0 } }

    /// Transactions of the same moment keep their order: purchases before renewals.
    private func records(at places: [Int]) -> [AccountRecord] {
        places.map { self[$0] }.enumerated()
            .sorted {
                ($0.element.transaction.purchaseTime, $0.offset) < ($1.element.transaction.purchaseTime, $1.offset)
            }
            .map(\.element)
    }

    /// The places of the unfinished transactions other than renewals, oldest first.
    var unfinishedPurchases: [Int] {
        unfinishedCount > renewals.unfinishedCount ? records.indices.filter { !records[$0].isFinished } : []
    }

    /// The place of the first transaction whose identifier does not match its place; `nil` for none.
    var misplaced: Int? { records.indices.first { records[$0].transaction.id != id(of: $0) } }

    /// Whether the counts match the transactions.
    var countsAreRight: Bool {
        unfinishedCount == records.count(where: { !$0.isFinished }) + renewals.unfinishedCount
            && chargeCount == records.count(where: \.isCharged) + renewals.chargeCount
    }
}

// The transactions of a restore.
extension AccountTransactions {
    /// The places of the restored transactions: owned and not revoked; of the renewals, only the latest of each
    /// subscription.
    ///
    /// StoreKit 1 makes copies when an owned product is bought again. Only the first transaction is restored.
    func restorable(_ subscriptions: [AccountSubscription]) -> [Int] {
        let bought = records.indices.filter { place in
            (records[place].isCharged || records[place].transaction.ownershipType != .purchased) && !isDeleted(place)
        }
        let renewed = subscriptions.flatMap(\.places).filter { $0 >= Self.renewalPlace }
        return (bought + renewed).filter { place in
            let transaction = self[place].transaction
            return transaction.productType != .consumable && transaction.revocationTime == nil
        }
    }

    /// The places of revoked transactions that a new device needs: current periods, and used introductory offers.
    ///
    /// They are not restored as owned, and not part of ``restorable(_:)``.
    func revokedToKnow(_ subscriptions: [AccountSubscription]) -> [Int] {
        guard !subscriptions.isEmpty else { return [] }
        let introduced = records.indices.filter { records[$0].transaction.offer?.type == .introductory }
        return Set(introduced + subscriptions.flatMap(\.places)).sorted().filter {
            self[$0].transaction.revocationTime != nil && !isDeleted($0)
        }
    }

    /// The place of the family-shared transaction of a product that is not a subscription; `nil` for none.
    func sharedPurchase(of productID: String) -> Int? {
        records.indices.last {
            let transaction = records[$0].transaction
            return transaction.productID == productID && transaction.ownershipType == .familyShared
                && transaction.revocationTime == nil && !isDeleted($0)
        }
    }

    /// Whether a transaction is a copy of another one, which StoreKit 1 makes for the device that requests it.
    func isCopy(_ place: Int) -> Bool {
        let record = self[place]
        return !record.isCharged && record.transaction.ownershipType == .purchased
    }

    /// The place of the paid transaction of which another one is a copy; a refund applies to the paid one.
    func paidPlace(of place: Int) -> Int {
        guard isCopy(place) else { return place }
        let copy = self[place].transaction
        func isPaid(_ place: Int) -> Bool {
            let other = self[place]
            return other.isCharged && other.transaction.isDescribed(by: copy)
        }
        return records.indices.last(where: isPaid) ?? copy.subscriptionID.flatMap { lastRenewal(of: $0, where: isPaid) }
            ?? place
    }

    /// These places of paid transactions, and then those of their copies, each once.
    func withCopies(_ places: [Int]) -> [Int] {
        places
            + records.indices.filter { other in
                let copy = records[other].transaction
                return !places.contains(other) && !records[other].isCharged && copy.ownershipType == .purchased
                    && places.contains { self[$0].transaction.isDescribed(by: copy) }
            }
    }
}

// The transactions of a subscription.
extension AccountTransactions {
    /// The place of the newest matching renewal of a subscription; `nil` for none.
    private func lastRenewal(of subscription: SubscriptionID, where isMeant: (Int) -> Bool) -> Int? {
        renewals.lastIndex(of: subscription) { isMeant(Self.renewalPlace + $0) }.map { Self.renewalPlace + $0 }
    }

    /// The number of seats in the current period of a subscription; `nil` without seats.
    func seats(of subscription: AccountSubscription) -> Int? {
        subscription.parts.isEmpty ? nil : subscription.parts.reduce(0) { $0 + (self[$1].transaction.seats ?? 0) }
    }

    /// The places of the current period's transactions that are not revoked.
    func remainingPeriods(of subscription: AccountSubscription) -> [Int] {
        subscription.places.filter { self[$0].transaction.revocationTime == nil }
    }

    /// The purchase date of the last transaction in the current period.
    func lastPurchaseTime(of subscription: AccountSubscription) -> Timestamp? {
        (subscription.places + [subscription.current]).map { self[$0].transaction.purchaseTime }.max()
    }

    /// The purchase date of a subscription's next transaction: now, or a millisecond after the last one if that is
    /// later.
    ///
    /// The App Store too never gives two transactions of a subscription the same date (E2).
    func nextPurchaseTime(of subscription: AccountSubscription, at now: Timestamp) -> Timestamp {
        lastPurchaseTime(of: subscription).map { max(now, $0.advanced(by: .milliseconds(1))) } ?? now
    }

    /// Whether an introductory offer was used in a subscription, without deleted transactions.
    func hasIntroductoryOffer(in subscription: SubscriptionID) -> Bool {
        records.indices.contains { isOf(subscription, $0) && records[$0].transaction.offer?.type == .introductory }
    }

    /// The places of all transactions of a period with seats, from one of them; empty without seats.
    func parts(ofPeriodWith place: Int, in id: SubscriptionID) -> [Int] {
        let transaction = self[place].transaction
        guard transaction.multiSeatInfo != nil else { return [] }
        func isPart(_ place: Int) -> Bool {
            self[place].transaction.webOrderLineItemID == transaction.webOrderLineItemID
        }
        // Only the first transaction of a period can be a renewal.
        let renewed = lastRenewal(of: id, where: isPart).flatMap { isDeleted($0) ? nil : $0 }
        return [renewed].compactMap { $0 } + records.indices.filter { isOf(id, $0) && isPart($0) }
    }

    /// The place of a subscription's newest transaction that is not deleted.
    func newest(of id: SubscriptionID) -> Int? {
        let places = [records.indices.last { isOf(id, $0) }, lastRenewal(of: id) { !isDeleted($0) }]
        return places.compactMap { $0 }.max { one, other in
            let (one, other) = (self[one].transaction, self[other].transaction)
            return (one.purchaseTime, one.id) < (other.purchaseTime, other.id)
        }
    }

    /// Whether a transaction other than a renewal belongs to a subscription and is not deleted.
    private func isOf(_ id: SubscriptionID, _ place: Int) -> Bool {
        records[place].transaction.subscriptionID == id && !isDeleted(place)
    }
}

extension StoreTransaction {
    /// Whether the other transaction is of the same purchase, or of the same period of a subscription.
    fileprivate func isDescribed(by copy: StoreTransaction) -> Bool {
        originalID == copy.originalID && expirationTime == copy.expirationTime
    }
}
