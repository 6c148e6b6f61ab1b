import Purser

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The price of a subscription's period: reported before the period begins, and charged when it does.
struct PeriodPrice: Sendable {
    /// The price; with seats, the average price of one seat.
    let price: Decimal?
    /// The price tiers of its seats, the most expensive first; empty without seats.
    let tiers: [StoreTransaction.MultiSeatInfo.PriceTier]

    /// Makes the price of a period.
    ///
    /// - Parameters:
    ///   - product: the product, at payable prices; `nil` if it is no longer sold.
    ///   - own: the price of an offer, of a part of a commitment, or for this customer; `nil` for the product's price.
    ///     It is rounded to a payable amount.
    ///   - seats: the first and the last seat that is paid; `nil` without seats.
    init(of product: StoreProduct?, own: Decimal?, seats: ClosedRange<Int>?) {
        let own = own.map { PayableAmounts(currency: product?.currencyCode).nearest($0) }
        tiers = seats.map { .init(of: product, each: own, seats: $0) } ?? []
        price = seats == nil ? own ?? product?.price : tiers.averagePrice
    }
}
