extension PurchaseFailure {
    /// The failure of a caller whose shared flight ended without a result.
    ///
    /// - Parameters:
    ///   - ending: how the flight ended for this caller.
    ///   - subject: what the caller waited for, as it stands in a sentence, such as "the products".
    ///   - code: the code of errors that have none of their own.
    package init(_ ending: FlightEnding, waitingFor subject: String, code: Code) {
        switch ending {
        case .cancelled:
            self.init(
                .waitCancelled,
                "The task that waited for \(subject) was cancelled. Ask again when needed.")
        case .expired:
            self.init(
                .deadlineExceeded,
                "The deadline passed while waiting for \(subject). Ask again, or allow more time.")
        case .closed: self = .closed(asking: subject)
        // Backends throw `BackendError`. A flight's own task is cancelled only when the store's tasks end.
        case .failed(let error) where error is CancellationError: self = .closed(asking: subject)
        case .failed(let error):
            let reason = "\(error)"
            // What fails in the same way at every attempt says itself what to do.
            let isPermanent = (error as? any RetryClassifying)?.retryClass == .permanent
            let advice = isPermanent ? "" : " Try again later, or see the underlying error."
            self.init(
                wrapping: error, as: code,
                "Could not get \(subject): \(reason)\(reason.hasSuffix(".") ? "" : ".")\(advice)")
        }
    }

    private static func closed(asking subject: String) -> PurchaseFailure {
        PurchaseFailure(.storeClosed, "The store is closed, so \(subject) cannot be got. Open a store and ask again.")
    }
}
