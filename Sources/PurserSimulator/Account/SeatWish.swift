import Purser

/// The effect of requested seats on a running subscription of the same product.
enum SeatWish: Sendable {
    /// They are added to its current period.
    case adds(to: SubscriptionLine)
    /// They replace it immediately, because it was bought without seats.
    case replaces

    /// Reads the request; `nil` if it has no seats, or no subscription of the product is running.
    ///
    /// - Throws: `.invalidQuantity` if the subscription already has as many seats; `.paymentInvalid` if seats cannot be
    ///   added now.
    init?(
        _ payment: BackendPayment, for product: StoreProduct, in book: AccountBook, at now: Timestamp
    ) throws(BackendError) {
        guard let seats = payment.options.seats, let line = book.lines.active(beside: product, at: now),
            line.productID == product.id
        else { return nil }
        guard let present = book.transactions.seats(of: line) else {
            self = .replaces
            return
        }
        guard seats > present else {
            throw BackendError(
                .invalidQuantity,
                "\(product.id) has \(present) seats, and \(seats) were asked for. Name a total of more seats; the customer chooses fewer in the system's settings, for the next period."
            )
        }
        guard line.phase == .active else {
            throw BackendError(
                .paymentInvalid,
                "\(product.id) could not be renewed yet, and takes no more seats until it is. Resolve the payment first."
            )
        }
        guard WantedOffer(payment.options) == nil else {
            throw BackendError(
                .paymentInvalid,
                "Seats that are added to \(product.id) cost what the others do. Leave the offer out.")
        }
        self = .adds(to: line)
    }
}
