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
    }

    private let state: Lock<State>
    /// Closed when nothing more is asked of the backend.
    private let over = EventCount()

    init(after before: BackendLease?) { state = Lock(State(before: before)) }

    /// Waits until the store before has let go.
    ///
    /// - Returns: whether the backend is held from now on; false when the task was cancelled first.
    package func waitForTurn() async -> Bool {
        while let before = state.withLock(\.before) {
            try? await before.over.wait(after: 0)
            guard before.over.isClosed else { return false }
            // One that never had its turn leaves whom it waited for to the next.
            state.withLock { $0.before = before.state.withLock(\.before) }
        }
        return true
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
        let isActive = state.withLock { state in
            defer { state.isActive = false }
            return state.isActive && !state.isLost
        }
        if isActive { await backend.deactivate() }
    }

    /// Takes the hold away from the stores before, which have not let go for too long: none of them deactivates the
    /// backend any more.
    package func takeOver() {
        while let before = state.withLock({ $0.before.take() }) {
            state.withLock { $0.before = before.lose() }
        }
    }

    /// - Returns: the hold before this one, if that is not over.
    private func lose() -> BackendLease? {
        state.withLock { state in
            state.isLost = true
            return state.before.take()
        }
    }

    /// Nothing more is asked of the backend.
    package func end() { over.close() }

    /// Whether `end()` was called.
    package var isOver: Bool { over.isClosed }
}
