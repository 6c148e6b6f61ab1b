/// A table that holds the latest so many keys: when one too many comes, the one that came first is forgotten.
///
/// For what is remembered of things that may never be asked for again, so that it does not fill the memory.
package struct RecentTable<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    /// How many keys it holds at most.
    package let limit: Int
    private var values: [Key: Value] = [:]
    private var order = Fifo<Key>()

    /// An empty table of so many keys at most.
    package init(limit: Int) { self.limit = limit }

    /// The value of a key; `nil` when it never came, was removed, or is forgotten.
    package subscript(_ key: Key) -> Value? { values.isEmpty ? nil : values[key] }

    /// How many keys there are.
    package var count: Int { values.count }

    /// Sets the value of a key; one that is here keeps its age.
    ///
    /// - Returns: whether it was not here.
    @discardableResult
    package mutating func put(_ value: Value, for key: Key) -> Bool {
        guard values.updateValue(value, forKey: key) == nil else { return false }
        order.append(key)
        while order.count > limit, let oldest = order.popFirst() { values[oldest] = nil }
        return true
    }

    /// Removes a key; its room is another's once it would have been forgotten.
    package mutating func remove(_ key: Key) { values[key] = nil }
}
