/// Whether the store's backend is active; decided once.
package final class BackendReadiness: Sendable {
    private let result = Lock<Result<Void, PurchaseFailure>?>(nil)
    /// The failure with which calls stop waiting although the activation is not decided.
    private let overdue = Lock<PurchaseFailure?>(nil)
    /// The error of the last attempt to activate the backend.
    private let lastFailure = Lock<(any Error)?>(nil)
    private let changes = EventCount()
    private let attempts = EventCount()

    var isReady: Bool { if case .success = result.withLock({ $0 }) { true } else { false } }

    /// Decides the readiness at the first call; later calls change nothing, except that a ready store can close.
    func resolve(_ new: Result<Void, PurchaseFailure>) {
        result.withLock { result in
            if case .failure = result { return }
            result = new
        }
        changes.advance()
        attempts.advance()
    }

    func attempted() { attempts.advance() }

    /// Records a failed attempt, which is retried.
    func failed(_ error: any Error) { lastFailure.withLock { $0 = error } }

    /// The error of the last activation; `nil` when the backend is active, or was not activated.
    var failure: (any Error)? { isReady ? nil : lastFailure.withLock { $0 } ?? overdue.withLock { $0 } }

    /// The reason why a call failed: if the backend is not active yet, the reason for that.
    func reason(of error: any Error) -> any Error { (error is RetryFailure ? failure : nil) ?? error }

    /// Returns when the backend was called to activate for the first time: no other call may be made before that.
    ///
    /// It does not wait for success: if the activation fails, the next call gets its error from the backend itself.
    func firstAttempt() async { try? await attempts.wait(after: 0) }

    /// Records that the decision takes too long; it may still come.
    func isOverdue(_ failure: PurchaseFailure) {
        overdue.withLock { $0 = failure }
        changes.advance()
    }

    /// Waits until it is decided; with `patiently` also when it takes too long.
    func wait(patiently: Bool = false) async throws(PurchaseFailure) {
        let ending = await changes.first { () -> Result<Void, PurchaseFailure>? in
            result.withLock { $0 } ?? (patiently ? nil : overdue.withLock { $0 }.map { .failure($0) })
        }
        guard let ending else { throw .stoppedWaiting(.waitCancelled) }
        try ending.get()
    }
}
