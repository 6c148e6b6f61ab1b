#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// The error that a backend throws or reports when it cannot do what it was asked.
public struct BackendError: Error, Sendable, RetryClassifying {
    /// What went wrong, by the codes of ``PurchaseFailure``.
    public var code: PurchaseFailure.Code
    /// What happened and what to do next.
    public var message: String
    /// Whether trying again may help.
    public var retryClass: RetryClass
    /// Whether the customer may be charged all the same, where this error ends a payment (``PaymentEnding``).
    ///
    /// The buyer then gets `.outcomeUnknown`, and the payment stays open in the ledger for a transaction that may
    /// still come. An error that ``StoreBackend/submit(_:)`` throws says that no payment was taken, whatever this says.
    public var isOutcomeUnknown: Bool
    /// The platform's own error, if there is one.
    public var underlying: (any Error)?

    /// A backend's error; by default trying again does not help.
    ///
    /// - Parameters:
    ///   - code: what went wrong.
    ///   - message: what happened and what to do next, for developers and logs.
    ///   - retry: whether trying again may help.
    ///   - isOutcomeUnknown: `nil` leaves it to the code: `.unknown`, `.networkError`, `.systemError`, `.notEntitled` and
    ///     `.cloudServiceNetworkConnectionFailed` leave it unknown whether the customer is charged.
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

    /// The customer of the App Store owns the product already, and another user of the app bought it.
    static func ownedByAnotherAccount(_ productID: String) -> BackendError {
        BackendError(
            .ownedByAnotherAccount,
            "This customer of the store owns \(productID) already, and another user of the app bought it. "
                + "Nothing was charged; that user has it.")
    }
}

extension PurchaseFailure.Code {
    /// Whether StoreKit says this also of payments whose transaction arrives later.
    fileprivate var leavesOutcomeUnknown: Bool {
        switch self {
        case .unknown, .networkError, .systemError, .notEntitled, .cloudServiceNetworkConnectionFailed: true
        default: false
        }
    }
}

extension BackendError: LocalizedError, CustomStringConvertible {
    /// The code and the message.
    public var description: String { "\(code): \(message)" }

    /// The code and the message: what `localizedDescription` says.
    public var errorDescription: String? { description }

    /// The platform's own error, if there is one.
    public var failureReason: String? { underlying.map { "\($0)" } }
}
