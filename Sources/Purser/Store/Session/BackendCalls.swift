/// The calls to the backend that callers of a session request.
struct BackendCalls: Sendable {
    private let engine: StoreEngine

    init(_ engine: StoreEngine) { self.engine = engine }

    /// Makes a call that some backends do not support.
    ///
    /// - Parameter limit: how long it may take; `nil` uses the limit of a sheet.
    func call<Value: Sendable>(
        _ call: BackendCapabilities.OptionalCall, needsUser: Bool = true, within limit: Duration? = nil,
        _ body: @escaping @Sendable (any StoreBackend) async throws -> Value
    ) async throws(PurchaseFailure) -> Value {
        if needsUser { try engine.checkNamed() } else { try engine.checkOpen() }
        guard engine.backend.capabilities.optionalCalls.contains(call) else {
            throw PurchaseFailure(BackendFailure.unsupported(call))
        }
        do {
            return try await engine.ask("\(call.rawValue)", within: limit ?? engine.limits.sheet, body)
        } catch {
            try engine.checkOpen()
            throw PurchaseFailure(
                wrapping: error, as: Task.isCancelled ? .waitCancelled : .systemError,
                "The backend's call \(call.rawValue) failed; see the underlying error.")
        }
    }

    /// Requests all transactions that the backend still keeps.
    func redeliver() async throws(PurchaseFailure) {
        var failure: PurchaseFailure?
        do {
            try await engine.retrier.run(.activation, policy: engine.policies.restore) { _ in
                do {
                    try await engine.ask("redeliver()", within: engine.limits.backend) { try await $0.redeliver() }
                } catch let error as PurchaseFailure {
                    failure = error
                }
            }
            if let failure { throw failure }
        } catch {
            try engine.checkOpen()
            throw PurchaseFailure(
                wrapping: error, as: error is CancellationError ? .waitCancelled : .systemError,
                "The request for unfinished transactions failed; try again later.")
        }
    }
}
