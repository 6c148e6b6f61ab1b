/// What is kept of a transaction in a few bytes.
protocol ArchiveEntry: Sendable {
    /// Stands for the transaction's identifier.
    var id: Fingerprint { get }
}

/// Entries found by their fingerprints; it grows in small steps, so that no purchase waits for it.
struct ArchiveTable<Entry: ArchiveEntry>: Sendable {
    private struct Shard: Sendable {
        var entries: [Entry] = []
        /// Indexes into `entries`, plus one, at the slot that the fingerprint names or one of the next; 0 is free.
        ///
        /// The upper half of a slot holds the upper half of the fingerprint's `low`. A transaction that is not archived is
        /// thereby found to be missing without reading `entries`, which are too large for the processor's caches.
        var slots: [UInt64] = []

        func slot(of id: Fingerprint) -> Int? {
            guard !slots.isEmpty else { return nil }
            let mask = slots.count - 1
            var slot = Int(truncatingIfNeeded: id.low) & mask
            while slots[slot] != 0 {
                if slots[slot] >> 32 == id.low >> 32, entries[index(slot)].id == id { return slot }
                slot = (slot + 1) & mask
            }
            return slot
        }

        /// The content of the first slot that is looked at for a fingerprint.
        func home(of id: Fingerprint) -> UInt64 {
            slots.isEmpty ? 0 : slots[Int(truncatingIfNeeded: id.low) & (slots.count - 1)]
        }

        func index(_ slot: Int) -> Int { Int(UInt32(truncatingIfNeeded: slots[slot])) - 1 }

        private mutating func fill(_ slot: Int, _ id: Fingerprint, _ index: Int) {
            slots[slot] = id.low & 0xFFFF_FFFF_0000_0000 | UInt64(index + 1)
        }

        mutating func insert(_ entry: Entry) -> Bool {
            if (entries.count + 1) * 4 > slots.count * 3 { grow() }
            guard let slot = slot(of: entry.id) else { return false }
            guard slots[slot] == 0 else {
                entries[index(slot)] = entry
                return false
            }
            if entries.count == entries.capacity { entries.reserveCapacity(max(16, entries.count + entries.count / 4)) }
            entries.append(entry)
            fill(slot, entry.id, entries.count - 1)
            return true
        }

        private mutating func grow() {
            slots = [UInt64](repeating: 0, count: max(16, slots.count * 2))
            for (index, entry) in entries.enumerated() {
                var slot = Int(truncatingIfNeeded: entry.id.low) & (slots.count - 1)
                while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
                fill(slot, entry.id, index)
            }
        }
    }

    private var shards: [Shard] = []
    /// How many there are.
    private(set) var count = 0

    /// Whether there are so many that the processor's caches cannot hold them.
    var isLarge: Bool { count > 10_000 }

    /// The entry of a transaction; `nil` when it is not archived.
    subscript(_ id: Fingerprint) -> Entry? {
        guard count > 0 else { return nil }
        let shard = Int(id.high >> 56)
        guard let slot = shards[shard].slot(of: id), shards[shard].slots[slot] != 0 else { return nil }
        return shards[shard].entries[shards[shard].index(slot)]
    }

    /// Reads the slots of these fingerprints, so that they are in the processor's caches when they are looked up.
    ///
    /// The processor loads them at the same time; looked up one by one, each would be waited for.
    func readAhead(_ ids: [Fingerprint]) {
        guard isLarge else { return }
        var read: UInt64 = 0
        for id in ids { read &+= shards[Int(id.high >> 56)].home(of: id) }
        ReadingAhead.use(read)
    }

    /// Puts one in, in place of an earlier one of the same transaction.
    mutating func insert(_ entry: Entry) {
        if shards.isEmpty { shards = [Shard](repeating: Shard(), count: 256) }
        if shards[Int(entry.id.high >> 56)].insert(entry) { count += 1 }
    }

    /// All of them, some at a time.
    func chunks(_ body: ([Entry]) throws -> Void) rethrows {
        for shard in shards where !shard.entries.isEmpty { try body(shard.entries) }
    }
}
