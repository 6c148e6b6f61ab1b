/// A key whose own bits are spread well enough to name a place in a table.
package protocol TableKey: Hashable, Sendable {
    /// The bits that name the place, the lowest ones first.
    var spread: UInt64 { get }
}

/// A dictionary for keys that need no hashing: open addressing, the next free slot, no marks for what was removed.
///
/// On the way of every purchase, several times; beside a `Dictionary` it saves the hash function and most of the
/// reference counts. At most half of the slots are taken, so that a key stands where it belongs or right behind it.
/// Its order depends on nothing but what was done to it.
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
            if let newValue { put(newValue, for: key) } else { removeValue(forKey: key) }
        }
    }

    /// What `body` makes of a value, which is not copied for that; `nil` when there is none.
    package func read<Result>(_ key: Key, _ body: (borrowing Value) -> Result) -> Result? {
        guard let slot = slot(of: key) else { return nil }
        return valueOfSlot.withUnsafeBufferPointer { values in
            if case .some(let value) = values[slot] { body(value) } else { nil }
        }
    }

    package func contains(_ key: Key) -> Bool { slot(of: key) != nil }

    /// Puts a value in, in place of the one that the key may have.
    package mutating func put(_ value: consuming Value, for key: Key) {
        if (count + 1) * 2 > keyOfSlot.count { resize(to: max(Self.smallest, keyOfSlot.count * 2)) }
        let slot = slotOrGap(for: key)
        if keyOfSlot[slot] == nil {
            keyOfSlot[slot] = key
            count += 1
        }
        valueOfSlot[slot] = value
    }

    /// Changes a value in its place; `nil` when there is none.
    package mutating func update<Result>(_ key: Key, _ body: (inout Value) -> Result) -> Result? {
        guard let slot = slot(of: key) else { return nil }
        guard var value = valueOfSlot[slot].take() else { return nil }
        defer { valueOfSlot[slot] = value }
        return body(&value)
    }

    @discardableResult
    package mutating func removeValue(forKey key: Key) -> Value? {
        guard let slot = slot(of: key) else { return nil }
        count -= 1
        let value = clear(slot)
        if keyOfSlot.count > Self.shrinksAbove, count * 8 < keyOfSlot.count { resize(to: keyOfSlot.count / 2) }
        return value
    }

    private func slot(of key: Key) -> Int? {
        guard count > 0 else { return nil }
        let slot = slotOrGap(for: key)
        return keyOfSlot[slot] == nil ? nil : slot
    }

    /// Where the key stands, or would stand; there is always a gap.
    private func slotOrGap(for key: Key) -> Int {
        keyOfSlot.withUnsafeBufferPointer { keys in
            let mask = keys.count - 1
            var slot = Self.home(of: key, mask)
            while let other = keys[slot], other != key { slot = (slot + 1) & mask }
            return slot
        }
    }

    private static func home(of key: Key, _ mask: Int) -> Int { Int(truncatingIfNeeded: key.spread) & mask }

    /// Empties a slot, and moves up those that stand behind it only because their own slots were taken.
    private mutating func clear(_ slot: Int) -> Value? {
        keyOfSlot.withUnsafeMutableBufferPointer { keys in
            valueOfSlot.withUnsafeMutableBufferPointer { values in
                let mask = keys.count - 1
                let value = values[slot].take()
                var gap = slot
                var next = (gap + 1) & mask
                while let key = keys[next] {
                    if (next - Self.home(of: key, mask)) & mask >= (next - gap) & mask {
                        keys[gap] = key
                        values[gap] = values[next].take()
                        gap = next
                    }
                    next = (next + 1) & mask
                }
                keys[gap] = nil
                return value
            }
        }
    }

    private mutating func resize(to size: Int) {
        var (keys, values): ([Key?], [Value?]) = ([], [])
        swap(&keys, &keyOfSlot)
        swap(&values, &valueOfSlot)
        keyOfSlot = [Key?](repeating: nil, count: size)
        valueOfSlot = [Value?](repeating: nil, count: size)
        values.withUnsafeMutableBufferPointer { values in
            for (place, key) in keys.enumerated() {
                guard let key else { continue }
                let slot = slotOrGap(for: key)
                keyOfSlot[slot] = key
                valueOfSlot[slot] = values[place].take()
            }
        }
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
