/// A key whose own bits are spread well enough to name a place in a table.
package protocol TableKey: Hashable, Sendable, BitwiseCopyable {
    /// The bits that name the place, the lowest ones first.
    var spread: UInt64 { get }
}

/// A dictionary for keys that need no hashing: open addressing, the next free slot, no marks for what was removed.
///
/// On the way of every purchase, several times; beside a `Dictionary` it saves the hash function and most of the
/// reference counts. At most half of the slots are taken, so that a key stands where it belongs or right behind it.
/// Its order depends on nothing but what was done to it.
package struct QuickTable<Key: TableKey, Value: Sendable>: @unchecked Sendable {
    // `@unchecked`: the slots are a class that is written to only while no other table shares them, as an array's are.
    private var slots: QuickSlots<Key, Value>?
    /// How many there are.
    package private(set) var count = 0

    private static var smallest: Int { 16 }
    /// It does not shrink below this: one that fills and drains with every batch would do little else.
    private static var shrinksAbove: Int { 4_096 }

    package init() {}

    package var isEmpty: Bool { count == 0 }
    package var keys: [Key] { slots?.map { key, _ in key } ?? [] }
    package var values: [Value] { slots?.map { _, value in value } ?? [] }

    package subscript(_ key: Key) -> Value? {
        get { read(key) { $0 } }
        set {
            if let newValue { put(newValue, for: key) } else { removeValue(forKey: key) }
        }
    }

    package func contains(_ key: Key) -> Bool { slots?.find(key) != nil }

    /// What `body` makes of a value, which is not copied for that; `nil` when there is none.
    package func read<Result>(_ key: Key, _ body: (Value) -> Result) -> Result? {
        guard let slots, let slot = slots.find(key) else { return nil }
        return slots.read(slot, body)
    }

    /// Has the places of many keys brought into the processor's caches, before they are looked up one after the other:
    /// so they are waited for together.
    ///
    /// - Parameter touch: reads what the values refer to, and gives anything that it read.
    package mutating func readAhead(_ keys: [Key], _ touch: (Value) -> UInt64) {
        // A small table is in the caches.
        guard slots.map(\.size) ?? 0 > Self.shrinksAbove else { return }
        ownSlots()?.readAhead(keys, touch)
    }

    /// Puts a value in, in place of the one that the key may have.
    ///
    /// - Returns: whether the key had none.
    @discardableResult
    package mutating func put(_ value: consuming Value, for key: Key) -> Bool {
        let slots = slotsWithRoom()
        let isNew = slots.put(value, for: key)
        if isNew { count += 1 }
        return isNew
    }

    /// Changes a value in its place; `nil` when there is none.
    package mutating func update<Result>(_ key: Key, _ body: (inout Value) -> Result) -> Result? {
        guard let slots = ownSlots(), let slot = slots.find(key) else { return nil }
        return slots.update(slot, body)
    }

    @discardableResult
    package mutating func removeValue(forKey key: Key) -> Value? {
        guard let slots = ownSlots(), let slot = slots.find(key) else { return nil }
        count -= 1
        let value = slots.clear(slot)
        if slots.size > Self.shrinksAbove, count * 8 < slots.size { resize(to: slots.size / 2) }
        return value
    }

    /// Slots that no other table shares.
    private mutating func ownSlots() -> QuickSlots<Key, Value>? {
        if slots != nil, !isKnownUniquelyReferenced(&slots) { slots = slots?.copied() }
        return slots
    }

    private mutating func slotsWithRoom() -> QuickSlots<Key, Value> {
        if let slots = ownSlots(), (count + 1) * 2 <= slots.size { return slots }
        return resize(to: max(Self.smallest, (slots?.size ?? 0) * 2))
    }

    @discardableResult
    private mutating func resize(to size: Int) -> QuickSlots<Key, Value> {
        let larger = slots?.moved(to: size) ?? QuickSlots(size: size)
        slots = larger
        return larger
    }
}

/// The slots of a table: an entry is there where a mark is, and nothing else is ever initialized or destroyed.
private final class QuickSlots<Key: TableKey, Value> {
    /// A key beside its value, so that finding one costs the wait for one piece of memory.
    private struct Entry {
        let key: Key
        var value: Value
    }

    let size: Int
    /// What is known of each slot without a look at its entry: 0 of a free one, else the lowest bits of its key's spread.
    ///
    /// So who is not here is told from four bytes, and where an entry belongs is known without its key. The marks of
    /// 100,000 are in the processor's caches, their entries are not.
    private let marks: UnsafeMutablePointer<UInt32>
    private let entries: UnsafeMutablePointer<Entry>
    /// Ends the entries.
    ///
    /// Made where the types are known: the end of a generic class itself is compiled for all types at once, and asks for
    /// the type of each entry.
    private let end: (UnsafeMutablePointer<UInt32>, UnsafeMutablePointer<Entry>, Int) -> Void
    /// What was read ahead; only so that the compiler does not leave the reading out.
    private var readAhead: UInt64 = 0

