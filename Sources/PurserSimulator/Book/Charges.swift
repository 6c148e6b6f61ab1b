public import Purser

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// Money that the embedded App Store took, so that a test can compare it with what was granted.
public struct SimulatedCharge: Sendable, Hashable {
    /// The transaction that was paid for.
    public var transactionID: String
    /// The payment that asked for it; `nil` for purchases on another device, or when tokens are not echoed.
    public var token: PaymentToken?
    /// The product that was bought.
    public var productID: String
    /// How many were bought; of a subscription with seats, how many seats.
    public var quantity: Int
    /// The amount for all of them, in `currencyCode`; zero for a free trial.
    public var amount: Decimal
    /// The ISO 4217 currency of `amount`.
    public var currencyCode: String
    /// When it was paid.
    public var date: Date
}

/// Money that the embedded App Store gave back.
public struct SimulatedRefund: Sendable, Hashable, Codable {
    /// The transaction that was refunded.
    public var transactionID: String
    /// The amount, in `currencyCode`.
    public var amount: Decimal
    /// The ISO 4217 currency of `amount`.
    public var currencyCode: String
    /// When it was given back.
    public var date: Date { time.date }
    /// When it was given back, in whole milliseconds.
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
