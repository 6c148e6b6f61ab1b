/// Which places of a list or table were changed since they were last kept, and what stood there before the step under way.
///
/// Switched off, as in an account that no folder keeps, it notes nothing.
struct ChangeNotes<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    /// Whether changes are noted.
    let isOn: Bool
    /// The places that were changed since they were last kept.
    private(set) var changed: Set<Key> = []
    /// By place, what stood there when the step under way began.
    private(set) var former: [Key: Value] = [:]

    init(isOn: Bool = false) { self.isOn = isOn }

    /// Something else is about to stand at `key`.
    mutating func note(_ key: Key, was value: @autoclosure () -> Value) {
        guard isOn else { return }
        changed.insert(key)
        if former.index(forKey: key) == nil { former[key] = value() }
    }

    /// A step begins: up to here nothing is taken back any more.
    mutating func begin() {
        guard !former.isEmpty else { return }
        former = [:]
    }

    /// All changes are kept.
    mutating func kept() {
        guard isOn else { return }
        self = ChangeNotes(isOn: true)
    }
}

/// A list that notes which of its elements were changed; none is ever removed, but by taking a step back.
struct NotingList<Element: Sendable>: Sendable, ChangeNoting {
    private var elements: [Element] = []
    private(set) var notes = ChangeNotes<Int, Element>()
    /// How many elements were kept; those behind them are new.
    private(set) var keptCount = 0
    private var countBefore = 0

    init(_ elements: [Element] = []) { self.elements = elements }

    mutating func startNoting() {
        notes = ChangeNotes(isOn: true)
        keptCount = elements.count
    }

    /// The places of elements that are not new, and were changed since they were last kept.
    var changed: [Int] { notes.changed.filter { $0 < keptCount }.sorted() }

    mutating func begin() {
        notes.begin()
        countBefore = elements.count
    }

    mutating func undo() {
        elements.removeLast(elements.count - countBefore)
        for (index, element) in notes.former where index < countBefore { elements[index] = element }
        notes.begin()
    }

    mutating func kept() {
        notes.kept()
        keptCount = elements.count
    }

    mutating func append(_ element: Element) { elements.append(element) }

    /// Reserves memory, at least twice the present one, so that the cost of many small calls stays linear.
    mutating func reserveCapacity(roundedUp needed: Int) {
        if needed > elements.capacity { elements.reserveCapacity(Swift.max(needed, elements.capacity * 2)) }
    }
}

extension NotingList: RandomAccessCollection, MutableCollection {
    var startIndex: Int { 0 }
    var endIndex: Int { elements.count }

    subscript(index: Int) -> Element {
        get { elements[index] }
        _modify {
            notes.note(index, was: elements[index])
            yield &elements[index]
        }
    }
}

/// A table that notes which of its keys were changed.
struct NotingTable<Key: Hashable & Sendable, Value: Sendable>: Sendable, ChangeNoting {
    /// All that is in the table.
    private(set) var all: [Key: Value]
    private(set) var notes = ChangeNotes<Key, Value?>()

    init(_ all: [Key: Value] = [:]) { self.all = all }

    /// How many keys have a value.
    var count: Int { all.count }
    /// Whether no key has a value.
    var isEmpty: Bool { all.isEmpty }

    mutating func startNoting() { notes = ChangeNotes(isOn: true) }

    /// The keys that were changed since they were last kept, with what they have now.
    var changed: [Key: Value?] {
        Dictionary(uniqueKeysWithValues: notes.changed.map { ($0, all[$0]) })
    }

    mutating func begin() { notes.begin() }

    mutating func undo() {
        for (key, value) in notes.former { all[key] = value }
        notes.begin()
    }

    mutating func kept() { notes.kept() }

    subscript(key: Key) -> Value? {
        get { all[key] }
        set {
            notes.note(key, was: all[key])
            all[key] = newValue
        }
    }
}

extension NotingList: Codable where Element: Codable {
    init(from decoder: any Decoder) throws { try self.init([Element](from: decoder)) }
    func encode(to encoder: any Encoder) throws { try elements.encode(to: encoder) }
}

extension NotingTable: Codable where Key: Codable, Value: Codable {
    init(from decoder: any Decoder) throws { try self.init([Key: Value](from: decoder)) }
    func encode(to encoder: any Encoder) throws { try all.encode(to: encoder) }
}

/// What becomes of the changes that something notes.
enum NotingMoment: Sendable {
    /// Changes are noted from now on; what is there counts as kept.
    case started
    /// A step begins.
    case stepBegan
    /// What was done since the step began is taken back.
    case stepUndone
    /// All changes are kept.
    case kept
}

/// Notes which of its parts were changed since they were last kept.
protocol ChangeNoting {
    /// Notes changes from now on; what is there counts as kept.
    mutating func startNoting()
    /// A step begins, which ``undo()`` takes back.
    mutating func begin()
    /// Takes back what was done since ``begin()``.
    mutating func undo()
    /// All changes are kept.
    mutating func kept()
}

extension ChangeNoting {
    mutating func note(_ moment: NotingMoment) {
        switch moment {
        case .started: startNoting()
        case .stepBegan: begin()
        case .stepUndone: undo()
        case .kept: kept()
        }
    }
}
