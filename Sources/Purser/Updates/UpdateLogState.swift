/// The updates in memory, and how far each consumer has read.
package struct UpdateLogState: Sendable {
    /// What a consumer finds.
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
    /// By consumer, the number of the last update that it got; `free` where there is no consumer.
    private var cursors: [UInt64] = []
    private var freeIndices: [Int] = []
    /// The number after which the named consumer that is furthest behind resumes; `free` where there is none.
    private var acknowledged = free
    private let kept: Int
    /// Whether dropped updates can be read from a storage, so that none are kept for slow consumers.
    private let isStored: Bool
    /// How many are kept for slow consumers at most, where they cannot be read from a storage.
    private let unread: Int
    /// When there are more updates than this, it is checked which can be dropped.
    private var trimAt: Int

    /// How many updates memory keeps at most when there is a storage: a fast consumer is never further behind.
    private static let keptWhenStored = 1_024
    /// How many updates a consumer gets at a time; in between, its loop checks for cancellation.
    package static let portion = 256
    /// How many updates are dropped at a time, at least: for fewer it is not worth looking at every consumer.
    private static let slack = 256
    private static let free = UInt64.max

    /// The latest updates of a log without consumers, in order and without gap.
    ///
    /// So many stay in memory as `kept` says, and `unread` for consumers that have not got them; dropped ones can be
    /// read from a storage where `isStored`.
    package init(
        updates: [StoreUpdate], nextSequence: UInt64, kept: Int, unread: Int = .max, isStored: Bool = false
    ) {
        self.updates = UpdateChunks(updates, next: nextSequence)
        self.isStored = isStored
        self.unread = min(.max / 4, max(0, unread))
        // The upper limit is more than any memory holds, and small enough that sums do not overflow.
        self.kept = min(isStored ? Self.keptWhenStored : .max / 4, max(0, kept))
        trimAt = self.kept + Self.slack
    }

    /// The number that the next update will have.
    package var nextSequence: UInt64 { updates.next }

    /// The number of the oldest update in memory; `nextSequence` when there is none.
    package var oldestKept: UInt64 { updates.first }

    /// The number of the oldest update that a consumer has not got or not acknowledged; otherwise `nextSequence`.
    package var oldestNeeded: UInt64 {
        let oldest = min(cursors.min() ?? Self.free, acknowledged)
        return oldest == Self.free ? nextSequence : oldest + 1
    }

    /// Takes new updates, and returns those that nobody needs any more, to be released where nobody waits.
    package mutating func append(_ new: [StoreUpdate]) -> [[StoreUpdate]] {
        updates.append(new)
        return updates.count > trimAt ? trim() : []
    }

    /// Drops the updates that no consumer needs, except the newest `kept`, and those that consumers are too slow for.
    private mutating func trim() -> [[StoreUpdate]] {
        let oldest = nextSequence - min(UInt64(unread), nextSequence)
        let needed = isStored ? nextSequence : max(oldestNeeded, oldest)
        let dropped = updates.drop(before: min(needed, nextSequence - UInt64(kept)))
        // The more updates a slow consumer holds back, the later the next check.
        trimAt = updates.count + max(Self.slack, isStored ? 0 : (updates.count - kept) / 4)
        return dropped
    }

    /// Registers a consumer that has seen everything up to `cursor`, and gives it a number.
    package mutating func register(after cursor: UInt64) -> Int {
        // A number that was not given yet counts as the present.
        let cursor = min(cursor, nextSequence - 1)
        if let index = freeIndices.popLast() {
            cursors[index] = cursor
            return index
        }
        cursors.append(cursor)
        return cursors.count - 1
    }

    /// Keeps what follows a number for named consumers, up to their limit; `nil` when there is no consumer.
    package mutating func keep(after number: UInt64?) { acknowledged = number ?? Self.free }

    /// Removes a consumer; its number may be given to another one.
    package mutating func unregister(_ reader: Int) {
        cursors[reader] = Self.free
        freeIndices.append(reader)
    }

    /// The consumer's next updates, at most `limit`, and moves its cursor behind them.
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

    /// Moves a consumer's cursor, because it got everything up to a number in another way.
    package mutating func moved(_ reader: Int, to cursor: UInt64) { cursors[reader] = cursor }
}
