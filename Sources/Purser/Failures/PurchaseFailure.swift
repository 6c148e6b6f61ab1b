#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The error of a store's calls: a code to switch over, and a message with the next step.
///
/// The value is a single reference, because every waiting call reserves memory for one.
public struct PurchaseFailure: StoreFailure, CustomStringConvertible {
    private final class Box: Sendable {
        let code: Code
        let message: String
        let productID: String?
        let transactionID: String?
        let underlying: (any Error)?

        init(
            _ code: Code, _ message: String, _ productID: String?, _ transactionID: String?, _ underlying: (any Error)?
        ) {
            self.code = code
            self.message = message
            self.productID = productID
            self.transactionID = transactionID
            self.underlying = underlying
        }
    }

    private let box: Box

    /// The code of the error.
    public var code: Code { box.code }
    /// What happened and what to do next, in plain English, for developers and logs.
    public var message: String { box.message }
    /// The product concerned, if there is one.
    public var productID: String? { box.productID }
    /// The transaction concerned, if there is one; the message contains whether it is recorded.
    public var transactionID: String? { box.transactionID }
    /// The underlying error, if there is one.
    public var underlying: (any Error)? { box.underlying }

    /// The updates that a consumer has missed; `nil` for any other failure.
    public var gap: UpdateGap? { underlying as? UpdateGap }

    /// Makes a failure.
    public init(
        _ code: Code, _ message: String, productID: String? = nil, transactionID: String? = nil,
        underlying: (any Error)? = nil
    ) {
        box = Box(code, message, productID, transactionID, underlying)
    }

    /// A backend's error as a failure, with its code, its message, and its platform's own error.
    package init(_ error: BackendFailure, productID: String? = nil, transactionID: String? = nil) {
        self.init(
            error.code, error.message, productID: productID, transactionID: transactionID,
            underlying: error.underlying ?? error)
    }

    /// Any error as a failure: failures and backends' errors keep their codes, others are wrapped.
    package init(wrapping error: any Error, as code: Code, _ message: String, productID: String? = nil) {
        switch error {
        case let failure as PurchaseFailure: self = failure
        case let exhausted as RetryFailure where exhausted.last is BackendFailure:
            self.init(wrapping: exhausted.last, as: code, message, productID: productID)
        case let backend as BackendFailure: self.init(backend, productID: productID)
        default: self.init(code, message, productID: productID, underlying: error)
        }
    }

    /// An error of the ledger's storage, of code `.ledgerUnavailable` unless it is a failure already.
    package init(ledger error: any Error) {
        if let failure = error as? PurchaseFailure {
            self = failure
            return
        }
        self.init(
            .ledgerUnavailable,
            (error as? LedgerDamage)?.message
                ?? "The ledger: \(error). Paid transactions stay unfinished and are reported again.", underlying: error)
    }

    /// The code, the message, and the product or transaction if the message does not name it.
    public var description: String {
        "\(code.rawValue): \(message)\(named("product", productID))\(named("transaction", transactionID))"
    }

    private func named(_ what: StaticString, _ id: String?) -> String {
        guard let id, !id.isEmpty, !message.contains(id) else { return "" }
        return " [\(what) \(id)]"
    }
}
