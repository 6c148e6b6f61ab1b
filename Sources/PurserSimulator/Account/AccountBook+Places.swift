import Purser

// Transactions have places: the number in the identifier, less the first one's. Those of renewals lie far behind the
// others.
extension AccountBook {
    /// The place of the first renewal.
    static let renewalPlace = RenewalLog.firstNumber - SimulatedAccountState.firstTransactionNumber

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

    /// Whether the app has finished a transaction in its present state.
    func isFinished(_ place: Int) -> Bool {
        place < Self.renewalPlace ? records[place].isFinished : renewals.isFinished(place - Self.renewalPlace)
    }

    /// Whether a transaction was last told with a signature that is not valid.
    func wasReportedUnverified(_ place: Int) -> Bool {
        place < Self.renewalPlace
            ? records[place].wasReportedUnverified : renewals.wasReportedUnverified(place - Self.renewalPlace)
    }

    /// The app finishes a transaction; false when it is finished already.
    mutating func finish(_ place: Int) -> Bool {
        guard place < Self.renewalPlace else { return renewals.finish(place - Self.renewalPlace) }
        guard !records[place].isFinished else { return false }
        records[place].isFinished = true
        return true
    }

    /// The place of the newest renewal.
    var lastRenewalPlace: Int { Self.renewalPlace + renewals.count - 1 }

    /// Whether a transaction was deleted, so that nothing lists it.
    func isDeleted(_ place: Int) -> Bool {
        if deleted.isEmpty { return false }
        return deleted.all[place] != nil
    }

    /// All transactions in the order in which they were paid for, without those that were deleted.
    var history: [AccountRecord] {
        deleted.isEmpty ? wholeHistory : records(at: allPlaces.filter { !isDeleted($0) })
    }

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

    /// A line by its name.
    subscript(line: LineID) -> SubscriptionLine? {
        get { line.isShared ? sharedLines[line.groupID] : lines[line.groupID] }
        set { if line.isShared { sharedLines[line.groupID] = newValue } else { lines[line.groupID] = newValue } }
    }

    /// Every line, the oldest first.
    var allLines: [SubscriptionLine] {
        (Array(lines.all.values) + Array(sharedLines.all.values)).sorted { $0.first < $1.first }
    }
}
