/// Whether the store has begun to listen to its backend; decided once.
package final class BackendReadiness: Sendable {
    private let result = Lock<Result<Void, PurchaseFailure>?>(nil)
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

    /// Returns once the backend was asked to activate for the first time: before that nothing else may be asked of it.
    ///
    /// It does not wait for success: should the activation fail, the next call gets its error from the backend itself.
    func firstAttempt() async { try? await attempts.wait(after: 0) }

    /// Waits until it is decided.
    func wait() async throws(PurchaseFailure) {
        while true {
            let seen = changes.count
            if let result = result.withLock({ $0 }) { return try result.get() }
            do { try await changes.wait(after: seen) } catch { throw .stoppedWaiting(.waitCancelled) }
        }
    }
}
