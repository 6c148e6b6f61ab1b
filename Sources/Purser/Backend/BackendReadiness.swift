/// Whether the store has begun to listen to its backend; decided once.
package final class BackendReadiness: Sendable {
    private let result = Lock<Result<Void, PurchaseFailure>?>(nil)
    /// Why nobody should wait any longer, though it is not decided.
    private let overdue = Lock<PurchaseFailure?>(nil)
    /// Why the backend could not be asked to activate when it was tried last.
    private let lastFailure = Lock<(any Error)?>(nil)
    private let changes = EventCount()
    private let attempts = EventCount()

    var isReady: Bool {
        guard case .success = result.withLock({ $0 }) else { return false }
        return true
    }

    /// The first call decides; later ones change nothing, except that a ready store can close.
    func resolve(_ new: Result<Void, PurchaseFailure>) {
        result.withLock { result in
            if case .failure = result { return }
            result = new
        }
        changes.advance()
        attempts.advance()
    }

    /// The backend was asked to activate, with or without success.
    func attempted() { attempts.advance() }

    /// It could not be; it is tried again.
    func failed(_ error: any Error) { lastFailure.withLock { $0 = error } }

    /// Why the backend does not listen yet; `nil` when it does, or was not asked to.
    var failure: (any Error)? { isReady ? nil : lastFailure.withLock { $0 } }

    /// Returns once the backend was asked to activate for the first time: before that nothing else may be asked of it.
    ///
    /// It does not wait for success: should the activation fail, the next call gets its error from the backend itself.
    func firstAttempt() async { try? await attempts.wait(after: 0) }

    /// It takes too long; it may still be decided.
    func isOverdue(_ failure: PurchaseFailure) {
        overdue.withLock { $0 = failure }
        changes.advance()
    }

    /// Waits until it is decided.
    ///
    /// - Parameter patiently: whether to wait on when it takes too long.
    func wait(patiently: Bool = false) async throws(PurchaseFailure) {
        while true {
            let seen = changes.count
            if let result = result.withLock({ $0 }) { return try result.get() }
            if !patiently, let failure = overdue.withLock({ $0 }) { throw failure }
            do { try await changes.wait(after: seen) } catch { throw .stoppedWaiting(.waitCancelled) }
        }
    }
}
