/// A key whose own bits are spread well enough to name a place in a table.
package protocol TableKey: Hashable, Sendable {
    /// The bits that name the place, the lowest ones first.
    var spread: UInt64 { get }
}

/// A dictionary for keys that need no hashing: open addressing, the next free slot, no marks for what was removed.
///
/// On the way of every purchase, several times; beside a `Dictionary` it saves the hash function and most of the
/// reference counts. Its order depends on nothing but what was done to it.
package struct QuickTable<Key: TableKey, Value: Sendable>: Sendable {
    // Apart from the values, so that looking for a key touches no reference count.
    private var keyOfSlot: [Key?] = []
    private var valueOfSlot: [Value?] = []
    /// How many there are.
    package private(set) var count = 0

    private static var smallest: Int { 16 }
    /// It does not shrink below this: one that fills and drains with every batch would do little else.
    private static var shrinksAbove: Int { 4_096 }

    package init() {}

    package var isEmpty: Bool { count == 0 }
    package var keys: [Key] { keyOfSlot.compactMap { $0 } }
    package var values: [Value] { valueOfSlot.compactMap { $0 } }

    package subscript(_ key: Key) -> Value? {
        get {
            guard let slot = slot(of: key) else { return nil }
            return valueOfSlot[slot]
        }
        set {
            if let slot = slot(of: key) {
                if newValue == nil { _ = remove(slot) } else { valueOfSlot[slot] = newValue }
            } else if newValue != nil {
                if (count + 1) * 4 > keyOfSlot.count * 3 { resize(to: max(Self.smallest, keyOfSlot.count * 2)) }
                put(key, newValue)
                count += 1
            }
        }
    }

    /// Changes a value in its place; `nil` when there is none.
    package mutating func update<Result>(_ key: Key, _ body: (inout Value) -> Result) -> Result? {
        guard let slot = slot(of: key), var value = valueOfSlot[slot].take() else { return nil }
        defer { valueOfSlot[slot] = value }
        return body(&value)
    }

    @discardableResult
    package mutating func removeValue(forKey key: Key) -> Value? { slot(of: key).flatMap { remove($0) } }

    private func slot(of key: Key) -> Int? {
        guard count > 0 else { return nil }
        let mask = keyOfSlot.count - 1
        var slot = Int(truncatingIfNeeded: key.spread) & mask
        while let other = keyOfSlot[slot] {
            if other == key { return slot }
            slot = (slot + 1) & mask
        }
        return nil
    }

    private mutating func put(_ key: Key, _ value: Value?) {
        let mask = keyOfSlot.count - 1
        var slot = Int(truncatingIfNeeded: key.spread) & mask
        while keyOfSlot[slot] != nil { slot = (slot + 1) & mask }
        keyOfSlot[slot] = key
        valueOfSlot[slot] = value
    }

    private mutating func remove(_ slot: Int) -> Value? {
        let value = valueOfSlot[slot].take()
        keyOfSlot[slot] = nil
        count -= 1
        closeGap(at: slot)
        if keyOfSlot.count > Self.shrinksAbove, count * 8 < keyOfSlot.count { resize(to: keyOfSlot.count / 2) }
        return value
    }

    /// Moves up those that stand behind a gap only because their own slots were taken.
    private mutating func closeGap(at gap: Int) {
        let mask = keyOfSlot.count - 1
        var gap = gap
        var slot = (gap + 1) & mask
        while let key = keyOfSlot[slot] {
            let home = Int(truncatingIfNeeded: key.spread) & mask
            if (slot - home) & mask >= (slot - gap) & mask {
                keyOfSlot.swapAt(gap, slot)
                valueOfSlot.swapAt(gap, slot)
                gap = slot
            }
            slot = (slot + 1) & mask
        }
    }

    private mutating func resize(to size: Int) {
        let (keys, values) = (keyOfSlot, valueOfSlot)
        keyOfSlot = [Key?](repeating: nil, count: size)
        valueOfSlot = [Value?](repeating: nil, count: size)
        for (key, value) in zip(keys, values) { if let key { put(key, value) } }
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
    /// Neighbours stay together in eights, for they are used together; the eights are scattered.
    package var spread: UInt64 {
        let mixed = ((number >> 3) ^ launch) &* 0x9E37_79B9_7F4A_7C15
        return (mixed >> 32) << 3 | number & 7
    }
}
