import Purser

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension AccountSubscription {
    /// The price of the current period, or of seats in it.
    ///
    /// - Parameter seats: the first and the last seat; `nil` without seats.
    func price(of product: StoreProduct?, seats: ClosedRange<Int>?) -> PeriodPrice {
        PeriodPrice(of: product, own: offer?.price ?? commitment?.partPrice ?? price, seats: seats)
    }
}

extension SubscriptionCommitment {
    /// The commitment at amounts that can be paid in a currency; a price that is the sum of the parts remains their sum.
    func payable(in currency: String?) -> SubscriptionCommitment {
        let amounts = PayableAmounts(currency: currency)
        let isSum = price == partPrice * Decimal(parts)
        var commitment = self
        commitment.partPrice = amounts.nearest(partPrice)
        commitment.price = isSum ? commitment.partPrice * Decimal(parts) : amounts.nearest(price)
        return commitment
    }
}
