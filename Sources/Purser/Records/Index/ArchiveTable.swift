/// Archived transactions found by their fingerprints; it grows in small steps, so that no purchase waits for it.
struct ArchiveTable: Sendable {
    private struct Shard: Sendable {
        var entries: [ArchivedTransaction] = []
        /// Indexes into `entries`, plus one, in the slot that the fingerprint names or one of the next; 0 is free.
        ///
        /// The other bits are bits of the fingerprint, so that a missing one is recognised without reading `entries`.
        var slots: [UInt32] = []

        /// The bits of a slot for the index: it is less than the number of slots, a power of 2.
        private var indexBits: UInt32 { UInt32(truncatingIfNeeded: slots.count - 1) }

        private func tag(of id: Fingerprint) -> UInt32 { UInt32(truncatingIfNeeded: id.low >> 32) & ~indexBits }

        func slot(of id: Fingerprint) -> Int? {
            guard !slots.isEmpty else { return nil }
            let (mask, indexBits, tag) = (slots.count - 1, indexBits, tag(of: id))
            var slot = Int(truncatingIfNeeded: id.low) & mask
            while slots[slot] != 0 {
                if slots[slot] & ~indexBits == tag, entries[index(slot)].id == id { return slot }
                slot = (slot + 1) & mask
            }
            return slot
        }

        /// The content of the first slot that is looked at for a fingerprint.
        func home(of id: Fingerprint) -> UInt64 {
            slots.isEmpty ? 0 : UInt64(slots[Int(truncatingIfNeeded: id.low) & (slots.count - 1)])
        }

        func index(_ slot: Int) -> Int { Int(slots[slot] & indexBits) - 1 }

        private mutating func fill(_ slot: Int, _ id: Fingerprint, _ index: Int) {
            slots[slot] = tag(of: id) | UInt32(index + 1)
        }

        mutating func insert(_ entry: ArchivedTransaction) -> Bool {
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

        /// Uses these entries as they are, without moving them, if there are none yet and no two are of one
        /// transaction.
        mutating func adopt(_ new: [ArchivedTransaction]) -> Bool {
            guard entries.isEmpty else { return false }
            entries = new
            makeSlots(max(16, Self.slotCount(for: new.count)))
            for (index, entry) in new.enumerated() {
                guard let slot = slot(of: entry.id), slots[slot] == 0 else {
                    self = Shard()
                    return false
                }
                fill(slot, entry.id, index)
            }
            return true
        }

        /// The number of slots: a power of 2, with at least a quarter free.
        private static func slotCount(for count: Int) -> Int {
            let least = count + count / 3 + 1
            return 1 << (Int.bitWidth - (least - 1).leadingZeroBitCount)
        }

        private mutating func makeSlots(_ count: Int) { slots = [UInt32](repeating: 0, count: count) }

        private mutating func grow() {
            makeSlots(max(16, slots.count * 2))
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

    /// Whether there are more than the processor's caches can hold.
    var isLarge: Bool { count > 10_000 }

    /// The entry of a transaction; `nil` when it is not archived.
    subscript(_ id: Fingerprint) -> ArchivedTransaction? {
        guard count > 0 else { return nil }
        let shard = Int(id.high >> 56)
        guard let slot = shards[shard].slot(of: id), shards[shard].slots[slot] != 0 else { return nil }
        return shards[shard].entries[shards[shard].index(slot)]
    }

    /// Reads the slots of these fingerprints into the processor's caches, many at a time.
    func readAhead(_ ids: [Fingerprint]) {
        guard isLarge else { return }
        ReadingAhead.use(ids.reduce(0) { $0 &+ home(of: $1) })
    }

    /// The content of the first slot for a fingerprint; only when there are entries.
    func home(of id: Fingerprint) -> UInt64 { shards[Int(id.high >> 56)].home(of: id) }

    /// Adds an entry, or replaces an earlier one of the same transaction.
    mutating func insert(_ entry: ArchivedTransaction) {
        makeShards()
        if shards[Int(entry.id.high >> 56)].insert(entry) { count += 1 }
    }

    /// Adds all of these; in the order of ``chunks(_:)`` it takes a fraction of the time.
    mutating func insert(_ entries: [ArchivedTransaction]) {
        makeShards()
        guard let shard = entries.first.map({ Int($0.id.high >> 56) }) else { return }
        if entries.allSatisfy({ Int($0.id.high >> 56) == shard }), shards[shard].adopt(entries) {
            count += entries.count
        } else {
            for entry in entries { insert(entry) }
        }
    }

    private mutating func makeShards() {
        if shards.isEmpty { shards = [Shard](repeating: Shard(), count: 256) }
    }

    /// All of them, some at a time.
    func chunks(_ body: ([ArchivedTransaction]) throws -> Void) rethrows {
        for shard in shards where !shard.entries.isEmpty { try body(shard.entries) }
    }
}
