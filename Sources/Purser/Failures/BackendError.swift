/// The error that a backend throws or reports when it cannot do what it was asked.
public struct BackendError: Error, Sendable, RetryClassifying {
    /// What went wrong, by the codes of ``PurchaseFailure``.
    public var code: PurchaseFailure.Code
    /// What happened and what to do next.
    public var message: String
    /// Whether trying again may help.
    public var retryClass: RetryClass
    /// The platform's own error, if there is one.
    public var underlying: (any Error)?

    /// A backend's error; by default trying again does not help.
    public init(
        _ code: PurchaseFailure.Code, _ message: String, retry: RetryClass = .permanent,
        underlying: (any Error)? = nil
    ) {
        self.code = code
        self.message = message
        self.retryClass = retry
        self.underlying = underlying
    }
}
