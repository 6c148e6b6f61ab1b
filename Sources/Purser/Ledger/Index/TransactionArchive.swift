/// What is kept of consumables with which nothing is left to be done, found by their fingerprints.
///
/// It grows in small steps, so that no purchase waits for it.
package struct TransactionArchive: Sendable {
    private struct Shard: Sendable {
        var entries: [ArchivedTransaction] = []
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
    /// The products that the entries name.
    var products = ArchivedProducts()
    /// How many there are.
    package private(set) var count = 0
    /// An archive without entries.
    package init() {}

    /// Whether there are so many that the processor's caches cannot hold them.
    var isLarge: Bool { count > 10_000 }

    /// The entry of a transaction; `nil` when it is not archived.
    package subscript(_ id: Fingerprint) -> ArchivedTransaction? {
        guard count > 0 else { return nil }
        let shard = Int(id.high >> 56)
        guard let slot = shards[shard].slot(of: id), shards[shard].slots[slot] != 0 else { return nil }
        return shards[shard].entries[shards[shard].index(slot)]
    }

    /// Reads the slots of these fingerprints, so that they are in the processor's caches when they are looked up.
    ///
    /// The processor loads them at the same time; looked up one by one, each would be waited for.
    package func readAhead(_ ids: [Fingerprint]) {
        guard isLarge else { return }
        var read: UInt64 = 0
        for id in ids { read &+= shards[Int(id.high >> 56)].home(of: id) }
        ReadingAhead.use(read)
    }

    /// Puts one in, in place of an earlier one of the same transaction.
    package mutating func insert(_ entry: ArchivedTransaction) {
        if shards.isEmpty { shards = [Shard](repeating: Shard(), count: 256) }
        if shards[Int(entry.id.high >> 56)].insert(entry) { count += 1 }
    }

    /// All of them, some at a time.
    package func chunks(_ body: ([ArchivedTransaction]) throws -> Void) rethrows {
        for shard in shards where !shard.entries.isEmpty { try body(shard.entries) }
    }
}

extension TransactionArchive {
    /// What is kept of a transaction; `nil` when it cannot be archived at all.
    mutating func entry(for transaction: StoreTransaction, _ key: Fingerprint, _ sequence: UInt64)
        -> ArchivedTransaction?
    {
        products.add(transaction.productID).flatMap {
            ArchivedTransaction(transaction, id: key, sequence: sequence, product: $0)
        }
    }

    /// An archived transaction as it was, as far as that is known; a later description gives the rest.
    func transaction(of entry: ArchivedTransaction, like later: StoreTransaction) -> StoreTransaction? {
        products.name(at: entry.product).map { entry.transaction(like: later, productID: $0) }
    }

    /// Whether a description says of an archived transaction what is not known yet; the rule is that of
    /// ``StoreTransaction/isNews(after:)``.
    func isNews(_ transaction: StoreTransaction, after entry: ArchivedTransaction) -> Bool {
        if let signed = transaction.signedTime, signed < entry.signedTime { return false }
        // A description that cannot be archived differs from one that was.
        guard let product = products.index(of: transaction.productID),
            let new = ArchivedTransaction(transaction, id: entry.id, sequence: entry.sequence, product: product)
        else { return true }
        return !new.isSameState(as: entry)
    }

    /// Notes that the store signed the same state at a later date.
    mutating func sign(_ id: Fingerprint, _ date: Timestamp) {
        guard var entry = self[id] else { return }
        entry.signedTime = date
        insert(entry)
    }
}
