/// A key whose own bits are distributed well enough to choose a slot of a table.
package protocol TableKey: Hashable, Sendable, BitwiseCopyable {
    /// The bits that name the slot, the lowest ones first.
    var spread: UInt64 { get }
}

/// A dictionary for keys that need no hashing: open addressing, linear probing, no tombstones.
///
/// Every purchase uses several; compared with a `Dictionary` it saves the hash function and most of the reference
/// counts. The entries are in one array, and a table of slots has their indexes. Its order depends only on the calls
/// that changed it.
package struct QuickTable<Key: TableKey, Value: Sendable>: Sendable {
    private struct Entry: Sendable {
        let key: Key
        var value: Value
    }

    /// The entries, in the order in which they were added, except that the last one takes the index of a removed one.
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
        get { read(key) { copy $0 } }
        set {
            if let newValue { put(newValue, for: key) } else { removeValue(forKey: key) }
        }
    }

    /// Whether a key has a value.
    package func contains(_ key: Key) -> Bool { find(key) != nil }

    /// Calls `body` with a value, without copying it; `nil` when there is none.
    package func read<Result>(_ key: Key, _ body: (borrowing Value) -> Result) -> Result? {
        guard let slot = find(key) else { return nil }
        return entries.inPlace(at: slots.index(at: slot)) { body($0.value) }
    }

    /// Calls `body` with the key and the value at an index in the order of `values`, without copying them.
    package func read<Result>(at index: Int, _ body: (Key, borrowing Value) -> Result) -> Result {
        entries.inPlace(at: index) { body($0.key, $0.value) }
    }

    /// Sets the value of a key, and returns whether the key was new.
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

    /// Changes a value in its place; a key without one gets a value first.
    package mutating func update(_ key: Key, default value: @autoclosure () -> Value, _ body: (inout Value) -> Void) {
        if let slot = find(key) { return body(&entries[slots.index(at: slot)].value) }
        var new = value()
        body(&new)
        put(new, for: key)
    }

    /// Removes the value of a key if `isMeant`, which reads it without a copy; `nil` when none was removed.
    @discardableResult
    package mutating func removeValue(forKey key: Key, where isMeant: (borrowing Value) -> Bool = { _ in true })
        -> Value?
    {
        guard let slot = find(key) else { return nil }
        let index = slots.index(at: slot)
        guard entries.inPlace(at: index, { isMeant($0.value) }) else { return nil }
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

    /// Reads the entries of many keys, before they are looked up one after the other, so that the waits for memory
    /// overlap.
    ///
    /// - Parameter touch: reads the memory that a value refers to, and returns anything that it read.
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

    private func find(_ key: Key) -> Int? {
        entries.withUnsafeBufferPointer { entries in
            slots.find(spread: key.spread) { entries[$0].key == key }
        }
    }
}

/// A table that keeps the latest keys up to a limit: when it is full, a new key replaces the oldest one.
///
/// For data that may never be read again, so that it does not fill the memory.
package struct RecentTable<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    /// The maximum number of keys.
    package let limit: Int
    private var values: [Key: Value] = [:]
    private var order = Fifo<Key>()

    /// Makes an empty table with a maximum number of keys.
    package init(limit: Int) { self.limit = limit }

    /// The value of a key; `nil` when it was never set, was removed, or was dropped.
    package subscript(_ key: Key) -> Value? { values.isEmpty ? nil : values[key] }

    /// How many keys there are.
    package var count: Int { values.count }

    /// Sets the value of a key, which keeps its age if it is known; returns whether the key was new.
    @discardableResult
    package mutating func put(_ value: Value, for key: Key) -> Bool {
        guard values.updateValue(value, forKey: key) == nil else { return false }
        order.append(key)
        while order.count > limit, let oldest = order.popFirst() { values[oldest] = nil }
        return true
    }
}
