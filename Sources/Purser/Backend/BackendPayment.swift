#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// The parameters of a payment for a backend: the product, the user, the options, and the place of the payment sheet.
///
/// The app's own data, such as its context, stays with Purser.
public struct BackendPayment: Sendable, CustomStringConvertible {
    /// The payment as the ledger records it.
    package let intent: PaymentIntent
    /// The place of the payment sheet; `nil` when the app passed none, and the platform chooses one.
    public let presentation: PurchasePresentation?

    /// Identifies this payment, for platforms that can attach it, or that answer in the call itself.
    public var token: PaymentToken { intent.token }
    /// The product to buy.
    public var productID: String { intent.request.productID }
    /// How many to buy.
    public var quantity: Int { intent.request.quantity }
    /// The app's own user; the platform returns it on the transaction if it can.
    public var appAccountToken: UUID? { intent.request.appAccountToken }
    /// Offers and other details of the purchase.
    public var options: Set<PurchaseOption> { intent.request.options }

    /// Makes a payment, for tests of a backend; Purser makes them from the purchases of an app.
    public init(
        token: PaymentToken, productID: String, quantity: Int = 1, appAccountToken: UUID? = nil,
        options: Set<PurchaseOption> = [], presentation: PurchasePresentation? = nil
    ) {
        let request = PaymentRequest(
            productID: productID, quantity: quantity, appAccountToken: appAccountToken, options: options)
        self.init(
            PaymentIntent(token: token, request: request, requestTime: Timestamp(milliseconds: 0)),
            presentation: presentation)
    }

    /// A payment of the ledger.
    package init(_ intent: PaymentIntent, presentation: PurchasePresentation? = nil) {
        self.intent = intent
        self.presentation = presentation
    }

    /// The payment in one line, such as `payment 5c1-2 of com.example.seeds`.
    public var description: String { "\(intent)" }
}

extension BackendPayment: Hashable {
    /// Equal when the requests are equal; the presentation does not count.
    public static func == (lhs: BackendPayment, rhs: BackendPayment) -> Bool { lhs.intent == rhs.intent }

    /// Hashes the token only: it is unique.
    public func hash(into hasher: inout Hasher) { hasher.combine(token) }
}

/// A transaction to finish.
public struct FinishRequest: Sendable, CustomStringConvertible {
    /// The transaction's identifier.
    public let transactionID: String
    /// Its recorded state; `nil` for a failed transaction, which is not recorded.
    public let recorded: StoreTransaction?

    /// Makes a request to finish a transaction that is not recorded.
    public init(_ transactionID: String) { (self.transactionID, recorded) = (transactionID, nil) }

    /// Makes a request to finish a transaction in its recorded state.
    public init(recorded transaction: StoreTransaction) { (transactionID, recorded) = (transaction.id, transaction) }

    /// Whether a reported state of this purchase has nothing that is not recorded, so that finishing it loses nothing.
    ///
    /// By the app's policy the record may keep another account than the reported one. A state with another account
    /// counts as recorded when its signature is not later than the record's.
    public func covers(_ state: StoreTransaction) -> Bool {
        guard let recorded else { return true }
        guard state.isSamePurchase(as: recorded), !state.naming(recorded.appAccountToken).isChange(after: recorded)
        else { return false }
        return state.appAccountToken == recorded.appAccountToken || !recorded.isOlder(than: state)
    }

    /// The transaction to finish.
    public var description: String { "finish of transaction \(transactionID)" }
}
