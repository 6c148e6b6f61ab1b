/// The updates in memory, oldest first, in arrays that never change once they are here.
///
/// A batch comes in as it is and is read where it is: neither writing nor reading copies an update. Only runs of very
/// small batches are put together, once for each update, so that a reader who is behind need not come for each.
struct UpdateChunks: Sendable {
    private struct Chunk: Sendable {
        let first: UInt64
        let updates: [StoreUpdate]
    }

    private var chunks: [Chunk] = []
    /// How many at the end are small and were not put together yet, and their updates.
    private var loose = (chunks: 0, updates: 0)
    /// The number of the oldest update; `next` when there is none.
    private(set) var first: UInt64
    /// The number that the next update will have.
    private(set) var next: UInt64

    /// A batch with fewer is small.
    private static let small = 16
    /// As many updates of small batches make one array.
    private static let together = 64
    /// No array is longer: as much is kept alive by a reader who stopped in the middle of one.
    private static let limit = 1_024

    init(_ updates: [StoreUpdate], next: UInt64) {
        (first, self.next) = (next - UInt64(updates.count), next - UInt64(updates.count))
        append(updates)
    }

    var count: Int { Int(next - first) }

    mutating func append(_ batch: [StoreUpdate]) {
        guard batch.count > Self.limit else { return add(batch) }
        for start in stride(from: 0, to: batch.count, by: Self.limit) {
            add(Array(batch[start..<min(start + Self.limit, batch.count)]))
        }
    }

    private mutating func add(_ updates: [StoreUpdate]) {
        guard !updates.isEmpty else { return }
        chunks.append(Chunk(first: next, updates: updates))
        next += UInt64(updates.count)
        guard updates.count < Self.small else {
            loose = (0, 0)
            return
        }
        loose = (loose.chunks + 1, loose.updates + updates.count)
        if loose.updates >= Self.together { putTogether() }
    }

    private mutating func putTogether() {
        let run = chunks.count - loose.chunks..<chunks.count
        var updates: [StoreUpdate] = []
        updates.reserveCapacity(loose.updates)
        for chunk in chunks[run] { updates += chunk.updates }
        let merged = Chunk(first: chunks[run.lowerBound].first, updates: updates)
        chunks.removeSubrange(run)
        chunks.append(merged)
        loose = (0, 0)
    }

    /// At most `limit` updates from this number on, which has to be here.
    func portion(from number: UInt64, limit: Int) -> UpdatePortion {
        let chunk = chunks[place(of: number)]
        let start = Int(number - chunk.first)
        return UpdatePortion(chunk.updates, start..<min(start + limit, chunk.updates.count))
    }

    /// Which array has this number: for most readers the last one.
    private func place(of number: UInt64) -> Int {
        var (low, high) = (0, chunks.count - 1)
        if chunks[high].first <= number { return high }
        while low + 1 < high {
            let middle = (low + high) / 2
            if chunks[middle].first <= number { low = middle } else { high = middle }
        }
        return low
    }

    /// Drops the oldest arrays that have nothing from this number on.
    ///
    /// - Returns: the dropped, whose end takes longer than this does.
    mutating func drop(before number: UInt64) -> [[StoreUpdate]] {
        guard number > first, !chunks.isEmpty else { return [] }
        // The loose ones are the newest and few.
        let end = min(number >= next ? chunks.count : place(of: number), chunks.count - loose.chunks)
        guard end > 0 else { return [] }
        let dropped = chunks[..<end].map(\.updates)
        chunks.removeFirst(end)
        first = chunks.first?.first ?? next
        return dropped
    }
}
