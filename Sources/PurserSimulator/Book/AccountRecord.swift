import Purser

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// One transaction in the account.
struct AccountRecord: Sendable, Codable {
    var transaction: StoreTransaction
    /// The payment that bought it, if the backend echoes tokens.
    var token: PaymentToken?
    /// Whether it was charged; a trial is charged with an amount of 0.
    var isCharged: Bool
    /// Whether the app finished it in its present state.
    var isFinished = false
    /// Whether its last report had an invalid signature.
    var wasReportedUnverified = false

    private enum CodingKeys: String, CodingKey {
        case transaction
        case token
        case isCharged
        case isFinished
        case wasReportedUnverified = "wasReportedUnverified"
    }

    /// The charge; `nil` if there was none.
    var charge: SimulatedCharge? {
        guard isCharged else { return nil }
        let fields = transaction.fields
        return SimulatedCharge(
            transactionID: fields.id, token: token, productID: fields.productID, quantity: fields.purchasedQuantity,
            amount: amountPaid, currencyCode: fields.currencyCode ?? "", date: fields.purchaseDate)
    }

    /// The paid amount, for all seats of a subscription.
    var amountPaid: Decimal {
        isCharged ? transaction.multiSeatInfo?.priceTiers.total ?? transaction.price ?? 0 : 0
    }
}
