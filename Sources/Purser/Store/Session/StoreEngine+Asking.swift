// Requests to the backend for which a caller waits.
extension StoreEngine {
    /// Calls the backend, and waits no longer than a limit, nor longer than the session lasts.
    ///
    /// - Parameters:
    ///   - what: names the call in failures. A call that timed out is not made again while it still runs.
    ///   - limit: how long it may take.
    /// - Throws: the backend's error; ``PurchaseFailure`` with `.limitExceeded` or `.storeClosed`;
    ///   `CancellationError` when the caller's task was cancelled.
    func ask<Value: Sendable>(
        _ what: String, within limit: Duration,
        _ body: @escaping @Sendable (any StoreBackend) async throws -> Value
    ) async throws -> Value {
        guard !unanswered.withLock({ $0.contains(what) }) else { throw PurchaseFailure.overdue(what) }
        let answer = await external.call(what, within: limit) { [backend] in
            try await body(backend)
        } overdue: { [unanswered] in
            unanswered.withLock { _ = $0.insert(what) }
        } late: { [unanswered] _ in
            unanswered.withLock { _ = $0.remove(what) }
        }
        switch answer {
        case .answered(let result): return try result.get()
        case .overdue: throw PurchaseFailure.overdue(what)
        case .stopped: throw PurchaseFailure.storeClosed()
        case .cancelled: throw CancellationError()
        }
    }
}
