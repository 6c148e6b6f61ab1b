/// The changed places of a list or table since the last stored change, with the former values for an undo of the
/// current step.
///
/// When it is off, as in an account without a folder, it records nothing.
struct ChangeNotes<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    /// Whether changes are recorded.
    let isOn: Bool
    /// The places that changed since the last stored change.
    private(set) var changed: Set<Key> = []
    /// The values at the beginning of the current step, by place.
    private(set) var former: [Key: Value] = [:]

    init(isOn: Bool = false) { self.isOn = isOn }

    /// Records that the value of `key` is about to change.
    mutating func note(_ key: Key, was value: @autoclosure () -> Value) {
        guard isOn else { return }
        changed.insert(key)
        if former.index(forKey: key) == nil { former[key] = value() }
    }

    /// Begins a step: earlier changes cannot be undone any more.
    mutating func begin() {
        guard !former.isEmpty else { return }
        former = [:]
    }

    /// Marks all changes as stored.
    mutating func kept() {
        guard isOn else { return }
        self = ChangeNotes(isOn: true)
    }
}

/// A list that records its changed elements; elements are removed only by an undo.
struct NotingList<Element: Sendable>: Sendable, ChangeNoting {
    private var elements: [Element] = []
    private(set) var notes = ChangeNotes<Int, Element>()
    /// The number of stored elements; those after them are new.
    private(set) var keptCount = 0
    private var countBefore = 0

    init(_ elements: [Element] = []) { self.elements = elements }

    mutating func startNoting() {
        notes = ChangeNotes(isOn: true)
        keptCount = elements.count
    }

    /// The places of the stored elements that changed since.
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

    /// Reserves memory, at least twice the current capacity, so that the cost of many small calls stays linear.
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

/// A table that records its changed keys.
struct NotingTable<Key: Hashable & Sendable, Value: Sendable>: Sendable, ChangeNoting {
    /// The content of the table.
    private(set) var all: [Key: Value]
    private(set) var notes = ChangeNotes<Key, Value?>()

    init(_ all: [Key: Value] = [:]) { self.all = all }

    /// The number of keys with a value.
    var count: Int { all.count }
    /// Whether no key has a value.
    var isEmpty: Bool { all.isEmpty }

    mutating func startNoting() { notes = ChangeNotes(isOn: true) }

    /// The keys that changed since the last stored change, with their current values.
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

/// An event in the recording of changes.
enum NotingMoment: Sendable {
    /// Recording starts; the existing content counts as stored.
    case started
    /// A step begins.
    case stepBegan
    /// The changes since the beginning of the step are undone.
    case stepUndone
    /// All changes are stored.
    case kept
}

/// A collection that records which of its parts changed since the last stored change.
protocol ChangeNoting {
    /// Records changes from now on; the existing content counts as stored.
    mutating func startNoting()
    /// Begins a step, which ``undo()`` can undo.
    mutating func begin()
    /// Undoes the changes since ``begin()``.
    mutating func undo()
    /// Marks all changes as stored.
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
