import Purser

/// What one more device of the customer has yet to hear, and to finish.
///
/// Each device has an unfinished queue of its own: what one has finished is told to the others all the same.
struct DeviceQueue: Sendable {
    /// The launches of the stores that were open there: their payments are this device's.
    var launches: Set<UInt64> = []
    /// The lines that have changed and were not told since.
    var touched: Set<LineID> = []
    /// What it is to hear and no transaction tells, such as the end of a payment.
    var others: [BackendEvent] = []
    /// The App Store's messages there.
    var messages = CustomerMessages()
    /// Whether a store listens there.
    private(set) var isActive = false
    /// The transactions that it has not finished in their present state, by their places.
    private(set) var unfinished = IndexRanges()
    /// Those of them that were not told to the store that listens, in the order in which they came to be.
    private var unreported: [Range<Int>] = []

    /// Whether something is to be told.
    ///
    /// - Parameter ofStatus: whether the status of subscriptions can be read.
    func hasChanges(ofStatus: Bool) -> Bool {
        isActive && !(unreported.isEmpty && (touched.isEmpty || !ofStatus) && others.isEmpty)
    }

    /// A store listens from now on: everything that is unfinished is to be told, and how these lines go on.
    mutating func activate(lines: some Sequence<LineID>) {
        isActive = true
        unreported = unfinished.ranges
        touched = Set(lines)
    }

    /// The same device of a customer who never bought anything.
    var cleared: DeviceQueue {
        var cleared = DeviceQueue()
        (cleared.isActive, cleared.launches, cleared.messages) = (isActive, launches, messages)
        cleared.others = others
        return cleared
    }

    /// No store listens any more.
    mutating func deactivate() {
        isActive = false
        unreported = []
        touched = []
    }

    /// A transaction is new, or was described anew.
    mutating func changed(_ place: Int) {
        unfinished.insert(place)
        if isActive, !isUnreported(place) { add(place..<place + 1) }
    }

    /// Renewals were written down behind all others.
    mutating func renewed(_ places: Range<Int>) {
        unfinished.append(places)
        if isActive { add(places) }
    }

    /// The device finishes a transaction, or there is nothing to be finished any more.
    mutating func finish(_ place: Int) {
        unfinished.remove(place)
        isReported(place)
    }

    /// A transaction is on its way.
    mutating func isReported(_ place: Int) {
        guard let position = unreported.firstIndex(where: { $0.contains(place) }) else { return }
        let range = unreported[position]
        let rest = [range.lowerBound..<place, place + 1..<range.upperBound].filter { !$0.isEmpty }
        unreported.replaceSubrange(position...position, with: rest)
    }

    /// Whether a transaction is still to be told.
    func isUnreported(_ place: Int) -> Bool { unreported.contains { $0.contains(place) } }

    /// Takes the transactions that are to be told first, at most so many.
    ///
    /// - Returns: their places, and whether there are no more.
    mutating func takeUnreported(_ limit: Int) -> (places: [Int], isAll: Bool) {
        var places: [Int] = []
        while places.count < limit, let range = unreported.first {
            let part = range.prefix(limit - places.count)
            places += part
            unreported[0] = part.endIndex..<range.upperBound
            if unreported[0].isEmpty { unreported.removeFirst() }
        }
        return (places, unreported.isEmpty)
    }

    private mutating func add(_ places: Range<Int>) {
        if let last = unreported.last, last.upperBound == places.lowerBound {
            unreported[unreported.count - 1] = last.lowerBound..<places.upperBound
        } else {
            unreported.append(places)
        }
    }
}

extension [DeviceQueue] {
    /// A transaction is new, or was described anew.
    mutating func changed(_ place: Int) { for device in indices { self[device].changed(place) } }

    /// Renewals were written down behind all others.
    mutating func renewed(_ places: Range<Int>) { for device in indices { self[device].renewed(places) } }

    /// Something about a line has changed.
    mutating func touched(_ line: LineID) { for device in indices { self[device].touched.insert(line) } }

    /// There is nothing to be finished any more.
    mutating func finish(_ place: Int) { for device in indices { self[device].finish(place) } }

    /// Those on which a store listens are to hear something that no transaction tells.
    mutating func report(_ event: BackendEvent) {
        for device in indices where self[device].isActive { self[device].others.append(event) }
    }

    /// The same for those that were told a transaction before.
    mutating func report(_ event: BackendEvent, after place: Int) {
        for device in indices where self[device].isActive && !self[device].isUnreported(place) {
            self[device].others.append(event)
        }
    }

    /// The device on which a payment was asked for; `nil` for the first one, as for nearly all.
    func asking(_ token: PaymentToken) -> Int? { firstIndex { $0.launches.contains(token.launch) } }
}
