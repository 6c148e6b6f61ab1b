import Purser

/// The sleepers with their deadlines, and the current time, of a `VirtualClock`.
struct VirtualClockState<Waiter: Sendable>: Sendable {
    /// The result of registering a sleeper.
    enum Registration {
        case sleeps
        case isDue
        case isCancelled
    }

    /// The result of a jump to the earliest deadline.
    enum Jump {
        /// The due sleepers, in the order in which they went to sleep.
        case woke([Waiter])
        /// No task sleeps.
        case nobody
        /// The earliest deadline is after the limit.
        case beyond
    }

    private enum Sleeper: Sendable {
        case starting
        case cancelled
        /// The date was set before it slept.
        case isDue
        case sleeping(Waiter)
    }

    private(set) var now: Duration = .zero
    private var sleepers: [UInt64: Sleeper] = [:]
    /// Those of them that sleep until a date of the calendar.
    private var dated: Set<UInt64> = []
    /// The deadlines, the earliest first; of equal ones the first registered.
    ///
    /// A slice, because its first ones are removed.
    private var deadlines: ArraySlice<Deadline> = []
    private var lastID: UInt64 = 0

    var sleeping: Int {
        sleepers.values.count { if case .sleeping = $0 { true } else { false } }
    }

    /// Makes an entry for a sleeper before it sleeps, so that an earlier cancellation can be recorded there.
    ///
    /// - Parameter isDated: whether it sleeps until a date of the calendar, and so wakes when that is set.
    mutating func begin(isDated: Bool = false) -> UInt64 {
        lastID += 1
        sleepers[lastID] = .starting
        if isDated { dated.insert(lastID) }
        return lastID
    }

    /// Removes an entry of a task that does not sleep after all.
    mutating func end(_ id: UInt64) { remove(id) }

    private mutating func remove(_ id: UInt64) {
        sleepers[id] = nil
        dated.remove(id)
    }

    mutating func register(_ waiter: Waiter, id: UInt64, deadline: Duration) -> Registration {
        switch sleepers[id] {
        case .cancelled?:
            remove(id)
            return .isCancelled
        case .isDue?:
            remove(id)
            return .isDue
        case .starting?, .sleeping?, nil: break
        }
        guard deadline > now else {
            remove(id)
            return .isDue
        }
        sleepers[id] = .sleeping(waiter)
        let index = deadlines.boundary(after: { ($0.time, $0.id) < (deadline, id) })
        deadlines.insert(Deadline(time: deadline, id: id), at: index)
        return .sleeps
    }

    /// Records a cancellation; returns the sleeper to wake with an error, if it sleeps already.
    mutating func cancelled(id: UInt64) -> Waiter? {
        switch sleepers[id] {
        case .starting?, .isDue?: sleepers[id] = .cancelled
        case .sleeping(let waiter)?:
            remove(id)
            return waiter
        case .cancelled?, nil: break
        }
        return nil
    }

    /// Advances to the earliest deadline and removes all sleepers with it.
    mutating func jump(limit: Duration) -> Jump {
        guard let deadline = earliestDeadline() else { return .nobody }
        guard deadline <= limit else { return .beyond }
        return .woke(advance(to: deadline))
    }

    /// Advances to `time`, never back, and removes all sleepers whose deadline has passed.
    mutating func advance(to time: Duration) -> [Waiter] {
        now = max(now, time)
        var due: [Waiter] = []
        while let deadline = deadlines.first, deadline.time <= now {
            deadlines.removeFirst()
            if let waiter = wake(deadline.id) { due.append(waiter) }
        }
        return due
    }

    /// Removes all that sleep until a date of the calendar, in the order in which they went to sleep: the date was set,
    /// and they check it again.
    mutating func takeDated() -> [Waiter] {
        dated.sorted().compactMap { id in
            if let waiter = wake(id) { return waiter }
            if case .starting? = sleepers[id] { sleepers[id] = .isDue }
            return nil
        }
    }

    /// Removes all sleepers, due or not.
    mutating func takeAll() -> [Waiter] {
        let all = sleepers.keys.sorted().compactMap { wake($0) }
        deadlines = []
        return all
    }

    private mutating func wake(_ id: UInt64) -> Waiter? {
        guard case .sleeping(let waiter)? = sleepers[id] else { return nil }
        remove(id)
        return waiter
    }

    /// Cancelled sleepers leave their deadline behind; it is dropped when it is the earliest.
    private mutating func earliestDeadline() -> Duration? {
        while let deadline = deadlines.first {
            if sleepers[deadline.id] != nil { return deadline.time }
            deadlines.removeFirst()
        }
        return nil
    }
}

/// A deadline and its sleeper; of equal times the lower number comes first.
private struct Deadline {
    let time: Duration
    let id: UInt64
}
