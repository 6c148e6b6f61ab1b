import Purser

/// The batches that are on their way to the inbox, by the time at which they arrive.
///
/// Equal times keep the order in which the batches were added.
struct OutboxState: Sendable {
    /// One batch under way.
    struct Parcel: Sendable {
        /// When it arrives, by the monotonic clock.
        var due: Duration
        /// Its place among all that were ever added.
        var number: Int
        /// What is in it.
        var events: [BackendEvent]
        /// Whether it only repeats what another parcel tells.
        var isDuplicate = false

        static func < (lhs: Parcel, rhs: Parcel) -> Bool { (lhs.due, lhs.number) < (rhs.due, rhs.number) }
    }

    /// A binary heap, the earliest first.
    private var heap: [Parcel] = []
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
        for parcel in heap where !parcel.isDuplicate {
            for case .transaction(let told) in parcel.events { ids.insert(told.transaction.id) }
        }
        return ids
    }

    /// Adds a batch; one that keeps the order arrives after all that did so before it.
    ///
    /// - Returns: when it arrives.
    @discardableResult
    mutating func add(
        _ events: [BackendEvent], due: Duration, keepsOrder: Bool = true, isDuplicate: Bool = false
    ) -> Duration {
        let due = keepsOrder ? max(due, lastOrdered) : due
        if keepsOrder { lastOrdered = due }
        count += 1
        heap.append(Parcel(due: due, number: count, events: events, isDuplicate: isDuplicate))
        siftUp(from: heap.count - 1)
        return due
    }

    /// Takes the next batch that has arrived by `now`.
    mutating func takeDue(now: Duration) -> Parcel? {
        guard !isHeld, let first = heap.first, first.due <= now else { return nil }
        return takeFirst()
    }

    /// Forgets everything.
    mutating func removeAll() {
        heap = []
        lastOrdered = .zero
    }

    /// Deals the answers to payments out anew, among the places that they hold; everything else stays.
    mutating func shuffleAnswers(using generator: inout some RandomNumberGenerator) {
        var parcels = heap.sorted(by: <)
        var places: [(parcel: Int, event: Int)] = []
        for (index, parcel) in parcels.enumerated() where !parcel.isDuplicate {
            for (event, told) in parcel.events.enumerated() where told.answersPayment { places.append((index, event)) }
        }
        let dealt = places.shuffled(using: &generator).map { parcels[$0.parcel].events[$0.event] }
        for (place, event) in zip(places, dealt) { parcels[place.parcel].events[place.event] = event }
        // Sorted by time, the array is a heap already.
        heap = parcels
    }

    private mutating func takeFirst() -> Parcel? {
        guard let last = heap.popLast() else { return nil }
        guard !heap.isEmpty else { return last }
        let first = heap[0]
        heap[0] = last
        siftDown()
        return first
    }

    private mutating func siftUp(from start: Int) {
        var child = start
        while child > 0, heap[child] < heap[(child - 1) / 2] {
            heap.swapAt(child, (child - 1) / 2)
            child = (child - 1) / 2
        }
    }

    private mutating func siftDown() {
        var parent = 0
        while true {
            var least = parent
            for child in [2 * parent + 1, 2 * parent + 2] where child < heap.count && heap[child] < heap[least] {
                least = child
            }
            guard least != parent else { return }
            heap.swapAt(parent, least)
            parent = least
        }
    }
}

extension BackendEvent {
    /// Whether it ends or puts off a payment that somebody waits for.
    fileprivate var answersPayment: Bool {
        switch self {
        case .transaction(let told): if case .payment = told.origin { true } else { false }
        case .paymentEnded: true
        default: false
        }
    }
}
