import Purser

/// The unreported and unfinished transactions of an additional device of the customer.
///
/// Each device has its own unfinished queue: a transaction that one device finished is still reported to the others.
struct DeviceQueue: Sendable {
    /// The launches of the stores that were opened on this device; their payments belong to it.
    var launches: Set<UInt64> = []
    /// The subscriptions that changed since their last report.
    var touched: Set<SubscriptionID> = []
    /// Further events to report, such as the end of a payment.
    var others: [BackendEvent] = []
    /// The places of StoreKit 1's copies that were made for this device.
    var copies: Set<Int> = []
    /// The ends of this device's payments with failed transactions of StoreKit 1 that it has not finished.
    var failed: [PaymentEnding] = []
    /// The App Store's messages on this device.
    var messages = CustomerMessages()
    /// Whether a store is open on this device.
    private(set) var isActive = false
    /// The places of the transactions whose current states this device has not finished.
    private(set) var unfinished = IndexRanges()
    /// The unfinished transactions that were not reported to the open store, oldest first.
    private var unreported: [Range<Int>] = []

    /// Whether there are events to report.
    ///
    /// - Parameter ofStatus: whether the status of subscriptions can be read.
    func hasChanges(ofStatus: Bool) -> Bool {
        isActive && !(unreported.isEmpty && (touched.isEmpty || !ofStatus) && others.isEmpty)
    }

    /// Activates the device: all unfinished transactions, and the renewal infos of these subscriptions, become
    /// unreported.
    mutating func activate(subscriptions: some Sequence<SubscriptionID>) {
        isActive = true
        unreported = unfinished.ranges
        touched = Set(subscriptions)
        others.removeAll { if case .paymentEnded(let ending) = $0 { ending.failedTransactionID != nil } else { false } }
        others += failed.map { ending in
            var ending = ending
            ending.isLeftover = true
            return .paymentEnded(ending)
        }
    }

    /// The same device, for a customer without purchases.
    var cleared: DeviceQueue {
        var cleared = DeviceQueue()
        (cleared.isActive, cleared.launches, cleared.messages) = (isActive, launches, messages)
        cleared.others = others
        return cleared
    }

    /// Deactivates the device.
    mutating func deactivate() {
        isActive = false
        unreported = []
        touched = []
    }

    /// Records a new or changed transaction.
    mutating func changed(_ place: Int) {
        unfinished.insert(place)
        if isActive, !isUnreported(place) { add(place..<place + 1) }
    }

    /// Records appended renewals.
    mutating func renewed(_ places: Range<Int>) {
        unfinished.append(places)
        if isActive { add(places) }
    }

    /// Removes a transaction that was finished or deleted.
    mutating func finish(_ place: Int) {
        unfinished.remove(place)
        isReported(place)
    }

    /// Removes a reported transaction from the unreported ones.
    mutating func isReported(_ place: Int) {
        guard let position = unreported.firstIndex(where: { $0.contains(place) }) else { return }
        let range = unreported[position]
        let rest = [range.lowerBound..<place, place + 1..<range.upperBound].filter { !$0.isEmpty }
        unreported.replaceSubrange(position...position, with: rest)
    }

    /// Whether a transaction is still unreported.
    func isUnreported(_ place: Int) -> Bool { unreported.contains { $0.contains(place) } }

    /// Takes the first unreported transactions, at most `limit`.
    ///
    /// - Returns: their places, and whether no more remain.
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
    /// Records a new or changed transaction.
    mutating func changed(_ place: Int) { for device in indices { self[device].changed(place) } }

    /// Records appended renewals.
    mutating func renewed(_ places: Range<Int>) { for device in indices { self[device].renewed(places) } }

    /// Records a changed subscription.
    mutating func touched(_ subscription: SubscriptionID) {
        for device in indices { self[device].touched.insert(subscription) }
    }

    /// Removes a transaction that needs no finish any more.
    mutating func finish(_ place: Int) { for device in indices { self[device].finish(place) } }

    /// Reports an event to the active devices.
    mutating func report(_ event: BackendEvent) {
        for device in indices where self[device].isActive { self[device].others.append(event) }
    }

    /// Reports an event to the devices that were already sent a transaction.
    mutating func report(_ event: BackendEvent, after place: Int) {
        for device in indices where self[device].isActive && !self[device].isUnreported(place) {
            self[device].others.append(event)
        }
    }

    /// The device for which a copy of StoreKit 1 was made; `nil` for the first one.
    func owner(ofCopy place: Int) -> Int? { firstIndex { $0.copies.contains(place) } }

    /// The device on which a payment was made; `nil` for the first one, which is the usual case.
    func asking(_ token: PaymentToken) -> Int? { firstIndex { $0.launches.contains(token.launch) } }
}
