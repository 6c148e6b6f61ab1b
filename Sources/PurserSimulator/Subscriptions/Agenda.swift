import Purser

/// The future events of all subscriptions and waiting payments, in one total order.
///
/// At the same moment, payments come before subscriptions, and each kind in the order of creation. An entry may be
/// outdated: the caller compares it with its subject.
struct Agenda: Sendable {
    /// The subject of an entry.
    enum Subject: Sendable, Hashable {
        /// A waiting payment, by its number.
        case payment(Int)
        /// A subscription, with the place of its first transaction.
        case subscription(SubscriptionID, first: Int)
    }

    /// One future event.
    struct Entry: HeapElement {
        let time: Timestamp
        let subject: Subject

        func comes(before other: Entry) -> Bool {
            if time != other.time { return time < other.time }
            return switch (subject, other.subject) {
            case (.payment(let one), .payment(let other)): one < other
            case (.subscription(_, let one), .subscription(_, let other)): one < other
            case (.payment, .subscription): true
            case (.subscription, .payment): false
            }
        }
    }

    private var heap = Heap<Entry>()

    /// Makes an empty agenda.
    init() {}

    /// The number of entries, including outdated ones.
    var count: Int { heap.count }

    /// The earliest entry.
    var first: Entry? { heap.first }

    /// Whether an entry would be the first.
    func isFirst(_ entry: Entry) -> Bool { heap.first.map { entry.comes(before: $0) } ?? true }

    mutating func add(_ entry: Entry) { heap.insert(entry) }

    mutating func removeFirst() { heap.popFirst() }
}
