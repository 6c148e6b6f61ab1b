/// Which calls outward are under way, and by when each has to return.
///
/// A worker makes one call at a time. One that is overdue is left behind: its worker counts as gone, whatever it still
/// does.
package struct OutwardCallsState: Sendable {
    /// What is done when a call is overdue.
    package typealias Overdue = @Sendable () -> Void

    private struct Worker: Sendable {
        var deadline: Duration?
        /// What is called, as a diagnostic names it.
        var name = ""
        var overdue: Overdue?
        var isLeftBehind = false
    }

    private var workers = QuickTable<OutwardWorkerID, Worker>()
    private var reminders: [(time: Duration, body: Overdue)] = []
    private var lastID: UInt64 = 0
    /// Workers that are not left behind.
    private var present = 0
    /// By when every call has to return, since all is to end.
    private var end: Duration?
    /// When the watch looks again; `nil` when it waits to be woken.
    private var nextLook: Duration?
    /// The shortest limit of the calls that began since the watch looked, also of those that have returned.
    private var shortestLimit: Duration?
    /// How many times in a row the watch was woken for calls that had returned when it looked.
    private var vainLooks = 0
    /// After so many vain looks the watch sleeps until a deadline that is past: then no call has to wake it before.
    ///
    /// A store that makes a call or two and closes starts no timer.
    static let vainLookLimit = 2

    /// No workers.
    package init() {}

    /// Whether all is to end.
    package var isEnding: Bool { end != nil }

    /// Whether nothing runs but what was left behind.
    package var isQuiet: Bool { present == 0 }

    /// How many workers were left behind and still run.
    package var leftBehind: Int { workers.count - present }

    /// A worker begins; `nil` when all is to end.
    package mutating func workerBegan() -> OutwardWorkerID? {
        guard !isEnding else { return nil }
        lastID += 1
        let id = OutwardWorkerID(number: lastID)
        workers.put(Worker(), for: id)
        present += 1
        return id
    }

    /// Whether a worker has begun and is not done.
    package func isRunning(_ id: OutwardWorkerID) -> Bool { workers.contains(id) }

    /// A worker is done.
    ///
    /// - Returns: whether that was the last for which the end waits.
    package mutating func workerEnded(_ id: OutwardWorkerID) -> Bool {
        guard let worker = workers.removeValue(forKey: id), !worker.isLeftBehind else { return false }
        present -= 1
        return isEnding && isQuiet
    }

    /// A worker begins a call.
    ///
    /// - Parameters:
    ///   - now: the time.
    ///   - limit: how long it may take; `nil` when only the end of all limits it.
    /// - Returns: whether the watch has to be woken for a time that is earlier than the one at which it looks again.
    package mutating func callBegan(
        _ id: OutwardWorkerID, _ name: String, at now: Duration, within limit: Duration?, _ overdue: @escaping Overdue
    ) -> Bool {
        let own = limit.map { now + $0 }
        let deadline = end.map { min($0, own ?? $0) } ?? own
        let isNoted = workers.update(id) { worker in
            // One that was left behind before frees nothing again.
            guard !worker.isLeftBehind else { return false }
            worker.deadline = deadline
            worker.name = name
            worker.overdue = overdue
            return true
        }
        guard isNoted == true, let deadline else { return false }
        if let limit { shortestLimit = min(shortestLimit ?? limit, limit) }
        return isSooner(deadline)
    }

    /// A worker's call has returned.
    package mutating func callEnded(_ id: OutwardWorkerID) {
        workers.update(id) { worker in
            worker.deadline = nil
            worker.overdue = nil
        }
    }

    /// Whether a worker was left behind.
    package func isLeftBehind(_ id: OutwardWorkerID) -> Bool { workers.read(id) { $0.isLeftBehind } ?? true }

    /// Something is to be done at a time, unless all ends before.
    ///
    /// - Returns: whether the watch has to be told.
    package mutating func remind(at time: Duration, _ body: @escaping Overdue) -> Bool {
        guard !isEnding else { return false }
        reminders.append((time, body))
        return isSooner(time)
    }

    /// Whether the watch has to be woken for a time, which it then knows: further calls need not wake it too.
    private mutating func isSooner(_ time: Duration) -> Bool {
        if let nextLook, nextLook <= time { return false }
        nextLook = time
        return true
    }

    /// All is to end, by this time.
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

    /// Leaves behind what is overdue.
    ///
    /// - Returns: what is to be done, in the order in which the workers began, the names of the calls that are left behind
    ///   in this order, and when to look again.
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
            workers.put(Worker(isLeftBehind: true), for: id)
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

    /// When the watch looks again although nothing is under way.
    ///
    /// Calls come and go faster than it looks, and waking it at each would cost more than they do. It sleeps until the first
    /// that may begin from now on can be overdue, so that it is woken at most once in that time.
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
package struct OutwardWorkerID: TableKey {
    /// The number.
    package let number: UInt64
    package var spread: UInt64 { number &* 0x9E37_79B9_7F4A_7C15 }
}
