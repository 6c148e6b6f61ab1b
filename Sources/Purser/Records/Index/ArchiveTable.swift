/// The bytes of archived transactions, found by their fingerprints; it grows in small steps, so that no purchase waits
/// for it.
struct ArchiveTable: Sendable {
    private struct Shard: Sendable {
        /// Fingerprints, each with its bytes after it; those of replaced ones are removed when the shard grows.
        var entries = ByteStrings()
        /// Indexes into `entries`, plus one, in the slot that the fingerprint names or one of the next; 0 is free.
        ///
        /// The other bits are bits of the fingerprint, so that a missing one is recognised without reading `entries`.
        var slots: [UInt32] = []
        var count = 0

        /// The bits of a slot for the index: it is less than the number of slots, a power of 2.
        private var indexBits: UInt32 { UInt32(truncatingIfNeeded: slots.count - 1) }

        private func tag(of id: Fingerprint) -> UInt32 { UInt32(truncatingIfNeeded: id.low >> 32) & ~indexBits }

        private func slot(of id: Fingerprint) -> Int {
            let (mask, indexBits, tag) = (slots.count - 1, indexBits, tag(of: id))
            var slot = Int(truncatingIfNeeded: id.low) & mask
            while slots[slot] != 0 {
                if slots[slot] & ~indexBits == tag, entries.read(index(slot), { Fingerprint($0) == id }) { return slot }
                slot = (slot + 1) & mask
            }
            return slot
        }

        /// The content of the first slot that is looked at for a fingerprint.
        func home(of id: Fingerprint) -> UInt64 {
            slots.isEmpty ? 0 : UInt64(slots[Int(truncatingIfNeeded: id.low) & (slots.count - 1)])
        }

        private func index(_ slot: Int) -> Int { Int(slots[slot] & indexBits) - 1 }

        func index(of id: Fingerprint) -> Int? {
            guard count > 0 else { return nil }
            let slot = slot(of: id)
            return slots[slot] == 0 ? nil : index(slot)
        }

        /// Adds an entry; returns whether its fingerprint is new.
        mutating func insert(_ entry: UnsafeRawBufferPointer) -> Bool {
            if (entries.count + 1) * 4 > slots.count * 3 { grow() }
            let id = Fingerprint(entry)
            let slot = slot(of: id)
            let isNew = slots[slot] == 0
            if isNew { count += 1 }
            entries.append(entry)
            slots[slot] = tag(of: id) | UInt32(entries.count)
            return isNew
        }

        /// Removes what was replaced, and makes at least as many slots free as are used.
        private mutating func grow() {
            if count < entries.count { entries = current }
            var size = 16
            while size < count * 2 { size *= 2 }
            slots = [UInt32](repeating: 0, count: size)
            for index in 0..<entries.count {
                let id = entries.read(index) { Fingerprint($0) }
                var slot = Int(truncatingIfNeeded: id.low) & (size - 1)
                while slots[slot] != 0 { slot = (slot + 1) & (size - 1) }
                slots[slot] = tag(of: id) | UInt32(index + 1)
            }
        }

        var current: ByteStrings {
            guard count < entries.count else { return entries }
            var isCurrent = [Bool](repeating: false, count: entries.count)
            for slot in slots.indices where slots[slot] != 0 { isCurrent[index(slot)] = true }
            var current = ByteStrings()
            for index in isCurrent.indices where isCurrent[index] { entries.read(index) { current.append($0) } }
            return current
        }
    }

    private var shards: [Shard] = []
    private(set) var count = 0

    var size: Int { shards.reduce(0) { $0 + $1.entries.size } }

    /// The bytes in a record of a snapshot, about.
    private static let portionSize = 256 << 10

    var isLarge: Bool { count > 10_000 }

    /// Calls `body` with the bytes of a fingerprint; `nil` when it has none.
    func read<Result>(_ id: Fingerprint, _ body: (UnsafeRawBufferPointer) -> Result) -> Result? {
        guard count > 0 else { return nil }
        let shard = shards[Self.shard(of: id)]
        return shard.index(of: id).map { shard.entries.read($0) { body(Self.content(of: $0)) } }
    }

    /// Reads the slots of these fingerprints into the processor's caches, many at a time.
    func readAhead(_ ids: [Fingerprint]) {
        guard isLarge else { return }
        ReadingAhead.use(ids.reduce(0) { $0 &+ home(of: $1) })
    }

    /// The content of the first slot for a fingerprint; only when there are entries.
    func home(of id: Fingerprint) -> UInt64 { shards[Self.shard(of: id)].home(of: id) }

    /// Adds a fingerprint and the bytes after it, in place of earlier bytes of the same fingerprint.
    mutating func insert(_ entry: UnsafeRawBufferPointer) {
        if shards.isEmpty { shards = [Shard](repeating: Shard(), count: 256) }
        if shards[Self.shard(of: Fingerprint(entry))].insert(entry) { count += 1 }
    }

    func portions(_ body: (ByteStrings) throws -> Void) rethrows {
        var portion = ByteStrings()
        for entries in shards.lazy.map(\.current) {
            for index in 0..<entries.count {
                entries.read(index) { portion.append($0) }
                guard portion.size >= Self.portionSize else { continue }
                try body(portion)
                portion = ByteStrings()
            }
        }
        if portion.count > 0 { try body(portion) }
    }

    static func content(of entry: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(rebasing: entry[Fingerprint.size...])
    }

    private static func shard(of id: Fingerprint) -> Int { Int(id.high >> 56) }
}

extension Fingerprint {
    /// How many bytes an entry begins with.
    static let size = 16

    fileprivate init(_ entry: UnsafeRawBufferPointer) { self.init(high: entry.number(at: 0), low: entry.number(at: 8)) }

    func write(to writer: inout FieldWriter) {
        writer.word(high)
        writer.word(low)
    }
}
