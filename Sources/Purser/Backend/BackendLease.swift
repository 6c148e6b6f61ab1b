/// One store's hold on a backend, from its `open` until it has released the backend.
///
/// Owns the order of the stores that are opened on one backend, one after the other. Promises: two stores never hold a
/// backend at the same time: the later store activates it after the earlier one has deactivated it and makes no more
/// calls. A store deactivates only a backend that it holds and has activated. It calls the backend only in
/// `deactivate(_:)`.
package final class BackendLease: Sendable {
    private struct State: Sendable {
        /// The previous hold, until it has ended.
        var before: BackendLease?
        /// Whether activation was requested, and deactivation not yet.
        var isActive = false
        var isLost = false
        /// Whether `deactivate()` has been called and has not returned.
        var isLeaving = false
        /// Is called when the late call returns, because another store holds the backend meanwhile.
        var whenLeft: @Sendable () -> Void = {}
    }

    private let state: Lock<State>
    /// Closed when the backend is called no more.
    private let over = EventCount()

    init(after before: BackendLease?) { state = Lock(State(before: before)) }

    /// Whether another store still holds the backend.
    package var hasToWait: Bool { state.withLock { $0.before != nil } }

    /// Waits until the previous store has released the backend; returns false when the task was cancelled first.
    ///
    /// - Parameter disturbed: makes the function that is called when the previous store deactivates the backend late,
    ///   after all; called only when that may happen.
    package func waitForTurn(disturbed: @Sendable () -> @Sendable () -> Void) async -> Bool {
        // The same store may have deactivated it before, for another user, with a call that timed out.
        notifyWhenLeft(disturbed)
        while let before = state.withLock(\.before) {
            try? await before.over.wait(after: 0)
            guard before.over.isClosed else { return false }
            before.notifyWhenLeft(disturbed)
            // A hold that never began passes the hold that it waited for to the next one.
            state.withLock { $0.before = before.state.withLock(\.before) }
        }
        return true
    }

    private func notifyWhenLeft(_ body: () -> @Sendable () -> Void) {
        state.withLock { if $0.isLeaving { $0.whenLeft = body() } }
    }

    /// Records that the backend is about to be activated; returns whether it may be: false when the hold was lost.
    package func willActivate() -> Bool {
        state.withLock { state in
            if !state.isLost { state.isActive = true }
            return !state.isLost
        }
    }

    /// Deactivates the backend, if this hold has activated it and was not lost meanwhile.
    package func deactivate(_ backend: any StoreBackend) async {
        let leaves = state.withLock { state in
            state.isLeaving = state.isActive && !state.isLost
            state.isActive = false
            return state.isLeaving
        }
        guard leaves else { return }
        await backend.deactivate()
        let whenLeft = state.withLock { state in
            defer { (state.isLeaving, state.whenLeft) = (false, {}) }
            return state.whenLeft
        }
        whenLeft()
    }

    /// Takes the hold from the previous stores, which kept it too long: they no longer deactivate the backend.
    package func takeOver() {
        var before = state.withLock(\.before)
        while let lost = before {
            before = lost.state.withLock { state in
                state.isLost = true
                return state.before
            }
            lost.end()
        }
    }

    /// Ends the hold: the backend is no longer called.
    package func end() { over.close() }

    /// Whether it no longer calls the backend, and none of its calls can still reach the backend.
    package var isGone: Bool { over.isClosed && state.withLock { !$0.isLeaving } }
}
