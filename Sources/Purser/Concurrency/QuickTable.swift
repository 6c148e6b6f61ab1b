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
        return body(slots.values[slot])
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
        return body(&slots.values[slot])
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

/// The slots of a table: a value is there where a key is, and nothing else is ever initialized or destroyed.
private final class QuickSlots<Key: TableKey, Value> {
    let size: Int
    // Apart from the values, so that looking for a key touches little memory and no reference count.
    let keys: UnsafeMutablePointer<Key?>
    let values: UnsafeMutablePointer<Value>
    /// Which slots are taken, once more: the end of a generic class is compiled for all keys at once, and would take long
    /// to find out from the keys.
    private let taken: UnsafeMutablePointer<Bool>

    init(size: Int) {
        self.size = size
        keys = .allocate(capacity: size)
        values = .allocate(capacity: size)
        taken = .allocate(capacity: size)
        keys.initialize(repeating: nil, count: size)
        taken.initialize(repeating: false, count: size)
    }

    deinit {
        for slot in 0..<size where taken[slot] { (values + slot).deinitialize(count: 1) }
        keys.deallocate()
        values.deallocate()
        taken.deallocate()
    }

    func map<Result>(_ body: (Key, Value) -> Result) -> [Result] {
        (0..<size).compactMap { slot in keys[slot].map { body($0, values[slot]) } }
    }

    func find(_ key: Key) -> Int? {
        let slot = slotOrGap(for: key)
        return keys[slot] == nil ? nil : slot
    }

    /// Where the key stands, or would stand; there is always a gap.
    private func slotOrGap(for key: Key) -> Int {
        var slot = home(of: key)
        while let other = keys[slot], other != key { slot = next(slot) }
        return slot
    }

    private func home(of key: Key) -> Int { Int(truncatingIfNeeded: key.spread) & (size - 1) }
    private func next(_ slot: Int) -> Int { (slot + 1) & (size - 1) }

    func put(_ value: consuming Value, for key: Key) -> Bool {
        let slot = slotOrGap(for: key)
        guard keys[slot] == nil else {
            values[slot] = value
            return false
        }
        keys[slot] = key
        taken[slot] = true
        (values + slot).initialize(to: value)
        return true
    }

    /// Empties a slot, and moves up those that stand behind it only because their own slots were taken.
    func clear(_ slot: Int) -> Value {
        let value = (values + slot).move()
        var gap = slot
        var other = next(slot)
        while let key = keys[other] {
            if (other - home(of: key)) & (size - 1) >= (other - gap) & (size - 1) {
                keys[gap] = key
                (values + gap).moveInitialize(from: values + other, count: 1)
                gap = other
            }
            other = next(other)
        }
        keys[gap] = nil
        taken[gap] = false
        return value
    }

    /// The same in the same places.
    func copied() -> QuickSlots {
        let copy = QuickSlots(size: size)
        for slot in 0..<size {
            guard let key = keys[slot] else { continue }
            copy.keys[slot] = key
            copy.taken[slot] = true
            (copy.values + slot).initialize(to: values[slot])
        }
        return copy
    }

    /// Moves everything into another number of slots; nothing but its end may come after that.
    func moved(to size: Int) -> QuickSlots {
        let new = QuickSlots(size: size)
        for slot in 0..<self.size {
            guard let key = keys[slot] else { continue }
            let place = new.slotOrGap(for: key)
            new.keys[place] = key
            new.taken[place] = true
            (new.values + place).moveInitialize(from: values + slot, count: 1)
            taken[slot] = false
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

extension PaymentToken: TableKey {
    /// Numbers in a row fall far from each other, and evenly: multiples of the golden ratio.
    package var spread: UInt64 { ((number ^ launch) &* 0x9E37_79B9_7F4A_7C15) >> 20 }
}
