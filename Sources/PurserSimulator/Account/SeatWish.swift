import Purser

/// The effect of requested seats on a running subscription of the same product.
enum SeatWish: Sendable {
    /// They are added to its current period.
    case adds(to: AccountSubscription)
    /// They replace it immediately, because it was bought without seats.
    case replaces

    /// Reads the request; `nil` if it has no seats, or no subscription of the product is running.
    ///
    /// - Throws: `.invalidQuantity` if the subscription already has as many seats; `.paymentInvalid` if seats cannot be
    ///   added now.
    init?(
        _ payment: BackendPayment, for product: StoreProduct, in book: AccountBook, at now: Timestamp
    ) throws(BackendFailure) {
        guard let seats = payment.options.seats, let subscription = book.subscriptions.active(beside: product, at: now),
            subscription.productID == product.id
        else { return nil }
        guard let present = book.transactions.seats(of: subscription) else {
            self = .replaces
            return
        }
        guard seats > present else {
            throw BackendFailure(
                .invalidQuantity,
                "\(product.id) has \(present) seats, and \(seats) were requested. Request a higher total; the customer "
                    + "reduces seats in the system's settings, for the next period."
            )
        }
        guard subscription.phase == .active else {
            throw BackendFailure(
                .paymentInvalid,
                "\(product.id) could not be renewed yet, so no seats can be added. Resolve the payment first."
            )
        }
        guard WantedOffer(payment.options) == nil else {
            throw BackendFailure(
                .paymentInvalid,
                "Seats that are added to \(product.id) have the price of the others. Remove the offer.")
        }
        self = .adds(to: subscription)
    }
}
