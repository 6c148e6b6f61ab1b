import Purser

/// All transactions of an account: what was bought, what was renewed, and which of it is owned, finished or deleted.
///
/// Each has a place: the number in its identifier, less the first one's. Those of renewals lie far behind the others.
struct AccountTransactions: Sendable, Codable {
    /// All transactions but renewals, by their place.
    private(set) var records = NotingList<AccountRecord>()
    /// All renewals.
    var renewals = RenewalLog()
    /// By non-consumable, the place of the transaction that makes it owned.
    var owned = NotingTable<String, Int>()
    /// The transactions that were deleted, by their places: nothing lists them any more.
    var deleted = NotingTable<Int, Bool>()
    /// How many transactions were paid for.
    var chargeCount = 0
    /// How many transactions wait to be finished.
    var unfinishedCount = 0
    /// How far the identifiers lie behind those of other accounts; 0 for accounts that a folder keeps.
    private(set) var identifierBase = 0

    private enum CodingKeys: String, CodingKey {
        case records, renewals, owned, deleted, chargeCount, unfinishedCount
    }

    /// Identifiers have 13 digits, so that they fit into a string without storage of its own.
    ///
    /// Those of transactions begin here where nobody says where, those of renewals and line items as far behind it.
    static let firstNumber = 2_000_000_000_001
    private static let firstLineItem = 3_000_000_000_001
    /// The place of the first renewal.
    static let renewalPlace = RenewalLog.firstNumber - firstNumber

    /// Nothing was bought.
    init(identifierBase: Int = 0) {
        self.identifierBase = identifierBase
        renewals = RenewalLog(identifierBase: identifierBase)
    }

    /// The identifier of the transaction at a place.
    func id(of place: Int) -> String { String(Self.firstNumber + identifierBase + place) }

    /// The number of a bought period among all that were sold.
    func lineItem(of place: Int) -> String { String(Self.firstLineItem + identifierBase + place) }

    /// The place of a transaction, also of one that was deleted; `nil` when the account has none with this identifier.
    func place(of id: String) -> Int? {
        let first = Self.firstNumber + identifierBase
        guard let number = Int(id), number >= first else { return nil }
        let place = number - first
        // Another spelling of the number is another identifier.
        return contains(place: place) && self.id(of: place) == id ? place : nil
    }

    /// The place of a transaction that was not deleted.
    func index(of id: String) -> Int? { place(of: id).flatMap { isDeleted($0) ? nil : $0 } }

    /// The place of a transaction that somebody names.
    func known(_ id: String) throws(BackendError) -> Int {
        guard let index = index(of: id) else {
            throw BackendError(
                .unknownTransaction, "This account has no transaction \(id). See transactions for those it has.")
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

    /// Writes a transaction down that is no renewal.
    ///
    /// - Returns: its place.
    @discardableResult
    mutating func append(_ record: AccountRecord) -> Int {
        records.append(record)
        unfinishedCount += 1
        if record.isCharged { chargeCount += 1 }
        return records.count - 1
    }

    /// Writes renewals of one line down whose periods follow each other.
    ///
    /// - Parameters:
    ///   - template: what they have in common.
    ///   - former: the place of the line's transaction before them.
    ///   - number: the number of the first one's period in the schedule.
    mutating func append(
        _ template: StoreTransaction, by schedule: PeriodSchedule, after former: Int, number: Int, count: Int
    ) {
        let recent = former < Self.renewalPlace ? nil : renewals.termsNumber(of: former - Self.renewalPlace)
        let terms = renewals.number(of: template, schedule, recent: recent)
        renewals.append(terms: terms, number: number, count: count)
        countRenewals(count, isCharged: template.ownershipType == .purchased)
    }

    /// Writes a renewal down that is kept whole; it gets its identifier and its line item.
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

    /// Makes room for so many more.
    mutating func reserve(_ count: Int) { records.reserveCapacity(roundedUp: records.count + count) }

    /// Puts back what a folder has kept; false when it does not follow on what is here.
    mutating func restore(_ record: AccountRecord, at place: Int) -> Bool {
        guard place >= 0, place <= records.count else { return false }
        if place == records.count { records.append(record) } else { records[place] = record }
        return true
    }

    /// Whether the app has finished a transaction in its present state.
    func isFinished(_ place: Int) -> Bool {
        place < Self.renewalPlace ? records[place].isFinished : renewals.isFinished(place - Self.renewalPlace)
    }

    /// Whether a transaction was last told with a signature that is not valid.
    func wasReportedUnverified(_ place: Int) -> Bool {
        place < Self.renewalPlace
            ? records[place].wasReportedUnverified : renewals.wasReportedUnverified(place - Self.renewalPlace)
    }

    /// A transaction is told with such a signature.
    mutating func isReported(_ place: Int, isUnverified: Bool) {
        guard wasReportedUnverified(place) != isUnverified else { return }
        self[place].wasReportedUnverified = isUnverified
    }

    /// The app finishes a transaction, unless it is finished already.
    mutating func finish(_ place: Int) {
        if place >= Self.renewalPlace {
            guard renewals.finish(place - Self.renewalPlace) else { return }
        } else {
            guard !records[place].isFinished else { return }
            records[place].isFinished = true
        }
        unfinishedCount -= 1
    }

    /// Describes a transaction anew; it waits to be finished again, so that the change cannot be missed.
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

    /// A transaction goes, as if it had never been.
    mutating func delete(_ place: Int) {
        finish(place)
        deleted[place] = true
        disown(place)
    }

    /// What was owned by a transaction is owned no more.
    mutating func disown(_ place: Int) {
        let product = self[place].transaction.productID
        if owned[product] == place { owned[product] = nil }
    }

    /// Whether a transaction was deleted, so that nothing lists it.
    func isDeleted(_ place: Int) -> Bool {
        if deleted.isEmpty { return false }
        return deleted.all[place] != nil
    }

    /// Notes what changes, and takes steps back; the counts stay as they are.
    mutating func note(_ moment: NotingMoment) {
        records.note(moment)
        renewals.note(moment)
        owned.note(moment)
        deleted.note(moment)
    }
}
