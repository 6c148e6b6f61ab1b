#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension StoreProduct.SubscriptionInfo {
    /// The price of a number of seats together for one period; `nil` when the tiers do not cover them, and for more
    /// than ``PaymentRequest/maximumSeats``.
    ///
    /// Each seat has the price of its own tier: with tiers of 9.99 for seats 1 to 5 and of 7.99 from the 6th on, eight
    /// seats cost 5 × 9.99 + 3 × 7.99.
    public func price(ofSeats seats: Int) -> Decimal? { tiers(ofSeats: 1, to: seats)?.total }

    /// The prices of the seats of a range, from the first to the last one; `nil` when the tiers do not cover them.
    package func tiers(ofSeats first: Int, to last: Int) -> [StoreTransaction.MultiSeatInfo.PriceTier]? {
        guard first >= 1, last >= first, last <= PaymentRequest.maximumSeats else { return nil }
        var next = first
        var tiers: [StoreTransaction.MultiSeatInfo.PriceTier] = []
        for tier in seatPriceTiers.sorted(by: { $0.minimumSeats < $1.minimumSeats }) where next <= last {
            guard tier.minimumSeats <= next else { return nil }
            let end = min(tier.maximumSeats ?? last, last)
            guard end >= next else { continue }
            tiers.append(.init(price: tier.price, quantity: end - next + 1))
            next = end + 1
        }
        return next > last ? tiers : nil
    }
}
