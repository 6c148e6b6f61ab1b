/// The updates that are kept in memory, and who still has to read which of them.
package struct UpdateLogState: Sendable {
    /// What a reader gets.
    package enum Portion: Sendable {
        /// These, the reader's next ones.
        case updates([StoreUpdate])
        /// Those after `cursor` and before `end`, which memory has no more.
        case stored(after: UInt64, before: UInt64)
    }

    /// The number that the next update will have.
    package private(set) var nextSequence: UInt64
    private var updates: [StoreUpdate]
    private var cursors: [UInt64: UInt64] = [:]
    private var nextReader: UInt64 = 0
    private let kept: Int
    /// Whether what is dropped here can be read elsewhere, so that nothing is kept for slow readers.
    private let isStored: Bool
    private var trimAt: Int

    /// With a storage behind it, memory holds no more than a fast reader may be behind.
    private static let keptWhenStored = 1_024

    package init(updates: [StoreUpdate], nextSequence: UInt64, kept: Int, isStored: Bool = false) {
        self.updates = updates
        self.nextSequence = nextSequence
        self.isStored = isStored
        // At most far beyond any memory, and far from overflow.
        self.kept = min(isStored ? Self.keptWhenStored : .max / 4, max(0, kept))
        trimAt = max(1_024, 2 * self.kept)
    }

    /// The number of the oldest update that memory has; `nextSequence` when there is none.
    package var oldestKept: UInt64 { nextSequence - UInt64(updates.count) }

    /// The number of the oldest update that a reader still has to get; `nextSequence` when there is none.
    package var oldestNeeded: UInt64 { cursors.values.min().map { $0 + 1 } ?? nextSequence }

    package mutating func append(_ new: [StoreUpdate]) {
        updates.append(contentsOf: new)
        nextSequence += UInt64(new.count)
        if updates.count > trimAt { trim() }
    }

    /// Drops what nobody waits for, but always keeps the newest `kept`.
    private mutating func trim() {
        let needed = isStored ? nextSequence : oldestNeeded
        let unneeded = needed > oldestKept ? Int(needed - oldestKept) : 0
        let droppable = min(unneeded, max(0, updates.count - kept))
        if droppable > 0 { updates.removeFirst(droppable) }
        trimAt = max(1_024, 2 * kept, isStored ? 0 : 2 * updates.count)
    }

    /// Registers a reader that has seen everything up to `cursor`.
    package mutating func register(after cursor: UInt64) -> UInt64 {
        // A number of the future means the present.
        let cursor = min(cursor, nextSequence - 1)
        nextReader += 1
        cursors[nextReader] = cursor
        return nextReader
    }

    package mutating func unregister(_ reader: UInt64) { cursors[reader] = nil }

    /// The reader's next updates, at most `limit`, if memory has them.
    package mutating func read(_ reader: UInt64, limit: Int) -> Portion {
        guard let cursor = cursors[reader], cursor + 1 < nextSequence else { return .updates([]) }
        guard cursor + 1 >= oldestKept else { return .stored(after: cursor, before: oldestKept) }
        let start = Int(cursor + 1 - oldestKept)
        let end = min(updates.count, start + limit)
        cursors[reader] = oldestKept + UInt64(end) - 1
        return .updates(Array(updates[start..<end]))
    }

    /// The reader got what memory has no more.
    package mutating func moved(_ reader: UInt64, to cursor: UInt64) {
        if cursors[reader] != nil { cursors[reader] = cursor }
    }
}