    init(size: Int) {
        self.size = size
        marks = .allocate(capacity: size)
        entries = .allocate(capacity: size)
        marks.initialize(repeating: 0, count: size)
        end = { marks, entries, size in
            for slot in 0..<size where marks[slot] != 0 { (entries + slot).deinitialize(count: 1) }
        }
    }

    deinit {
        end(marks, entries, size)
        entries.deallocate()
        marks.deallocate()
    }

    func map<Result>(_ body: (Key, Value) -> Result) -> [Result] {
        (0..<size).compactMap { marks[$0] == 0 ? nil : body(entries[$0].key, entries[$0].value) }
    }

    func find(_ key: Key) -> Int? {
        let slot = slotOrGap(for: key)
        return marks[slot] == 0 ? nil : slot
    }

    /// The value in a slot that is taken.
    func read<Result>(_ slot: Int, _ body: (Value) -> Result) -> Result { body(entries[slot].value) }
    func update<Result>(_ slot: Int, _ body: (inout Value) -> Result) -> Result { body(&entries[slot].value) }

    private func firstByte(_ slot: Int) -> UInt64 {
        UInt64(UnsafeRawPointer(entries + slot).load(as: UInt8.self))
    }

    /// Where the key stands, or would stand; there is always a gap.
    private func slotOrGap(for key: Key) -> Int {
        let mark = Self.mark(of: key)
        var slot = home(of: mark)
        while marks[slot] != 0, marks[slot] != mark || entries[slot].key != key { slot = next(slot) }
        return slot
    }

    /// The highest bit says that the slot is taken; a table of so many slots that it would be missed fits no memory.
    private static func mark(of key: Key) -> UInt32 { UInt32(truncatingIfNeeded: key.spread) | 1 << 31 }
    private func home(of mark: UInt32) -> Int { Int(mark) & (size - 1) }
    private func next(_ slot: Int) -> Int { (slot + 1) & (size - 1) }

    /// Reads the marks, and then the entries that they show.
    ///
    /// The reads of one round do not depend on each other, so the processor waits for many at once. No references are
    /// counted: each count would be waited for by itself.
    func readAhead(_ keys: [Key], _ touch: (Value) -> UInt64) {
        var read: UInt64 = 0
        for key in keys { read &+= UInt64(marks[home(of: Self.mark(of: key))]) }
        // Also of slots that are free yet: nearly always the key is put there next.
        for key in keys { read &+= firstByte(slotOrGap(for: key)) }
        for key in keys {
            let slot = slotOrGap(for: key)
            if marks[slot] != 0 { read &+= touch(entries[slot].value) }
        }
        readAhead = read
    }

    func put(_ value: consuming Value, for key: Key) -> Bool {
        let slot = slotOrGap(for: key)
        guard marks[slot] == 0 else {
            entries[slot].value = value
            return false
        }
        marks[slot] = Self.mark(of: key)
        (entries + slot).initialize(to: Entry(key: key, value: value))
        return true
    }

    /// Empties a slot, and moves up those that stand behind it only because their own slots were taken.
    func clear(_ slot: Int) -> Value {
        let entry = (entries + slot).move()
        var gap = slot
        var other = next(slot)
        while marks[other] != 0 {
            if (other - home(of: marks[other])) & (size - 1) >= (other - gap) & (size - 1) {
                marks[gap] = marks[other]
                (entries + gap).moveInitialize(from: entries + other, count: 1)
                gap = other
            }
            other = next(other)
        }
        marks[gap] = 0
        return entry.value
    }

    /// The same in the same places.
    func copied() -> QuickSlots {
        let copy = QuickSlots(size: size)
        for slot in 0..<size where marks[slot] != 0 {
            copy.marks[slot] = marks[slot]
            (copy.entries + slot).initialize(to: entries[slot])
        }
        return copy
    }

    /// Moves everything into another number of slots; nothing but its end may come after that.
    func moved(to size: Int) -> QuickSlots {
        let new = QuickSlots(size: size)
        for slot in 0..<self.size where marks[slot] != 0 {
            var place = new.home(of: marks[slot])
            while new.marks[place] != 0 { place = new.next(place) }
            new.marks[place] = marks[slot]
            (new.entries + place).moveInitialize(from: entries + slot, count: 1)
            marks[slot] = 0
        }
        return new
    }
}

extension Fingerprint: TableKey {
    package var spread: UInt64 { low }
}

extension QuickTable where Key == Fingerprint {
    /// The value for a transaction's identifier.
    package subscript(id: String) -> Value? { self[Fingerprint(of: id)] }
}
