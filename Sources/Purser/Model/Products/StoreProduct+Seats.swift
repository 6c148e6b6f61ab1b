#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension StoreProduct.SubscriptionInfo {
    /// The price of one seat in a range of seats.
    public struct SeatPriceTier: Sendable, Hashable {
        /// The first seat of the range, from 1 on.
        public var minimumSeats: Int
        /// The last seat of the range; `nil` in the last tier, which has no end.
        public var maximumSeats: Int?
        /// The price of one seat, in the product's currency.
        public var price: Decimal
        /// The price of one seat as the customer reads it, such as `$7.99`.
        public var displayPrice: String

        /// A tier.
        public init(minimumSeats: Int, maximumSeats: Int? = nil, price: Decimal, displayPrice: String) {
            self.minimumSeats = minimumSeats
            self.maximumSeats = maximumSeats
            self.price = price.exactPrice
            self.displayPrice = displayPrice
        }
    }

    /// Whether the subscription can be bought with seats: it has price tiers for them.
    public var supportsMultiSeatPurchase: Bool { !seatPriceTiers.isEmpty }

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
