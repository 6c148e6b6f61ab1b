/// The updates in memory, and how far each consumer has read.
package struct UpdateLogState: Sendable {
    /// The result of a consumer's read.
    package enum Finding: Sendable {
        /// Its next updates, at least one.
        case updates(UpdatePortion)
        /// Its next updates are no longer in memory: those after one number and before another.
        case stored(after: UInt64, before: UInt64)
        /// It has missed its next updates, from one number to another: they are no longer kept.
        case missed(first: UInt64, last: UInt64)
        /// It has read everything.
        case nothing
    }

    private var updates: UpdateChunks
    /// The number of the last update that each consumer has read; `free` for an unused index.
    private var cursors: [UInt64] = []
    private var freeIndices: [Int] = []
    /// The number after which the slowest named consumer resumes; `free` when there is none.
    private var acknowledged = free
    private let kept: Int
    /// Whether dropped updates can be read from a storage, so that none are kept for slow consumers.
    private let isStored: Bool
    /// How many are kept for slow consumers at most, when they cannot be read from a storage.
    private let unread: Int
    /// When there are more updates than this, it is checked which can be dropped.
    private var trimAt: Int

    /// How many updates memory keeps at most when there is a storage: a fast consumer is never further behind.
    private static let keptWhenStored = 1_024
    /// How many updates a consumer gets at a time; in between, its loop checks for cancellation.
    package static let portion = 256
    /// The least number of updates that are dropped at a time: for fewer it does not pay to check every consumer.
    private static let slack = 256
    private static let free = UInt64.max

    /// Makes a log without consumers, from the latest updates in order and without gaps.
    ///
    /// It keeps `kept` updates in memory, and `unread` for consumers that have not read them; with `isStored` dropped
    /// ones can be read from a storage.
    package init(
        updates: [StoreUpdate], nextSequence: UInt64, kept: Int, unread: Int = .max, isStored: Bool = false
    ) {
        self.updates = UpdateChunks(updates, next: nextSequence)
        self.isStored = isStored
        self.unread = min(.max / 4, max(0, unread))
        // The upper limit is above any memory size, and small enough that sums do not overflow.
        self.kept = min(isStored ? Self.keptWhenStored : .max / 4, max(0, kept))
        trimAt = self.kept + Self.slack
    }

    /// The number that the next update will have.
    package var nextSequence: UInt64 { updates.next }

    /// The number of the oldest update in memory; `nextSequence` when there is none.
    package var oldestKept: UInt64 { updates.first }

    var inMemory: [StoreUpdate] {
        var (all, next) = ([StoreUpdate](), oldestKept)
        while next < nextSequence {
            var portion = updates.portion(from: next, limit: Self.portion)
            next += UInt64(portion.count)
            while let update = portion.take() { all.append(update) }
        }
        return all
    }

    /// The number of the oldest update that a consumer has not read or not acknowledged; otherwise `nextSequence`.
    package var oldestNeeded: UInt64 {
        let oldest = min(cursors.min() ?? Self.free, acknowledged)
        return oldest == Self.free ? nextSequence : oldest + 1
    }

    /// Appends new updates, and returns those that are no longer needed, to be released while no task waits.
    package mutating func append(_ new: [StoreUpdate]) -> [[StoreUpdate]] {
        updates.append(new)
        return updates.count > trimAt ? trim() : []
    }

    /// Drops the updates that no consumer needs, except the newest `kept`, and those that were not read in time.
    private mutating func trim() -> [[StoreUpdate]] {
        let oldest = nextSequence - min(UInt64(unread), nextSequence)
        let needed = isStored ? nextSequence : max(oldestNeeded, oldest)
        let dropped = updates.drop(before: min(needed, nextSequence - UInt64(kept)))
        // The more updates a slow consumer keeps in memory, the later the next check.
        trimAt = updates.count + max(Self.slack, isStored ? 0 : (updates.count - kept) / 4)
        return dropped
    }

    /// Registers a consumer that has read everything up to `cursor`, and returns its number.
    package mutating func register(after cursor: UInt64) -> Int {
        // A number that is not assigned yet counts as the latest one.
        let cursor = min(cursor, nextSequence - 1)
        if let index = freeIndices.popLast() {
            cursors[index] = cursor
            return index
        }
        cursors.append(cursor)
        return cursors.count - 1
    }

    /// Keeps the updates after a number for named consumers, up to their limit; `nil` when there is no consumer.
    package mutating func keep(after number: UInt64?) { acknowledged = number ?? Self.free }

    /// Removes a consumer; its number may be reused.
    package mutating func unregister(_ reader: Int) {
        cursors[reader] = Self.free
        freeIndices.append(reader)
    }

    /// The consumer's next updates, at most `limit`; moves its cursor after them.
    package mutating func read(_ reader: Int, limit: Int = portion) -> Finding {
        let cursor = cursors[reader]
        guard cursor < nextSequence - 1 else { return .nothing }
        guard cursor + 1 >= oldestKept else {
            return isStored
                ? .stored(after: cursor, before: oldestKept) : .missed(first: cursor + 1, last: oldestKept - 1)
        }
        let portion = updates.portion(from: cursor + 1, limit: limit)
        cursors[reader] = cursor + UInt64(portion.count)
        return .updates(portion)
    }

    /// The first portion after a number, for consumers that have all read up to it; `nil` when there is nothing after it.
    package func portion(after cursor: UInt64) -> UpdatePortion? {
        guard cursor < nextSequence - 1, cursor + 1 >= oldestKept else { return nil }
        return updates.portion(from: cursor + 1, limit: Self.portion)
    }

    /// Moves a consumer's cursor, because it got the updates up to a number in another way.
    package mutating func moved(_ reader: Int, to cursor: UInt64) { cursors[reader] = cursor }
}
