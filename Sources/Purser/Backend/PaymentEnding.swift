#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// How a payment ended without a transaction.
public struct PaymentEnding: Sendable, CustomStringConvertible {
    /// The payment's token; `nil` when the platform does not report it: then it is the oldest open payment of the
    /// product.
    public var token: PaymentToken?
    /// The product of the payment.
    public var productID: String
    /// The quantity of the payment; `nil` when the platform does not report it.
    ///
    /// Without a token, the quantity and the account decide which open payment of the product has ended.
    public var quantity: Int?
    /// The account token of the payment; `nil` when it had none, or the platform does not report it.
    public var appAccountToken: UUID?
    /// How it ended.
    public var result: Result
    /// The failed transaction that has to be finished (in StoreKit 1); `nil` when there is none.
    public var failedTransactionID: String?
    /// Whether its payment was answered before: it was pending, or it is a failure of an earlier launch that is
    /// reported again.
    ///
    /// Such an ending answers no waiting payment; its failed transaction is still finished.
    public var isLeftover: Bool

    /// Makes the end of a payment.
    public init(
        token: PaymentToken?, productID: String, result: Result, failedTransactionID: String? = nil,
        isLeftover: Bool = false, quantity: Int? = nil, appAccountToken: UUID? = nil
    ) {
        self.quantity = quantity
        self.appAccountToken = appAccountToken
        self.isLeftover = isLeftover
        self.token = token
        self.productID = productID
        self.result = result
        self.failedTransactionID = failedTransactionID
    }

    /// How a payment ended.
    public enum Result: Sendable, CustomStringConvertible {
        /// It waits for approval (Ask to Buy, the bank): a transaction may be reported later.
        case pending
        /// The customer cancelled.
        case cancelled
        /// It failed.
        case failed(BackendFailure)

        /// `pending`, `cancelled`, or `failed` and the error.
        public var description: String {
            switch self {
            case .pending: "pending"
            case .cancelled: "cancelled"
            case .failed(let error): "failed: \(error)"
            }
        }
    }

    /// The end of a payment in one line, such as `payment 5c1-2 of com.example.seeds: pending`.
    public var description: String {
        let payment = token.map { "payment \($0) of \(productID)" } ?? "a payment of \(productID)"
        let failed = failedTransactionID.map { " (failed transaction \($0))" } ?? ""
        return "\(payment): \(result)\(failed)"
    }
}

/// How a restore ended.
package struct RestoreEnding: Sendable {
    /// The restore.
    package var id: RestoreID
    /// The backend's error; `nil` when it succeeded.
    package var error: BackendFailure?
}
