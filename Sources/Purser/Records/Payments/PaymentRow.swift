/// An open payment: one that was registered, and whose transaction is not certain.
package struct PaymentRow: Sendable, Hashable {
    /// The parts of a payment that a transaction repeats.
    package struct Terms: Sendable, Hashable {
        /// The product.
        package var productID: String
        /// How many of it.
        package var quantity: Int
        /// The account token that was passed to the backend; `nil` when none was set.
        package var account: UserID?
    }

    /// As it is recorded; a row is copied with every decision, and so this is only referred to.
    package let intent: PaymentIntent
    /// The user who pays; `nil` when all users share one state.
    package let user: UserID?
    /// How far it is.
    package internal(set) var state: PaymentState = .registered
    /// The position among all payments of the folder, in the order of registration.
    package internal(set) var order: UInt64 = 0
    /// The number of arrivals in this launch when the current state began, 0 for a payment of an earlier launch; a
    /// transaction that was first reported before is not its own.
    package internal(set) var arrival: UInt64 = 0
    /// When the backend was called, by the monotonic clock; `nil` before, and for payments of earlier launches.
    package internal(set) var submitTime: Duration?
    /// The index of its queue, while it is submitted.
    var queue: Int32 = -1

    /// A user's recorded payment that is about to be submitted.
    package init(_ intent: PaymentIntent, of user: UserID?) { (self.intent, self.user) = (intent, user) }
}

extension PaymentRow {
    /// The payment's token.
    package var token: PaymentToken { intent.token }
    var productID: String { intent.productID }
    var quantity: Int { intent.quantity }
    var account: UserID? { intent.account }
    /// The parts of it that a transaction repeats.
    var terms: Terms { Terms(productID: productID, quantity: quantity, account: account) }
    /// Until when it may be pending, by the store's time: Ask to Buy ends after a day, and the rest is for banks and
    /// travels (M3).
    package var pendingEnd: Timestamp {
        max(intent.requestTime, intent.trustedTime ?? intent.requestTime).advanced(by: .seconds(7 * 86_400))
    }
}
