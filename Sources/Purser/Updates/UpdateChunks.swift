/// The updates in memory, oldest first, in immutable arrays that consumers share.
///
/// Only runs of very small batches are merged, each update once.
struct UpdateChunks: Sendable {
    private struct Chunk: Sendable {
        let first: UInt64
        let updates: [StoreUpdate]
    }

    private var chunks: [Chunk] = []
    /// How many arrays at the end are small and not merged yet, and the total number of their updates.
    private var loose = (chunks: 0, updates: 0)
    private(set) var first: UInt64
    private(set) var next: UInt64

    private static let small = 16
    /// When small batches have as many updates together, they are merged into one array.
    private static let mergedCount = 64
    /// No array is longer, because a consumer that stops inside an array keeps all of it in memory.
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
        if loose.updates >= Self.mergedCount { mergeLoose() }
    }

    private mutating func mergeLoose() {
        let run = chunks.count - loose.chunks..<chunks.count
        var updates: [StoreUpdate] = []
        updates.reserveCapacity(loose.updates)
        for chunk in chunks[run] { updates += chunk.updates }
        let merged = Chunk(first: chunks[run.lowerBound].first, updates: updates)
        chunks.removeSubrange(run)
        chunks.append(merged)
        loose = (0, 0)
    }

    /// At most `limit` updates from this number on, which has to be in memory.
    func portion(from number: UInt64, limit: Int) -> UpdatePortion {
        let chunk = chunks[index(of: number)]
        let start = Int(number - chunk.first)
        return UpdatePortion(chunk.updates, start..<min(start + limit, chunk.updates.count))
    }

    /// The index of the array that has this number: for most consumers the last one.
    private func index(of number: UInt64) -> Int {
        if let last = chunks.last, last.first <= number { return chunks.count - 1 }
        return chunks.boundary(after: { $0.first <= number }) - 1
    }

    /// Drops the oldest arrays before this number, and returns them, to be released while no task waits.
    mutating func drop(before number: UInt64) -> [[StoreUpdate]] {
        guard number > first, !chunks.isEmpty else { return [] }
        // Arrays that are not merged yet stay: they are the newest, and few.
        let end = min(number >= next ? chunks.count : index(of: number), chunks.count - loose.chunks)
        guard end > 0 else { return [] }
        let dropped = chunks[..<end].map(\.updates)
        chunks.removeFirst(end)
        first = chunks.first?.first ?? next
        return dropped
    }
}

/// Some updates that follow each other, in an array that all consumers share.
@usableFromInline
package struct UpdatePortion: Sendable {
    @usableFromInline let updates: [StoreUpdate]
    @usableFromInline var position: Int
    @usableFromInline let end: Int

    /// No updates.
    package static let empty = UpdatePortion([], 0..<0)

    /// Some of the updates of an array.
    package init(_ updates: [StoreUpdate], _ range: Range<Int>) {
        self.updates = updates
        position = range.lowerBound
        end = range.upperBound
    }

    /// How many were not taken yet.
    package var count: Int { end - position }

    /// Takes the next update; `nil` when all were taken.
    @inlinable
    mutating func take() -> StoreUpdate? {
        guard position < end else { return nil }
        defer { position += 1 }
        return updates[position]
    }
}
