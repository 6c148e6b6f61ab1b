import Purser

/// What is due when, over all lines and waiting payments, in one total order.
///
/// At one moment payments come before lines, and each kind in the order in which it came to be. An entry may be out of
/// date: whoever takes it compares it with what it is about.
struct Agenda: Sendable {
    /// What something is about.
    enum Subject: Sendable, Hashable {
        /// A waiting payment, by its number.
        case payment(Int)
        /// A line, with the place of its first transaction.
        case line(LineID, first: Int)
    }

    /// One thing that is due.
    struct Entry: Sendable {
        let time: Timestamp
        let subject: Subject

        fileprivate static func < (lhs: Entry, rhs: Entry) -> Bool {
            if lhs.time != rhs.time { return lhs.time < rhs.time }
            return switch (lhs.subject, rhs.subject) {
            case (.payment(let one), .payment(let other)): one < other
            case (.line(_, let one), .line(_, let other)): one < other
            case (.payment, .line): true
            case (.line, .payment): false
            }
        }
    }

    /// A binary heap, the earliest first.
    private var heap: [Entry] = []

    /// Nothing is due.
    init() {}

    /// How many entries there are, those out of date included.
    var count: Int { heap.count }

    /// The earliest.
    var first: Entry? { heap.first }

    /// Whether an entry would come before all others.
    func isFirst(_ entry: Entry) -> Bool { heap.first.map { entry < $0 } ?? true }

    mutating func add(_ entry: Entry) {
        heap.append(entry)
        var child = heap.count - 1
        while child > 0, heap[child] < heap[(child - 1) / 2] {
            heap.swapAt(child, (child - 1) / 2)
            child = (child - 1) / 2
        }
    }

    mutating func removeFirst() {
        guard let last = heap.popLast(), !heap.isEmpty else { return }
        heap[0] = last
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
