// Calls of the backend for which a caller waits.
extension StoreEngine {
    /// Calls the backend when it was called to activate, or with `isFirst` before that; waits no longer than a limit, nor
    /// longer than the session lasts.
    ///
    /// Failures name the call as `what`; one that timed out is not made again while it still runs. Throws the backend's
    /// error; ``PurchaseFailure`` with `.limitExceeded` or `.storeClosed`; `CancellationError` when the caller's task was
    /// cancelled.
    func ask<Value: Sendable>(
        _ what: String, within limit: Duration, isFirst: Bool = false,
        _ body: @escaping @Sendable (any StoreBackend) async throws -> Value
    ) async throws -> Value {
        guard !unanswered.withLock({ $0.contains(what) }) else { throw PurchaseFailure.overdue(what) }
        let answer = await external.call(what, within: limit) { [self] in
            // Without a user the backend is never activated.
            if !isFirst, account != .unnamed { await readiness.firstAttempt() }
            try Task.checkCancellation()
            return try await body(backend)
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

    /// Makes a call that some backends do not support, by default within the limit of a sheet.
    ///
    /// One that is made for a user waits until the backend is active, as long as a payment does.
    func call<Value: Sendable>(
        _ call: BackendCapabilities.OptionalCall, needsUser: Bool = true, within limit: Duration? = nil,
        _ body: @escaping @Sendable (any StoreBackend) async throws -> Value
    ) async throws(PurchaseFailure) -> Value {
        if needsUser { try checkNamed() } else { try checkOpen() }
        guard backend.capabilities.optionalCalls.contains(call) else {
            throw PurchaseFailure(BackendFailure.unsupported(call))
        }
        do {
            return try await ask("\(call.rawValue)", within: limit ?? limits.sheet) { [self] backend in
                if needsUser {
                    try await retrier.run(.activation, policy: policies.payment) { _ in
                        if let failure = readiness.failure { throw failure }
                    }
                }
                return try await body(backend)
            }
        } catch {
            try checkOpen()
            throw PurchaseFailure(
                wrapping: readiness.reason(of: error), as: Task.isCancelled ? .waitCancelled : .systemError,
                "The backend's call \(call.rawValue) failed; see the underlying error.")
        }
    }

    func redeliver() async throws(PurchaseFailure) {
        var failure: PurchaseFailure?
        do {
            try await retrier.run(.activation, policy: policies.restore) { _ in
                do {
                    try await ask("redeliver()", within: limits.backend) { try await $0.redeliver() }
                } catch let error as PurchaseFailure {
                    failure = error
                }
            }
            if let failure { throw failure }
        } catch {
            try checkOpen()
            throw PurchaseFailure(
                wrapping: error, as: error is CancellationError ? .waitCancelled : .systemError,
                "The request for unfinished transactions failed; try again later.")
        }
    }
}
