import Purser

/// All transactions of an account: purchases and renewals, with their owned, finished and deleted states.
///
/// Each transaction has a place: the number in its identifier minus the first one's number. The places of renewals are
/// far above those of purchases.
struct AccountTransactions: Sendable, Codable {
    /// All transactions except renewals, by their places.
    private(set) var records = NotingList<AccountRecord>()
    /// All renewals.
    var renewals = RenewalLog()
    /// The places of the transactions that grant non-consumables, by product.
    var owned = NotingTable<String, Int>()
    /// The places of deleted transactions, which are not listed any more.
    var deleted = NotingTable<Int, Bool>()
    /// The number of charged transactions.
    var chargeCount = 0
    /// The number of unfinished transactions.
    var unfinishedCount = 0
    /// The offset of the identifiers from those of other accounts; 0 for accounts in a folder.
    private(set) var identifierBase = 0

    private enum CodingKeys: String, CodingKey {
        case records, renewals, owned, deleted, chargeCount, unfinishedCount
    }

    /// Identifiers have 13 digits, so that they fit into a string without separate storage.
    ///
    /// The identifiers of purchases begin here by default; those of renewals and line items begin at the same distance
    /// above.
    static let firstNumber = 2_000_000_000_001
    private static let firstLineItem = 3_000_000_000_001
    /// The place of the first renewal.
    static let renewalPlace = RenewalLog.firstNumber - firstNumber

    /// Makes an empty account.
    init(identifierBase: Int = 0) {
        self.identifierBase = identifierBase
        renewals = RenewalLog(identifierBase: identifierBase)
    }

    /// The identifier of the transaction at a place.
    func id(of place: Int) -> String { String(Self.firstNumber + identifierBase + place) }

    /// The line item number of a period.
    func lineItem(of place: Int) -> String { String(Self.firstLineItem + identifierBase + place) }

    /// The place of a transaction, including deleted ones; `nil` if there is none with this identifier.
    func place(of id: String) -> Int? {
        let first = Self.firstNumber + identifierBase
        guard let number = Int(id), number >= first else { return nil }
        let place = number - first
        // A different spelling of the number is a different identifier.
        return contains(place: place) && self.id(of: place) == id ? place : nil
    }

    /// The place of a transaction that is not deleted.
    func index(of id: String) -> Int? { place(of: id).flatMap { isDeleted($0) ? nil : $0 } }

    /// The place of a transaction, or an error if there is none.
    func known(_ id: String) throws(BackendFailure) -> Int {
        guard let index = index(of: id) else {
            throw BackendFailure(
                .unknownTransaction, "This account has no transaction \(id). transactions lists all.")
        }
        return index
    }

    /// The transaction at a place.
    subscript(place: Int) -> AccountRecord {
        get { place < Self.renewalPlace ? records[place] : renewals[place - Self.renewalPlace] }
        set {
            if place < Self.renewalPlace {
                records[place] = newValue
            } else {
                renewals[place - Self.renewalPlace] = newValue
            }
        }
    }

    /// Whether there is a transaction at a place.
    func contains(place: Int) -> Bool {
        records.indices.contains(place)
            || place >= Self.renewalPlace && place - Self.renewalPlace < renewals.count
    }

    /// Appends a transaction that is not a renewal.
    ///
    /// - Returns: its place.
    @discardableResult
    mutating func append(_ record: AccountRecord) -> Int {
        records.append(record)
        unfinishedCount += 1
        if record.isCharged { chargeCount += 1 }
        return records.count - 1
    }

    /// Appends consecutive renewals of one subscription.
    ///
    /// - Parameters:
    ///   - template: their common fields.
    ///   - former: the place of the subscription's previous transaction.
    ///   - number: the number of the first period in the schedule.
    mutating func append(
        _ template: StoreTransaction, by schedule: PeriodSchedule, after former: Int, number: Int, count: Int
    ) {
        let recent = former < Self.renewalPlace ? nil : renewals.termsNumber(of: former - Self.renewalPlace)
        let terms = renewals.number(of: template, schedule, recent: recent)
        renewals.append(terms: terms, number: number, count: count)
        countRenewals(count, isCharged: template.ownershipType == .purchased)
    }

    /// Appends a renewal that is stored as a whole; it gets an identifier and a line item.
    mutating func append(renewal fields: StoreTransaction.Fields) {
        var fields = fields
        let isCharged = fields.ownershipType == .purchased
        renewals.append { id, lineItem in
            (fields.id, fields.webOrderLineItemID) = (id, lineItem)
            return AccountRecord(transaction: StoreTransaction(fields), token: nil, isCharged: isCharged)
        }
        countRenewals(1, isCharged: isCharged)
    }

    private mutating func countRenewals(_ count: Int, isCharged: Bool) {
        unfinishedCount += count
        if isCharged { chargeCount += count }
    }

    /// Reserves memory for more transactions.
    mutating func reserve(_ count: Int) { records.reserveCapacity(roundedUp: records.count + count) }

    /// Applies a stored transaction; `false` if it does not follow from this account.
    mutating func restore(_ record: AccountRecord, at place: Int) -> Bool {
        guard place >= 0, place <= records.count else { return false }
        if place == records.count { records.append(record) } else { records[place] = record }
        return true
    }

    /// Whether the app has finished a transaction in its present state.
    func isFinished(_ place: Int) -> Bool {
        place < Self.renewalPlace ? records[place].isFinished : renewals.isFinished(place - Self.renewalPlace)
    }

    /// Whether the last report of a transaction had an invalid signature.
    func wasReportedUnverified(_ place: Int) -> Bool {
        place < Self.renewalPlace
            ? records[place].wasReportedUnverified : renewals.wasReportedUnverified(place - Self.renewalPlace)
    }

    /// Records whether a report had an invalid signature.
    mutating func isReported(_ place: Int, isUnverified: Bool) {
        guard wasReportedUnverified(place) != isUnverified else { return }
        self[place].wasReportedUnverified = isUnverified
    }

    /// Finishes a transaction that is not finished yet.
    mutating func finish(_ place: Int) {
        if place >= Self.renewalPlace {
            guard renewals.finish(place - Self.renewalPlace) else { return }
        } else {
            guard !records[place].isFinished else { return }
            records[place].isFinished = true
        }
        unfinishedCount -= 1
    }

    /// Changes the description of a transaction; it must be finished again, so that the change is not missed.
    mutating func describeAnew(_ place: Int, at now: Timestamp, _ change: (inout StoreTransaction.Fields) -> Void) {
        var record = self[place]
        var fields = record.transaction.fields
        change(&fields)
        let next = (fields.signedTime ?? Timestamp(milliseconds: 0)).advanced(by: .milliseconds(1))
        fields.signedTime = max(now, next)
        record.transaction = StoreTransaction(fields)
        if record.isFinished {
            record.isFinished = false
            unfinishedCount += 1
        }
        self[place] = record
    }

    /// Deletes a transaction, as if it had never existed.
    mutating func delete(_ place: Int) {
        finish(place)
        deleted[place] = true
        disown(place)
    }

    /// Removes the ownership that a transaction granted.
    mutating func disown(_ place: Int) {
        let product = self[place].transaction.productID
        if owned[product] == place { owned[product] = nil }
    }

    /// Whether a transaction is deleted, and therefore not listed.
    func isDeleted(_ place: Int) -> Bool {
        if deleted.isEmpty { return false }
        return deleted.all[place] != nil
    }

    /// Records changes, and undoes steps; the counts are not included.
    mutating func note(_ moment: NotingMoment) {
        records.note(moment)
        renewals.note(moment)
        owned.note(moment)
        deleted.note(moment)
    }
}
