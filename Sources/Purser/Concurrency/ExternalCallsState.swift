/// The running external calls, and the time limit of each.
///
/// A worker makes one call at a time. When a call times out, its worker counts as gone, even if it still runs.
package struct ExternalCallsState: Sendable {
    /// A function that is called when a call times out.
    package typealias Overdue = @Sendable () -> Void

    private struct Worker: Sendable {
        var deadline: Duration?
        var name = ""
        var overdue: Overdue?
        var hasTimedOut = false
    }

    private var workers = QuickTable<ExternalWorkerID, Worker>()
    private var reminders: [(time: Duration, body: Overdue)] = []
    private var lastID: UInt64 = 0
    /// The workers that have not timed out.
    private var present = 0
    /// When every call has to return, because the store ends.
    private var end: Duration?
    /// When the watch checks next; `nil` when it waits to be woken.
    private var nextLook: Duration?
    /// The shortest limit of the calls that began since the last check, also of those that have returned.
    private var shortestLimit: Duration?
    /// The number of consecutive times that the watch was woken for calls that had already returned.
    private var vainLooks = 0
    /// After this many needless checks in a row, the watch sleeps for the shortest recent limit, also without running
    /// calls: a new call then need not wake it.
    ///
    /// A store that opens, makes a few calls and closes starts no timer, which would cost it two changes of threads.
    static let vainLookLimit = 4

    /// No workers.
    package init() {}

    /// Whether all is to end.
    package var isEnding: Bool { end != nil }

    /// Whether only timed-out calls run.
    package var isQuiet: Bool { present == 0 }

    /// A worker begins; `nil` when the store ends.
    package mutating func workerBegan() -> ExternalWorkerID? {
        guard !isEnding else { return nil }
        lastID += 1
        let id = ExternalWorkerID(number: lastID)
        workers.put(Worker(), for: id)
        present += 1
        return id
    }

    /// Whether a worker has begun and not ended.
    package func isRunning(_ id: ExternalWorkerID) -> Bool { workers.contains(id) }

    /// A worker has ended; returns whether it was the last for which the end of the store waits.
    package mutating func workerEnded(_ id: ExternalWorkerID) -> Bool {
        guard let worker = workers.removeValue(forKey: id), !worker.hasTimedOut else { return false }
        present -= 1
        return isEnding && isQuiet
    }

    /// Records the beginning of a worker's call, which only the end of the store limits if it has no limit of its own;
    /// returns whether the watch has to be woken for a time that is earlier than its next check.
    package mutating func callBegan(
        _ id: ExternalWorkerID, _ name: String, at now: Duration, within limit: Duration?, _ overdue: @escaping Overdue
    ) -> Bool {
        let own = limit.map { now + $0 }
        let deadline = end.map { min($0, own ?? $0) } ?? own
        let isNoted = workers.update(id) { worker in
            // A worker that timed out before frees no second place.
            guard !worker.hasTimedOut else { return false }
            worker.deadline = deadline
            worker.name = name
            worker.overdue = overdue
            return true
        }
        guard isNoted == true, let deadline else { return false }
        if let limit { shortestLimit = min(shortestLimit ?? limit, limit) }
        return isSooner(deadline)
    }

    /// Records that a worker's call has returned; returns whether it timed out.
    package mutating func callEnded(_ id: ExternalWorkerID) -> Bool {
        workers.update(id) { worker in
            worker.deadline = nil
            worker.overdue = nil
            return worker.hasTimedOut
        } ?? true
    }

    /// Whether a worker timed out.
    package func hasTimedOut(_ id: ExternalWorkerID) -> Bool { workers.read(id) { $0.hasTimedOut } ?? true }

    /// A function is to be called at a time, unless the store ends before; returns whether the watch has to be woken.
    package mutating func remind(at time: Duration, _ body: @escaping Overdue) -> Bool {
        guard !isEnding else { return false }
        reminders.append((time, body))
        return isSooner(time)
    }

    /// Whether the watch must be woken for a time, which is then recorded, so that further calls need not wake it.
    private mutating func isSooner(_ time: Duration) -> Bool {
        if let nextLook, nextLook <= time { return false }
        nextLook = time
        return true
    }

    /// Records that the store ends, by this time.
    package mutating func ending(by time: Duration) {
        guard end == nil else { return }
        end = time
        reminders = []
        for id in workers.keys {
            workers.update(id) { worker in
                if worker.overdue != nil { worker.deadline = min(worker.deadline ?? time, time) }
            }
        }
    }

    /// Marks the calls over their limits as timed out; returns the functions to call, in the order in which the workers
    /// began, the names of the timed-out calls in this order, and the time of the next check.
    package mutating func looked(at now: Duration) -> (due: [Overdue], left: [String], next: Duration?) {
        var due: [Overdue] = []
        var left: [String] = []
        var next: Duration?
        for id in workers.keys.sorted(by: { $0.number < $1.number }) {
            guard let worker = workers[id], let deadline = worker.deadline else { continue }
            guard deadline <= now else {
                next = min(next ?? deadline, deadline)
                continue
            }
            workers.put(Worker(hasTimedOut: true), for: id)
            present -= 1
            left.append(worker.name)
            if let overdue = worker.overdue { due.append(overdue) }
        }
        for reminder in reminders where reminder.time <= now { due.append(reminder.body) }
        reminders.removeAll { $0.time <= now }
        for reminder in reminders { next = min(next ?? reminder.time, reminder.time) }
        // A reminder may be far away: without the other time each call until then would wake the watch.
        nextLook = [next, vainLook(at: now)].compactMap(\.self).min()
        shortestLimit = nil
        return (due, left, nextLook)
    }

    /// The next check after needless ones; `nil` to sleep until a call wakes the watch.
    ///
    /// Calls begin and end faster than it checks, and waking it at each would cost more than they do. It sleeps until
    /// the first call that may begin from now on can time out, so that it is woken at most once in that time.
    private mutating func vainLook(at now: Duration) -> Duration? {
        guard let shortestLimit, !isEnding else {
            vainLooks = 0
            return nil
        }
        vainLooks += 1
        return vainLooks < Self.vainLookLimit ? nil : now + shortestLimit
    }
}

/// The number of a worker, counted from 1 in the order in which they began.
package struct ExternalWorkerID: TableKey {
    /// The number.
    package let number: UInt64
    package var spread: UInt64 { number &* 0x9E37_79B9_7F4A_7C15 }
}
