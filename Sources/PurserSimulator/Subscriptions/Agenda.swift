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
    struct Entry: HeapElement {
        let time: Timestamp
        let subject: Subject

        func comes(before other: Entry) -> Bool {
            if time != other.time { return time < other.time }
            return switch (subject, other.subject) {
            case (.payment(let one), .payment(let other)): one < other
            case (.line(_, let one), .line(_, let other)): one < other
            case (.payment, .line): true
            case (.line, .payment): false
            }
        }
    }

    private var heap = Heap<Entry>()

    /// Nothing is due.
    init() {}

    /// How many entries there are, those out of date included.
    var count: Int { heap.count }

    /// The earliest.
    var first: Entry? { heap.first }

    /// Whether an entry would come before all others.
    func isFirst(_ entry: Entry) -> Bool { heap.first.map { entry.comes(before: $0) } ?? true }

    mutating func add(_ entry: Entry) { heap.insert(entry) }

    mutating func removeFirst() { heap.popFirst() }
}
