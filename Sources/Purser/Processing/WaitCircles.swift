/// The payments for which handlers of deliveries wait, and the deliveries that answer these payments.
///
/// A handler that waits for a payment of its own delivery would wait for itself, also through other deliveries.
package struct WaitCircles: Sendable {
    private var waiting: [PaymentToken: String] = [:]
    private var answering: [PaymentToken: String] = [:]

    /// Makes a value without waits.
    package init() {}

    /// Records that a delivery's handler begins to wait for a payment.
    package mutating func waits(_ delivery: String, for payment: PaymentToken) { waiting[payment] = delivery }

    /// The handler of a delivery has waited for a payment.
    ///
    /// - Returns: whether it waits for no other.
    package mutating func waited(_ delivery: String, for payment: PaymentToken) -> Bool {
        waiting[payment] = nil
        answering[payment] = nil
        return !waiting.values.contains(delivery)
    }

    /// A payment is answered once a delivery has ended.
    ///
    /// - Returns: whether that closes a circle; then it is not recorded.
    package mutating func closes(_ payment: PaymentToken, answeredBy delivery: String) -> Bool {
        guard !waiting.isEmpty, let waiter = waiting[payment] else { return false }
        guard !leads(delivery, to: waiter) else { return true }
        answering[payment] = delivery
        return false
    }

    /// Whether a delivery cannot end before another one has; there is no circle yet.
    private func leads(_ delivery: String, to other: String) -> Bool {
        delivery == other
            || waiting.contains { payment, waiter in
                waiter == delivery && answering[payment].map { leads($0, to: other) } == true
            }
    }
}
