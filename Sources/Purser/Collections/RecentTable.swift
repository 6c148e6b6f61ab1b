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

    /// Sets the value of a key; a known key keeps its age.
    ///
    /// - Returns: whether the key was new.
    @discardableResult
    package mutating func put(_ value: Value, for key: Key) -> Bool {
        guard values.updateValue(value, forKey: key) == nil else { return false }
        order.append(key)
        while order.count > limit, let oldest = order.popFirst() { values[oldest] = nil }
        return true
    }
}
