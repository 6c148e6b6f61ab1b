/// A bell that wakes everybody who waits for it, and that nobody can miss.
///
/// Owns a count of rings and the continuations of those who wait. Promises: who waits for rings after number n is
/// woken by ring n + 1, however the two race; every wait ends by a ring, by cancellation or by `close()`, exactly once;
/// sleepers wake in the order in which they came. Never resumes anybody while it holds its lock.
package final class Bell: Sendable {
    private typealias Sleeper = UnsafeContinuation<Bool, Never>

    private struct State: Sendable {
        var rings: UInt64 = 0
        var nextID: UInt64 = 0
        /// In the order in which they came, so with ascending numbers; one that has gone leaves a gap until the next ring.
        var sleepers: [(id: UInt64, sleeper: Sleeper?)] = []
        var gaps = 0
        var isClosed = false

        mutating func takeAll() -> [(id: UInt64, sleeper: Sleeper?)] {
            defer { (sleepers, gaps) = ([], 0) }
            return sleepers
        }

        mutating func add(_ id: UInt64, _ sleeper: Sleeper) {
            // Nearly always the newest; only threads that race come in another order.
            sleepers.insert((id, sleeper), at: (sleepers.last?.id ?? 0) < id ? sleepers.count : place(of: id))
        }

        /// The first place whose number is not below this one.
        private func place(of id: UInt64) -> Int {
            var (low, high) = (0, sleepers.count)
            while low < high {
                let middle = (low + high) / 2
                if sleepers[middle].id < id { low = middle + 1 } else { high = middle }
            }
            return low
        }

        mutating func remove(_ id: UInt64) -> Sleeper? {
            let place = place(of: id)
            guard place < sleepers.count, sleepers[place].id == id, let sleeper = sleepers[place].sleeper.take() else {
                return nil
            }
            gaps += 1
            if gaps > 32, gaps * 2 > sleepers.count {
                sleepers.removeAll { $0.sleeper == nil }
                gaps = 0
            }
            return sleeper
        }
    }

    private let state = Lock(State())

    package init() {}

    /// How often it has rung.
    ///
    /// Read it before looking at what the bell is about, then wait for the rings after it: nothing is missed.
    package var rings: UInt64 { state.withLock(\.rings) }

    /// How many wait at this moment.
    package var sleepers: Int { state.withLock { $0.sleepers.count - $0.gaps } }

    /// Whether `close()` was called.
    package var isClosed: Bool { state.withLock(\.isClosed) }

    /// Wakes everybody who waits, and those who are about to wait for this ring.
    package func ring() {
        let woken = state.withLock { state in
            state.rings += 1
            return state.takeAll()
        }
        for (_, sleeper) in woken { sleeper?.resume(returning: true) }
    }

    /// Ends every wait, now and later, with `CancellationError`.
    package func close() {
        let woken = state.withLock { state in
            state.isClosed = true
            return state.takeAll()
        }
        for (_, sleeper) in woken { sleeper?.resume(returning: false) }
    }

    /// Returns once it has rung more than `rings` times.
    ///
    /// - Throws: `CancellationError` when the task is cancelled or the bell closed; both go before a ring.
    package func wait(after rings: UInt64) async throws(CancellationError) {
        let id = state.withLock { state in
            state.nextID += 1
            return state.nextID
        }
        let rang = await withTaskCancellationHandler {
            await withUnsafeContinuation { sleeper in
                // The cancelled flag is read under the lock: a cancellation handler that came before this found
                // nobody to wake, but it set the flag before it took the lock.
                let answer = state.withLock { state -> Bool? in
                    if state.isClosed || Task.isCancelled { return false }
                    if state.rings > rings { return true }
                    state.add(id, sleeper)
                    return nil
                }
                if let answer { sleeper.resume(returning: answer) }
            }
        } onCancel: {
            state.withLock { $0.remove(id) }?.resume(returning: false)
        }
        guard rang else { throw CancellationError() }
    }
}
