extension SimulatedCharge: CustomStringConvertible {
    /// The charge in one line, such as `0.99 USD for com.example.seeds (transaction 42)`.
    public var description: String {
        "\(amount) \(currencyCode) for \(productID)\(quantity == 1 ? "" : ", quantity \(quantity)") "
            + "(transaction \(transactionID))"
    }
}

extension SimulatedRefund: CustomStringConvertible {
    /// The refund in one line, such as `0.99 USD back (transaction 42)`.
    public var description: String { "\(amount) \(currencyCode) back (transaction \(transactionID))" }
}

extension PendingPayment: CustomStringConvertible {
    /// The payment and whom it waits for, such as `P1: payment 5c1-2 of com.example.seeds, asksToBuy`.
    public var description: String { "\(id): \(payment), \(reason)" }
}
