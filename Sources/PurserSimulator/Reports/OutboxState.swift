import Purser

/// The batches that are on their way to the inbox, by the time at which they arrive.
///
/// Equal times keep the order in which the batches were added.
struct OutboxState: Sendable {
    /// One batch under way.
    struct Parcel: HeapElement {
        /// When it arrives, by the monotonic clock.
        var due: Duration
        /// Its place among all that were ever added.
        var number: Int
        /// What is in it.
        var events: [BackendEvent]
        /// Whether it only repeats what another parcel tells.
        var isDuplicate = false
        /// Whether it tells what was finished by then.
        var reportsFinished = false

        func comes(before other: Parcel) -> Bool { (due, number) < (other.due, other.number) }
    }

    private var heap = Heap<Parcel>()
    private var count = 0
    /// The latest time that was planned in order; what must not overtake arrives no earlier.
    private(set) var lastOrdered: Duration = .zero
    /// Whether nothing goes out for the time being.
    var isHeld = false

    /// Whether nothing is under way.
    var isEmpty: Bool { heap.isEmpty }

    /// When the next batch arrives; `nil` when there is none, or while all are held.
    var nextDue: Duration? { isHeld ? nil : heap.first?.due }

    /// The transactions that are under way for the first time.
    var transactionIDs: Set<String> {
        var ids: Set<String> = []
        for parcel in heap.all where !parcel.isDuplicate {
            for case .transaction(let reported) in parcel.events { ids.insert(reported.transaction.id) }
        }
        return ids
    }

    /// Adds a batch; one that keeps the order arrives after all that did so before it.
    ///
    /// - Returns: when it arrives.
    @discardableResult
    mutating func add(
        _ events: [BackendEvent], due: Duration, keepsOrder: Bool = true, isDuplicate: Bool = false,
        reportsFinished: Bool = false
    ) -> Duration {
        let due = keepsOrder ? max(due, lastOrdered) : due
        if keepsOrder { lastOrdered = due }
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

    /// Forgets everything.
    mutating func removeAll() {
        heap = Heap()
        lastOrdered = .zero
    }

    /// Deals the answers to payments out anew, among the places that they hold; everything else stays.
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
    /// Whether it ends or puts off a payment that somebody waits for.
    fileprivate var answersPayment: Bool {
        switch self {
        case .transaction(let reported): if case .payment = reported.origin { true } else { false }
        case .paymentEnded: true
        default: false
        }
    }
}
