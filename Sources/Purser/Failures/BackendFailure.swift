#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The error that a backend throws or reports when it cannot do what was requested.
public struct BackendFailure: StoreFailure, RetryClassifying {
    /// The error, by the codes of ``PurchaseFailure``.
    public var code: PurchaseFailure.Code
    /// What happened and what to do next.
    public var message: String
    /// Whether a retry may help.
    public var retryClass: RetryClass
    /// Whether the customer may be charged although this error ends a payment (``PaymentEnding``).
    ///
    /// The call then throws `.outcomeUnknown`, and the payment stays open in the ledger for a transaction that may
    /// still come. It has no effect on an error that ``StoreBackend/submit(_:)`` throws: that error means that no
    /// payment was accepted.
    public var isOutcomeUnknown: Bool
    /// The platform's own error, if there is one.
    public var underlying: (any Error)?

    /// Makes a backend's error; by default a retry does not help.
    ///
    /// - Parameters:
    ///   - code: the error.
    ///   - message: what happened and what to do next, for developers and logs.
    ///   - retry: whether a retry may help.
    ///   - isOutcomeUnknown: whether the customer may be charged; `nil` decides by the code: `.unknown`,
    ///     `.networkError`, `.systemError`, `.notEntitled` and `.cloudServiceNetworkConnectionFailed` leave the outcome
    ///     unknown.
    ///   - underlying: the platform's own error, if there is one.
    public init(
        _ code: PurchaseFailure.Code, _ message: String, retry: RetryClass = .permanent,
        isOutcomeUnknown: Bool? = nil, underlying: (any Error)? = nil
    ) {
        self.code = code
        self.message = message
        self.retryClass = retry
        self.isOutcomeUnknown = isOutcomeUnknown ?? code.leavesOutcomeUnknown
        self.underlying = underlying
    }

    /// The customer of the App Store already owns the product, by a purchase of another user of the app.
    static func ownedByAnotherAccount(_ productID: String) -> BackendFailure {
        BackendFailure(
            .ownedByAnotherAccount,
            "The customer already owns \(productID), which another user of the app bought. Nothing was charged; that "
                + "user keeps it.")
    }
}

extension PurchaseFailure.Code {
    /// Whether StoreKit reports this code also for payments whose transaction arrives later.
    fileprivate var leavesOutcomeUnknown: Bool {
        switch self {
        case .unknown, .networkError, .systemError, .notEntitled, .cloudServiceNetworkConnectionFailed: true
        default: false
        }
    }
}
