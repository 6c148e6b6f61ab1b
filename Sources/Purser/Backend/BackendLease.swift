/// One store's hold on a backend, from its `open` until it has let go.
///
/// Owns the order of the stores that are opened on one backend, one after the other. Promises: the times in which two
/// stores hold a backend do not overlap: the later store activates it when the earlier one has deactivated it and asks
/// nothing of it any more; a store deactivates only a backend that it holds and has activated. It never calls the backend
/// but in `deactivate(_:)`.
package final class BackendLease: Sendable {
    private struct State: Sendable {
        /// The hold before this one, until it is over.
        var before: BackendLease?
        /// Whether the backend was asked to activate, and not yet to deactivate.
        var isActive = false
        var isLost = false
        /// Whether `deactivate()` has been called and has not returned.
        var isLeaving = false
        /// Who has to be told when it returns, because another store holds the backend meanwhile.
        var whenLeft: @Sendable () -> Void = {}
    }

    private let state: Lock<State>
    /// Closed when nothing more is asked of the backend.
    private let over = EventCount()

    init(after before: BackendLease?) { state = Lock(State(before: before)) }

    /// Whether another store has not let go yet.
    package var hasToWait: Bool { state.withLock { $0.before != nil } }

    /// Waits until the store before has let go.
    ///
    /// - Parameter disturbed: called when the store before deactivates the backend after all, behind its time.
    /// - Returns: whether the backend is held from now on; false when the task was cancelled first.
    package func waitForTurn(disturbed: @escaping @Sendable () -> Void) async -> Bool {
        // The store itself may have deactivated it before, for another user, with a call that was left behind.
        tellWhenLeft(disturbed)
        while let before = state.withLock(\.before) {
            try? await before.over.wait(after: 0)
            guard before.over.isClosed else { return false }
            before.tellWhenLeft(disturbed)
            // One that never had its turn leaves whom it waited for to the next.
            state.withLock { $0.before = before.state.withLock(\.before) }
        }
        return true
    }

    private func tellWhenLeft(_ body: @escaping @Sendable () -> Void) {
        state.withLock { if $0.isLeaving { $0.whenLeft = body } }
    }

    /// The backend is about to be activated.
    ///
    /// - Returns: whether it may be: false when the hold was lost.
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

    /// Takes the hold away from the stores before, which have not let go for too long: none of them deactivates the
    /// backend any more.
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

    /// Nothing more is asked of the backend.
    package func end() { over.close() }

    /// Whether it asks nothing of the backend any more, and none of its calls can still reach it.
    package var isGone: Bool { over.isClosed && state.withLock { !$0.isLeaving } }
}
