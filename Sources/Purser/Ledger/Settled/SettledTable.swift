/// All settled transactions, by their fingerprints; it grows in small steps, so that no purchase waits for it.
package struct SettledTable: Sendable {
    private struct Shard: Sendable {
        var entries: [SettledTransaction] = []
        /// Places in `entries`, plus one, at the slot that the fingerprint names or one of the next; 0 is free.
        var slots: [UInt32] = []

        func slot(of id: Fingerprint) -> Int? {
            guard !slots.isEmpty else { return nil }
            var slot = Int(truncatingIfNeeded: id.low) & (slots.count - 1)
            while slots[slot] != 0, entries[Int(slots[slot]) - 1].id != id { slot = (slot + 1) & (slots.count - 1) }
            return slot
        }

        mutating func insert(_ entry: SettledTransaction) -> Bool {
            if (entries.count + 1) * 4 > slots.count * 3 { grow() }
            guard let slot = slot(of: entry.id) else { return false }
            guard slots[slot] == 0 else {
                entries[Int(slots[slot]) - 1] = entry
                return false
            }
            if entries.count == entries.capacity { entries.reserveCapacity(max(16, entries.count + entries.count / 4)) }
            entries.append(entry)
            slots[slot] = UInt32(entries.count)
            return true
        }

        private mutating func grow() {
            slots = [UInt32](repeating: 0, count: max(16, slots.count * 2))
            for (index, entry) in entries.enumerated() {
                if let slot = slot(of: entry.id) { slots[slot] = UInt32(index + 1) }
            }
        }
    }

    private var shards: [Shard] = []
    /// How many there are.
    package private(set) var count = 0

    package init() {}

    package subscript(_ id: Fingerprint) -> SettledTransaction? {
        guard count > 0 else { return nil }
        let shard = shards[Int(id.high >> 56)]
        guard let slot = shard.slot(of: id), shard.slots[slot] != 0 else { return nil }
        return shard.entries[Int(shard.slots[slot]) - 1]
    }

    /// Puts one in, in the place of an earlier one of the same transaction.
    package mutating func insert(_ entry: SettledTransaction) {
        if shards.isEmpty { shards = [Shard](repeating: Shard(), count: 256) }
        if shards[Int(entry.id.high >> 56)].insert(entry) { count += 1 }
    }

    /// All of them, some at a time.
    package func chunks(_ body: ([SettledTransaction]) throws -> Void) rethrows {
        for shard in shards where !shard.entries.isEmpty { try body(shard.entries) }
    }
}
