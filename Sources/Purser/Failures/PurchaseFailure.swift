/// Why a call on the store did not do what was asked: a code to switch over, and words that say what to do.
public struct PurchaseFailure: Error, Sendable {
    /// What went wrong.
    public let code: Code
    /// What happened and what to do next, in plain English, for developers and logs.
    public let message: String
    /// The product concerned, if one is.
    public let productID: String?
    /// The transaction concerned, if one is: its purchase is paid for and recorded.
    public let transactionID: String?
    /// The error beneath this one, if there is one.
    public let underlying: (any Error)?

    /// A failure.
    public init(
        _ code: Code, _ message: String, productID: String? = nil, transactionID: String? = nil,
        underlying: (any Error)? = nil
    ) {
        self.code = code
        self.message = message
        self.productID = productID
        self.transactionID = transactionID
        self.underlying = underlying
    }

    /// The failure that a backend's error amounts to.
    package init(_ error: BackendError, productID: String? = nil, transactionID: String? = nil) {
        self.init(
            error.code, error.message, productID: productID, transactionID: transactionID,
            underlying: error.underlying ?? error)
    }

    /// Any error as a failure: kept when it is one already, wrapped under `code` otherwise.
    package init(wrapping error: any Error, as code: Code, _ message: String, productID: String? = nil) {
        switch error {
        case let failure as PurchaseFailure: self = failure
        case let exhausted as RetryExhausted where exhausted.underlying is BackendError:
            self.init(wrapping: exhausted.underlying, as: code, message, productID: productID)
        case let backend as BackendError: self.init(backend, productID: productID)
        default: self.init(code, message, productID: productID, underlying: error)
        }
    }
}

extension PurchaseFailure: CustomStringConvertible {
    /// The code, the message, and what they are about.
    public var description: String {
        let product = productID.map { " [product \($0)]" } ?? ""
        let transaction = transactionID.map { " [transaction \($0)]" } ?? ""
        return "\(code.rawValue): \(message)\(product)\(transaction)"
    }
}
