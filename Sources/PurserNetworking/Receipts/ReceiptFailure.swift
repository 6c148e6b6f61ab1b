import Foundation
public import Purser

/// The reason why a receipt could not be validated.
public struct ReceiptFailure: StoreFailure, RetryClassifying {
    /// The kinds of failures; more may be added.
    public struct Code: FailureCode {
        /// A stable name.
        public var rawValue: String
        /// A code by its name.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// There is no receipt to send.
        public static let noReceipt = Self(rawValue: "noReceipt")
        /// No server could be reached, or none gave a correct answer; see ``ReceiptFailure/underlying``.
        public static let unreachable = Self(rawValue: "unreachable")
        /// The answer is not readable.
        public static let unreadableAnswer = Self(rawValue: "unreadableAnswer")
        /// The service has a temporary problem.
        public static let unavailable = Self(rawValue: "unavailable")
        /// The receipt is malformed.
        public static let malformedReceipt = Self(rawValue: "malformedReceipt")
        /// The App Store did not make the receipt: it proves no purchase.
        public static let notAuthentic = Self(rawValue: "notAuthentic")
        /// The shared secret is not the app's.
        public static let wrongSecret = Self(rawValue: "wrongSecret")
        /// The customer's account no longer exists: the receipt proves no purchase.
        public static let accountNotFound = Self(rawValue: "accountNotFound")
        /// The server rejects the request.
        public static let rejected = Self(rawValue: "rejected")
        /// Production assigns the receipt to the sandbox, and the sandbox to production.
        public static let contradiction = Self(rawValue: "contradiction")
    }

    /// The kind of failure.
    public let code: Code
    /// The status of the service; `nil` if there was none.
    public let status: ReceiptStatus?
    /// What happened and what to do next.
    public let message: String
    /// Whether a retry may help, and the wait that the server requested.
    public let retryClass: RetryClass
    /// The underlying error, if there is one.
    public let underlying: (any Error)?

    /// A failure; by default it is not retryable.
    public init(
        _ code: Code, status: ReceiptStatus? = nil, _ message: String, retry: RetryClass = .permanent,
        underlying: (any Error)? = nil
    ) {
        self.code = code
        self.status = status
        self.message = message
        retryClass = retry
        self.underlying = underlying
    }

    /// The code, the status, the message and the underlying error.
    public var description: String {
        "\(code.rawValue)\(status.map { " (\($0))" } ?? ""): \(message)\(underlying.map { " [\($0)]" } ?? "")"
    }
}

extension ReceiptFailure {
    /// The failure of a status without a receipt.
    ///
    /// - Parameter isRetryable: whether the service recommends a retry; it decides for the service's own errors.
    static func rejected(_ status: ReceiptStatus, isRetryable: Bool?) -> ReceiptFailure {
        switch status {
        case .unreadableRequest:
            ReceiptFailure(.rejected, status: status, "The service could not read the request. Report this.")
        case .malformedReceipt:
            ReceiptFailure(
                .malformedReceipt, status: status, "The receipt is malformed. Refresh it.", retry: .retryable())
        case .notAuthentic:
            ReceiptFailure(
                .notAuthentic, status: status, "The App Store has not signed the receipt. Grant nothing for it.")
        case .wrongSecret:
            ReceiptFailure(
                .wrongSecret, status: status,
                "The shared secret does not belong to the app. Copy it from App Store Connect.")
        case .accountNotFound:
            ReceiptFailure(
                .accountNotFound, status: status,
                "The customer's account does not exist. Treat it as one without purchases.")
        case .unavailable, .internalError:
            ReceiptFailure(
                .unavailable, status: status,
                "The service is not available for a while. The request is repeated later.",
                retry: .retryable())
        case _ where status.isInternal:
            ReceiptFailure(
                .unavailable, status: status, "The service failed. Try again later.",
                retry: isRetryable ?? true ? .retryable() : .permanent)
        case .isSandboxReceipt, .isProductionReceipt:
            ReceiptFailure(
                .rejected, status: status,
                "The receipt is the \(status == .isSandboxReceipt ? "sandbox's" : "production's"), but the server "
                    + "called only the other service. Let it call that one, too.")
        default:
            ReceiptFailure(
                .rejected, status: status, "The service answered with a status that this version does not support.",
                retry: isRetryable == true ? .retryable() : .permanent)
        }
    }

    /// The failure when a server could not be called.
    static func unreachable(_ error: any Error) -> ReceiptFailure {
        let retry = RetryClass(of: error)
        let advice =
            retry == .permanent
            ? "No server has answered correctly, and none will: see the underlying error."
            : "No server has answered. Try again later; until then the receipt is not verified."
        return ReceiptFailure(.unreachable, advice, retry: retry, underlying: error)
    }

    /// The failure after all attempts; `nil` for an error that is not a server's.
    static func last(of error: any Error) -> any Error {
        let cause = (error as? RetryFailure)?.underlying ?? error
        if let unread = cause as? UnreadAnswer { return unread.error }
        return error is RetryFailure && !(cause is ReceiptFailure) ? unreachable(cause) : cause
    }
}

/// The error of an app's own function for reading answers.
struct UnreadAnswer: RetryClassifying {
    let error: any Error
    var retryClass: RetryClass { RetryClass(of: error) }
}
