import Purser

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// One transaction in the account.
struct AccountRecord: Sendable, Codable {
    var transaction: StoreTransaction
    /// The payment that asked for it, if the backend echoes tokens.
    var token: PaymentToken?
    /// Whether money was taken, be it nothing for a trial.
    var isCharged: Bool
    /// Whether the app finished it in its present state.
    var isFinished = false
    /// Whether it was last reported with a signature that is not valid.
    var wasReportedUnverified = false

    private enum CodingKeys: String, CodingKey {
        case transaction
        case token
        case isCharged
        case isFinished
        case wasReportedUnverified = "wasReportedUnverified"
    }

    /// The charge; `nil` when nothing was paid for it.
    var charge: SimulatedCharge? {
        guard isCharged else { return nil }
        let fields = transaction.fields
        return SimulatedCharge(
            transactionID: fields.id, token: token, productID: fields.productID, quantity: fields.purchasedQuantity,
            amount: amountPaid, currencyCode: fields.currencyCode ?? "", date: fields.purchaseDate)
    }

    /// What was paid for it, of a subscription with seats for all of them.
    var amountPaid: Decimal {
        isCharged ? transaction.multiSeatInfo?.priceTiers.total ?? transaction.price ?? 0 : 0
    }
}
