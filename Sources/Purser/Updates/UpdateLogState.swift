/// The updates that are kept in memory, and who still has to read which of them.
package struct UpdateLogState: Sendable {
    /// What a reader finds.
    package enum Finding: Sendable {
        /// Its next ones, at least one.
        case updates(UpdatePortion)
        /// Those after `cursor` and before `end`, which memory has no more.
        case stored(after: UInt64, before: UInt64)
        /// It has read everything.
        case nothing
    }

    private var updates: UpdateChunks
    /// By reader, the number of the last update that it got; `free` where there is no reader.
    private var cursors: [UInt64] = []
    private var freePlaces: [Int] = []
    private let kept: Int
    /// Whether what is dropped here can be read elsewhere, so that nothing is kept for slow readers.
    private let isStored: Bool
    private var trimAt: Int

    /// With a storage behind it, memory holds no more than a fast reader may be behind.
    private static let keptWhenStored = 1_024
    /// What a reader takes at a visit, after which it is asked again whether it was cancelled.
    package static let portion = 256
    /// Dropping less at a time is not worth looking at every reader.
    private static let slack = 256
    private static let free = UInt64.max

    package init(updates: [StoreUpdate], nextSequence: UInt64, kept: Int, isStored: Bool = false) {
        self.updates = UpdateChunks(updates, next: nextSequence)
        self.isStored = isStored
        // At most far beyond any memory, and far from overflow.
        self.kept = min(isStored ? Self.keptWhenStored : .max / 4, max(0, kept))
        trimAt = self.kept + Self.slack
    }

    /// The number that the next update will have.
    package var nextSequence: UInt64 { updates.next }

    /// The number of the oldest update that memory has; `nextSequence` when there is none.
    package var oldestKept: UInt64 { updates.first }

    /// The number of the oldest update that a reader still has to get; `nextSequence` when there is none.
    package var oldestNeeded: UInt64 {
        let oldest = cursors.min() ?? Self.free
        return oldest == Self.free ? nextSequence : oldest + 1
    }

    /// Takes new updates.
    ///
    /// - Returns: what nobody needs any more, to be let go of where nobody waits for that.
    package mutating func append(_ new: [StoreUpdate]) -> [[StoreUpdate]] {
        updates.append(new)
        return updates.count > trimAt ? trim() : []
    }

    /// Drops what nobody waits for, but always keeps the newest `kept`.
    private mutating func trim() -> [[StoreUpdate]] {
        let needed = isStored ? nextSequence : oldestNeeded
        let dropped = updates.drop(before: min(needed, nextSequence - UInt64(kept)))
        // Readers that are behind for long are not looked at each time.
        trimAt = updates.count + max(Self.slack, isStored ? 0 : (updates.count - kept) / 4)
        return dropped
    }

    /// Registers a reader that has seen everything up to `cursor`, and gives it a number.
    package mutating func register(after cursor: UInt64) -> Int {
        // A number of the future means the present.
        let cursor = min(cursor, nextSequence - 1)
        if let place = freePlaces.popLast() {
            cursors[place] = cursor
            return place
        }
        cursors.append(cursor)
        return cursors.count - 1
    }

    package mutating func unregister(_ reader: Int) {
        cursors[reader] = Self.free
        freePlaces.append(reader)
    }

    /// The reader's next updates, at most `limit`, if memory has them.
    package mutating func read(_ reader: Int, limit: Int = portion) -> Finding {
        let cursor = cursors[reader]
        guard cursor < nextSequence - 1 else { return .nothing }
        guard cursor + 1 >= oldestKept else { return .stored(after: cursor, before: oldestKept) }
        let portion = updates.portion(from: cursor + 1, limit: limit)
        cursors[reader] = cursor + UInt64(portion.count)
        return .updates(portion)
    }

    /// The first portion after a number, for readers that all stand there; `nil` when there is nothing after it.
    package func portion(after cursor: UInt64) -> UpdatePortion? {
        guard cursor < nextSequence - 1, cursor + 1 >= oldestKept else { return nil }
        return updates.portion(from: cursor + 1, limit: Self.portion)
    }

    /// The reader got everything up to a number in another way.
    package mutating func moved(_ reader: Int, to cursor: UInt64) { cursors[reader] = cursor }
}
