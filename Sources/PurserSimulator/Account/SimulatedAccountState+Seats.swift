import Purser

extension SimulatedAccountState {
    /// Rejects a payment for seats: this store sells subscriptions to one customer each.
    func checkSeats(of payment: BackendPayment) throws(BackendError) {
        guard let seats = payment.options.seats else { return }
        throw BackendError(
            .unsupportedPlatform,
            "The embedded App Store sells no seats: \(seats) of \(payment.productID) were asked for. Leave the option out."
        )
    }
}
