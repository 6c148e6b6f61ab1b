extension RequestEnding {
    /// The failure of a caller whose shared request for a subject, such as "the products", ended without a result.
    package func failure(waitingFor subject: String, code: PurchaseFailure.Code) -> PurchaseFailure {
        switch self {
        case .cancelled:
            return PurchaseFailure(
                .waitCancelled, "The task that waited for \(subject) was cancelled. Request it again when needed.")
        case .expired:
            return PurchaseFailure(
                .deadlineExceeded,
                "The deadline passed while waiting for \(subject). Request it again, or allow more time.")
        // Backends throw `BackendFailure`. A shared request's own task is cancelled only when the store's tasks end.
        case .failed(let error) where !(error is CancellationError):
            let reason = "\(error)"
            // An error that fails in the same way at every attempt has its own next step.
            let isPermanent = (error as? any RetryClassifying)?.retryClass == .permanent
            let advice = isPermanent ? "" : " Try again later, or see the underlying error."
            return PurchaseFailure(
                wrapping: error, as: code,
                "Could not get \(subject): \(reason)\(reason.hasSuffix(".") ? "" : ".")\(advice)")
        case .closed, .failed:
            return PurchaseFailure(
                .storeClosed,
                "The store is closed, so \(subject) cannot be requested. Open a store, and request it again.")
        }
    }
}
