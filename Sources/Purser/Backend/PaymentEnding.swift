#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// How a payment ended without a transaction.
public struct PaymentEnding: Sendable {
    /// The payment's token; `nil` when the platform does not say: then it is the oldest one under way for the product.
    public var token: PaymentToken?
    /// The product that was to be bought.
    public var productID: String
    /// How many were to be bought; `nil` when the platform does not say.
    ///
    /// Where no token is named, this and the account tell which of the payments under way for the product has ended.
    public var quantity: Int?
    /// The account token of the payment; `nil` when it had none, or the platform does not say.
    public var appAccountToken: UUID?
    /// How it ended.
    public var result: Result
    /// The failed transaction that wants to be finished (StoreKit 1 has such); `nil` when there is none.
    public var failedTransactionID: String?
    /// Whether its payment had an answer before: it was put off, or it is a failure of an earlier launch reported again.
    ///
    /// Such an ending answers none of the payments that wait; its failed transaction is finished all the same.
    public var isLeftOver: Bool

    /// The end of a payment.
    public init(
        token: PaymentToken?, productID: String, result: Result, failedTransactionID: String? = nil,
        isLeftOver: Bool = false, quantity: Int? = nil, appAccountToken: UUID? = nil
    ) {
        self.quantity = quantity
        self.appAccountToken = appAccountToken
        self.isLeftOver = isLeftOver
        self.token = token
        self.productID = productID
        self.result = result
        self.failedTransactionID = failedTransactionID
    }

    /// How a payment ended.
    public enum Result: Sendable {
        /// Somebody else must decide first (Ask to Buy, the bank): a transaction may come later.
        case pending
        /// The customer cancelled.
        case cancelled
        /// It failed.
        case failed(BackendError)
    }
}

extension PaymentEnding: CustomStringConvertible {
    /// The end of a payment in one line, such as `payment 5c1-2 of com.example.seeds: pending`.
    public var description: String {
        let payment = token.map { "payment \($0) of \(productID)" } ?? "a payment of \(productID)"
        let failed = failedTransactionID.map { " (failed transaction \($0))" } ?? ""
        return "\(payment): \(result)\(failed)"
    }
}

extension PaymentEnding.Result: CustomStringConvertible {
    /// `pending`, `cancelled`, or `failed` and the error.
    public var description: String {
        switch self {
        case .pending: "pending"
        case .cancelled: "cancelled"
        case .failed(let error): "failed: \(error)"
        }
    }
}
