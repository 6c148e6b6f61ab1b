import Purser

/// Counts what happened, and lets one task wait until it happened often enough.
final class Gate: Sendable {
    private struct State: Sendable {
        var count = 0
        var goal = Int.max
        var waiter: UnsafeContinuation<Void, Never>?
    }

    private let state = Lock(State())

    /// How often it happened.
    var total: Int { state.withLock { $0.count } }

    /// It happened `more` times.
    func count(_ more: Int) {
        let waiter = state.withLock { state -> UnsafeContinuation<Void, Never>? in
            state.count += more
            return state.count >= state.goal ? state.waiter.take() : nil
        }
        waiter?.resume()
    }

    /// Waits until it happened `goal` times in all; one task at a time.
    func reached(_ goal: Int) async {
        await withUnsafeContinuation { waiter in
            let isReached = state.withLock { state -> Bool in
                guard state.count < goal else { return true }
                state.goal = goal
                state.waiter = waiter
                return false
            }
            if isReached { waiter.resume() }
        }
    }
}
