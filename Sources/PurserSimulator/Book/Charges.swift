public import Purser

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A charge of the embedded App Store, which a test can compare with the granted products.
public struct SimulatedCharge: Sendable, Hashable {
    /// The transaction that was charged.
    public var transactionID: String
    /// The payment that caused it; `nil` for purchases on another device, or if tokens are not echoed.
    public var token: PaymentToken?
    /// The product that was bought.
    public var productID: String
    /// The quantity; for a subscription with seats, the number of seats.
    public var quantity: Int
    /// The total amount, in `currencyCode`; zero for a free trial.
    public var amount: Decimal
    /// The ISO 4217 currency of `amount`.
    public var currencyCode: String
    /// The date of the charge.
    public var date: Date
}

/// A refund of the embedded App Store.
public struct SimulatedRefund: Sendable, Hashable, Codable {
    /// The transaction that was refunded.
    public var transactionID: String
    /// The amount, in `currencyCode`.
    public var amount: Decimal
    /// The ISO 4217 currency of `amount`.
    public var currencyCode: String
    /// The date of the refund.
    public var date: Date { time.date }
    /// The time of the refund, in whole milliseconds.
    let time: Timestamp

    private enum CodingKeys: String, CodingKey {
        case transactionID
        case amount
        case currencyCode
        case time = "date"
    }
}

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
