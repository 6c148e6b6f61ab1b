/// A key whose own bits are spread well enough to name a slot of a table.
package protocol TableKey: Hashable, Sendable, BitwiseCopyable {
    /// The bits that name the slot, the lowest ones first.
    var spread: UInt64 { get }
}

/// A dictionary for keys that need no hashing: open addressing, linear probing, no marks for what was removed.
///
/// Every purchase uses several; beside a `Dictionary` it saves the hash function and most of the reference counts.
/// The entries stand in one array, and a table of slots says where. Its order depends on nothing but what was done to it.
package struct QuickTable<Key: TableKey, Value: Sendable>: Sendable {
    private struct Entry: Sendable {
        let key: Key
        var value: Value
    }

    /// The entries, in the order in which they were put in, but that the last one takes the index of one that is removed.
    private var entries: [Entry] = []
    private var slots = TableSlots()

    /// An empty table.
    package init() {}

    /// How many entries there are.
    package var count: Int { entries.count }
    /// Whether there is no entry.
    package var isEmpty: Bool { entries.isEmpty }
    /// All keys, in the order of `values`.
    package var keys: [Key] { entries.map(\.key) }
    /// All values, in the order of `keys`.
    package var values: [Value] { entries.map(\.value) }

    /// The value of a key; `nil` when it has none.
    package subscript(_ key: Key) -> Value? {
        get { read(key) { $0 } }
        set {
            if let newValue { put(newValue, for: key) } else { removeValue(forKey: key) }
        }
    }

    /// Whether a key has a value.
    package func contains(_ key: Key) -> Bool { find(key) != nil }

    /// What `body` makes of a value, which is not copied for that; `nil` when there is none.
    package func read<Result>(_ key: Key, _ body: (Value) -> Result) -> Result? {
        guard let slot = find(key) else { return nil }
        let index = slots.index(at: slot)
        return entries.withUnsafeBufferPointer { body($0[index].value) }
    }

    /// What `body` makes of the key and the value at an index in the order of `values`, which are not copied for that.
    package func read<Result>(at index: Int, _ body: (Key, Value) -> Result) -> Result {
        entries.withUnsafeBufferPointer { body($0[index].key, $0[index].value) }
    }

    /// Puts a value in, in place of the one that the key may have.
    ///
    /// - Returns: whether the key had none.
    @discardableResult
    package mutating func put(_ value: consuming Value, for key: Key) -> Bool {
        if let slot = find(key) {
            entries[slots.index(at: slot)].value = value
            return false
        }
        slots.insert(spread: key.spread, index: entries.count)
        entries.append(Entry(key: key, value: value))
        return true
    }

    /// Changes a value in its place; `nil` when there is none.
    package mutating func update<Result>(_ key: Key, _ body: (inout Value) -> Result) -> Result? {
        guard let slot = find(key) else { return nil }
        return body(&entries[slots.index(at: slot)].value)
    }

    /// Removes a value; `nil` when there is none.
    ///
    /// - Parameter isMeant: whether the value that the key has is to be removed; it is not copied for that.
    @discardableResult
    package mutating func removeValue(forKey key: Key, where isMeant: (Value) -> Bool = { _ in true }) -> Value? {
        guard let slot = find(key) else { return nil }
        let index = slots.index(at: slot)
        guard entries.withUnsafeBufferPointer({ isMeant($0[index].value) }) else { return nil }
        slots.remove(at: slot)
        // Both entries are moved: a copy would count every reference in them up and down.
        var removed = entries.removeLast()
        if index != entries.count {
            slots.move(spread: removed.key.spread, from: entries.count, to: index)
            swap(&entries[index], &removed)
        }
        slots.shrink(toHold: entries.count)
        return removed.value
    }

    /// Reads what is known of many keys, before they are looked up one after the other, so that the waits for memory overlap.
    ///
    /// - Parameter touch: reads what the values refer to, and gives anything that it read.
    package func readAhead(_ keys: [Key], _ touch: (Value) -> UInt64) {
        // A small table is in the processor's caches.
        guard slots.areMany else { return }
        ReadingAhead.use(keys.reduce(0) { $0 &+ slots.first(spread: $1.spread) })
        entries.withUnsafeBufferPointer { entries in
            // The reads of one round do not depend on each other, so the processor waits for many at once.
            let found = keys.compactMap { key in find(key).map { slots.index(at: $0) } }
            ReadingAhead.use(found.reduce(0) { $0 &+ touch(entries[$1].value) })
        }
    }

    /// The slot of a key; `nil` when it has none.
    private func find(_ key: Key) -> Int? {
        entries.withUnsafeBufferPointer { entries in
            slots.find(spread: key.spread) { entries[$0].key == key }
        }
    }
}
