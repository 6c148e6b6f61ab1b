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

extension SimulatedAccountState {
    /// Every charge, oldest first.
    var charges: [SimulatedCharge] {
        book.wholeHistory.compactMap { record in
            guard record.isCharged else { return nil }
            let fields = record.transaction.fields
            return SimulatedCharge(
                transactionID: fields.id, token: record.token, productID: fields.productID,
                quantity: fields.purchasedQuantity,
                amount: fields.multiSeatInfo?.priceTiers.total ?? fields.price ?? 0,
                currencyCode: fields.currencyCode ?? "", date: fields.purchaseDate)
        }
    }

    /// Gives back what was paid for the time that is left of a period, as an upgrade does; nothing is revoked.
    mutating func refundUnused(_ place: Int, at now: Timestamp) {
        let record = book[place]
        let fields = record.transaction.fields
        guard let end = fields.expirationTime, record.isCharged, let price = record.transaction.amountLeft, end > now,
            fields.purchaseTime < end
        else { return }
        let left = Decimal(end.milliseconds) - Decimal(max(now, fields.purchaseTime).milliseconds)
        let whole = Decimal(end.milliseconds) - Decimal(fields.purchaseTime.milliseconds)
        let unused = PriceText.roundedDown(price * left / whole, currency: fields.currencyCode)
        let amount = min(unused, refundable(record))
        guard amount > 0 else { return }
        book.refunds.append(
            SimulatedRefund(
                transactionID: fields.id, amount: amount, currencyCode: fields.currencyCode ?? "", time: now))
    }

    /// Gives back so many percent of what was paid for a transaction, rounded down to what can be paid, but never more than was
    /// paid and not given back before.
    ///
    /// - Parameter seats: of how many seats; `nil` for all that was not given back before.
    mutating func recordRefund(
        of record: AccountRecord, seats: Int? = nil, _ percentage: Decimal, at now: Timestamp
    ) {
        let fields = record.transaction.fields
        let paid = seats.flatMap { fields.multiSeatInfo?.standingTiers.last($0).total } ?? record.transaction.amountLeft
        let part = PriceText.roundedDown((paid ?? 0) * percentage / 100, currency: fields.currencyCode)
        book.refunds.append(
            SimulatedRefund(
                transactionID: fields.id, amount: min(part, refundable(record)),
                currencyCode: fields.currencyCode ?? "", time: now))
    }

    /// What was paid for a transaction and not given back.
    private mutating func refundable(_ record: AccountRecord) -> Decimal {
        guard record.isCharged else { return 0 }
        let transaction = record.transaction
        let paid = transaction.multiSeatInfo?.priceTiers.total ?? transaction.price ?? 0
        return max(0, paid - book.refundSums.total(of: transaction.id, in: book.refunds))
    }
}

extension StoreProduct {
    /// What so many cost, with an offer; of a subscription the first period (or the offer that is paid up front).
    func amount(quantity: Int, offer: StoreOffer?) -> Decimal {
        let single =
            switch offer {
            case nil: price
            case let offer? where offer.paymentMode == .freeTrial: Decimal(0)
            case let offer?: offer.price
            }
        return quantity == 1 ? single : single * Decimal(quantity)
    }
}
