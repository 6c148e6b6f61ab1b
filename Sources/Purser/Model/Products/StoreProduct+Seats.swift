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
            self.price = price
            self.displayPrice = displayPrice
        }
    }

    /// Whether the subscription can be bought with seats: it has price tiers for them.
    public var supportsMultiSeatPurchase: Bool { !seatPriceTiers.isEmpty }
}
