import Purser

/// The batches on their way to the inbox, by their arrival times.
///
/// Batches with equal times keep the order of their addition.
struct OutboxState: Sendable {
    /// One batch on its way.
    struct Parcel: HeapElement {
        /// Its arrival time, by the monotonic clock.
        var due: Duration
        /// Its position among all added batches.
        var number: Int
        /// Its events.
        var events: [BackendEvent]
        /// Whether it only repeats another batch.
        var isDuplicate = false
        /// Whether it also reports transactions that are finished by then.
        var reportsFinished = false

        func comes(before other: Parcel) -> Bool { (due, number) < (other.due, other.number) }
    }

    private var heap = Heap<Parcel>()
    private var count = 0
    /// The latest arrival time of an ordered batch; later ordered batches arrive no earlier.
    private(set) var lastOrdered: Duration = .zero
    /// The latest arrival time of a report that a payment is pending, which no approved purchase overtakes: the customer sees
    /// it at once, and an approval takes longer than that.
    private var lastPending: Duration = .zero
    /// Whether all batches are held.
    var isHeld = false

    /// Whether no batch is on its way.
    var isEmpty: Bool { heap.isEmpty }

    /// The arrival time of the next batch; `nil` if there is none, or while all are held.
    var nextDue: Duration? { isHeld ? nil : heap.first?.due }

    /// The transactions that are on their way for the first time.
    var transactionIDs: Set<String> {
        var ids: Set<String> = []
        for parcel in heap.all where !parcel.isDuplicate {
            for case .transaction(let reported) in parcel.events { ids.insert(reported.transaction.id) }
        }
        return ids
    }

    /// Adds a batch; an ordered one arrives after all earlier ordered ones.
    ///
    /// - Returns: its arrival time.
    @discardableResult
    mutating func add(
        _ events: [BackendEvent], due: Duration, keepsOrder: Bool = true, isDuplicate: Bool = false,
        reportsFinished: Bool = false
    ) -> Duration {
        let isApproval = events.contains(where: \.mayBeApproval)
        let due = max(due, keepsOrder ? lastOrdered : .zero, isApproval ? lastPending : .zero)
        if keepsOrder { lastOrdered = due }
        if events.contains(where: \.defersPayment) { lastPending = max(lastPending, due) }
        count += 1
        heap.insert(
            Parcel(due: due, number: count, events: events, isDuplicate: isDuplicate, reportsFinished: reportsFinished))
        return due
    }

    /// Takes the next batch that has arrived by `now`.
    mutating func takeDue(now: Duration) -> Parcel? {
        guard !isHeld, let first = heap.first, first.due <= now else { return nil }
        return heap.popFirst()
    }

    /// Removes all batches.
    mutating func removeAll() {
        heap = Heap()
        (lastOrdered, lastPending) = (.zero, .zero)
    }

    /// Shuffles the answers to payments among their places; all other events stay.
    mutating func shuffleAnswers(using generator: inout some RandomNumberGenerator) {
        var parcels = heap.ascending
        var places: [(parcel: Int, event: Int)] = []
        for (index, parcel) in parcels.enumerated() where !parcel.isDuplicate {
            for (event, reported) in parcel.events.enumerated() where reported.answersPayment {
                places.append((index, event))
            }
        }
        let dealt = places.shuffled(using: &generator).map { parcels[$0.parcel].events[$0.event] }
        for (place, event) in zip(places, dealt) { parcels[place.parcel].events[place.event] = event }
        heap = Heap(ascending: parcels)
    }
}

extension BackendEvent {
    /// Whether it may report a purchase that was approved: one that answers neither a call nor a restore.
    fileprivate var mayBeApproval: Bool {
        if case .transaction(let reported) = self, case .other = reported.origin { true } else { false }
    }

    /// Whether it reports that a payment is pending.
    fileprivate var defersPayment: Bool {
        if case .paymentEnded(let ending) = self, case .pending = ending.result { true } else { false }
    }

    /// Whether it ends or defers a waiting payment.
    fileprivate var answersPayment: Bool {
        switch self {
        case .transaction(let reported): if case .payment = reported.origin { true } else { false }
        case .paymentEnded: true
        default: false
        }
    }
}
