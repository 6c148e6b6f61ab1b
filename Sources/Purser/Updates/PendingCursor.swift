/// A cursor for the next named user: it begins at the opening of that user's ledger, however late it is read.
package final class PendingCursor: Sendable {
    private let start: UpdateStart
    /// The named user's log, with the cursor of the first loop, until that loop takes it.
    private let bound = Lock<(log: UpdateLog, cursor: UInt64, first: UpdateLog.Cursor?)?>(nil)

    /// Makes a cursor without a user, which begins here in that user's ledger; `.now` is the opening.
    package init(from start: UpdateStart) { self.start = start }

    /// Connects it to the log of the named user; called before anything is recorded in that session.
    package func bind(to log: UpdateLog) {
        let cursor = log.cursor(of: start) ?? log.opening
        // The first loop reports the failure when the beginning is no longer kept.
        let first = try? log.reader(after: cursor)
        bound.withLock { $0 = (log, cursor, first) }
    }

    /// The consumer of one loop; `nil` while no user was named.
    package func reader() throws(PurchaseFailure) -> UpdateLog.Cursor? {
        let bound = bound.withLock { bound in
            defer { bound?.first = nil }
            return bound
        }
        if let first = bound?.first { return first }
        return try bound?.log.reader(after: bound?.cursor)
    }
}

/// The cursors that wait for the next user; one without references is not kept.
package struct PendingCursors: Sendable {
    private struct Entry: Sendable {
        weak var reader: PendingCursor?
    }

    private var entries: [Entry] = []
    /// The number of entries at which released ones are removed.
    private var sweepAt = 16

    /// No consumers.
    package init() {}

    /// How many are kept, including some that were released lately.
    package var count: Int { entries.count }

    /// Adds one.
    package mutating func add(_ reader: PendingCursor) {
        if entries.count >= sweepAt {
            entries.removeAll { $0.reader == nil }
            sweepAt = max(16, 2 * entries.count)
        }
        entries.append(Entry(reader: reader))
    }

    /// Connects all of them to the log of the named user, and keeps none.
    package mutating func bind(to log: UpdateLog) {
        for entry in entries { entry.reader?.bind(to: log) }
        self = PendingCursors()
    }
}
