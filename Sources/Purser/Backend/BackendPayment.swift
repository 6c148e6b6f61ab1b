#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// The parameters of a payment for a backend: the product, the user, the options, and the place of the payment sheet.
///
/// The app's own data, such as its context, stays with Purser.
public struct BackendPayment: Sendable {
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
}

extension BackendPayment: Hashable {
    /// Equal when the requests are equal; the presentation does not count.
    public static func == (lhs: BackendPayment, rhs: BackendPayment) -> Bool { lhs.intent == rhs.intent }

    /// Hashes the token only: it is unique.
    public func hash(into hasher: inout Hasher) { hasher.combine(token) }
}

extension BackendPayment: CustomStringConvertible {
    /// The payment in one line, such as `payment 5c1-2 of com.example.seeds`.
    public var description: String { "\(intent)" }
}
