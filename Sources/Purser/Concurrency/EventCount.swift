/// A counter of events that wakes all tasks that wait for the next one, so that no event can be missed (an eventcount).
///
/// Owns the count and the continuations of waiting tasks. Promises: a task that waits for the events after number n is
/// woken by event n + 1, in any interleaving; every wait ends by an event, by cancellation or by `close()`, exactly
/// once; tasks wake in the order in which they came. Never resumes a task while it holds its lock.
package final class EventCount: Sendable {
    private typealias Sleeper = UnsafeContinuation<Bool, Never>

    private struct State: Sendable {
        var count: UInt64 = 0
        var nextID: UInt64 = 0
        /// In the order in which they came, so with ascending numbers; one that stops waiting leaves a gap until the next
        /// event.
        var sleepers: [(id: UInt64, sleeper: Sleeper?)] = []
        var gaps = 0
        var isClosed = false

        mutating func takeAll() -> [(id: UInt64, sleeper: Sleeper?)] {
            defer { (sleepers, gaps) = ([], 0) }
            return sleepers
        }

        mutating func add(_ id: UInt64, _ sleeper: Sleeper) {
            // It nearly always has the highest number; racing threads may arrive in another order.
            sleepers.insert((id, sleeper), at: (sleepers.last?.id ?? 0) < id ? sleepers.count : index(of: id))
        }

        /// The index of the first sleeper whose number is at least this one.
        private func index(of id: UInt64) -> Int { sleepers.boundary(after: { $0.id < id }) }

        mutating func remove(_ id: UInt64) -> Sleeper? {
            let index = index(of: id)
            guard index < sleepers.count, sleepers[index].id == id, let sleeper = sleepers[index].sleeper.take() else {
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

    /// Makes a counter without events and waiting tasks.
    package init() {}

    /// The number of events so far.
    ///
    /// Read it, then read the state that the events are about, then wait for the events after this number: no event is
    /// missed.
    package var count: UInt64 { state.withLock(\.count) }

    /// How many wait at this moment.
    package var sleepers: Int { state.withLock { $0.sleepers.count - $0.gaps } }

    /// Whether `close()` was called.
    package var isClosed: Bool { state.withLock(\.isClosed) }

    /// Wakes all waiting tasks, and those that are about to wait for this event.
    package func advance() {
        let woken = state.withLock { state in
            state.count += 1
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

    /// Calls `look`, and again after each event, until it returns a value; returns that, or `nil` when there is none and the
    /// task is cancelled or this is closed.
    package func first<Value>(_ look: () -> Value?) async -> Value? {
        while true {
            let seen = count
            if let value = look() { return value }
            do { try await wait(after: seen) } catch { return nil }
        }
    }

    /// Returns when there were more than `count` events; throws `CancellationError` when the task is cancelled or this is
    /// closed, and both take precedence over an event.
    package func wait(after count: UInt64) async throws(CancellationError) {
        let id = state.withLock { state in
            state.nextID += 1
            return state.nextID
        }
        let wasWoken = await withTaskCancellationHandler {
            await withUnsafeContinuation { sleeper in
                // The cancelled flag is read under the lock: an earlier cancellation handler found no task to wake, but
                // it set the flag before it took the lock.
                let answer = state.withLock { state -> Bool? in
                    if state.isClosed || Task.isCancelled { return false }
                    if state.count > count { return true }
                    state.add(id, sleeper)
                    return nil
                }
                if let answer { sleeper.resume(returning: answer) }
            }
        } onCancel: {
            state.withLock { $0.remove(id) }?.resume(returning: false)
        }
        guard wasWoken else { throw CancellationError() }
    }

    /// Why a wait with a time ended.
    package enum Wake: Sendable, Hashable {
        /// There was an event.
        case event
        /// The time has passed.
        case time
        /// The task was cancelled, or this was closed.
        case over
    }

    /// Returns when there were more than `count` events, or when one of some sleeps ends.
    ///
    /// A sleep of a clock that cannot sleep never ends: otherwise the clock would be called over and over.
    package func wait(after count: UInt64, orFor sleeps: [@Sendable () async throws -> Void]) async -> Wake {
        await withTaskGroup(of: Wake.self) { group in
            for sleep in sleeps {
                group.addTask { (try? await sleep()) != nil ? .time : await self.wake(after: count) }
            }
            group.addTask { await self.wake(after: count) }
            defer { group.cancelAll() }
            return await group.next() ?? .over
        }
    }

    /// Returns when there were more than `count` events, or at a time of a clock; `nil` waits for an event alone.
    package func wait(after count: UInt64, until time: Duration?, on clock: any StoreClock) async -> Wake {
        guard let time else { return await wake(after: count) }
        return await wait(after: count, orFor: [{ try await clock.sleep(until: time) }])
    }

    private func wake(after count: UInt64) async -> Wake {
        do throws(CancellationError) {
            try await wait(after: count)
            return .event
        } catch {
            return .over
        }
    }
}
