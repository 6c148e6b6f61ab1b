/// Whether the store has begun to listen to its backend; settled once.
package final class Readiness: Sendable {
    private let result = Lock<Result<Void, PurchaseFailure>?>(nil)
    private let bell = Bell()
    private let attempts = Bell()

    var isReady: Bool {
        guard case .success = result.withLock({ $0 }) else { return false }
        return true
    }

    /// The first call decides; later ones change nothing, except that a ready store can close.
    func settle(_ new: Result<Void, PurchaseFailure>) {
        result.withLock { result in
            if case .failure = result { return }
            result = new
        }
        bell.ring()
        attempts.ring()
    }

    /// The backend has been asked to tell its news, with or without success.
    func attempted() { attempts.ring() }

    /// Returns once the backend was asked for the first time: before that nothing else may be asked of it.
    ///
    /// It does not wait for success, so that whoever comes next gets a definite error from the backend itself.
    func firstAttempt() async { try? await attempts.wait(after: 0) }

    /// Waits until it is settled.
    func wait() async throws(PurchaseFailure) {
        while true {
            let rings = bell.rings
            if let result = result.withLock({ $0 }) { return try result.get() }
            do { try await bell.wait(after: rings) } catch { throw .stoppedWaiting(.waitCancelled) }
        }
    }
}
