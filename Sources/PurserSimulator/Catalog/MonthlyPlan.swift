public import Purser

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A one-year subscription that is paid monthly, with a commitment for the whole year.
public struct MonthlyPlan: Sendable, Hashable {
    /// The price of one of the twelve payments, in the storefront's currency.
    public var price: Decimal
    /// The total price of all payments.
    public var commitmentPrice: Decimal
    /// The offers of this plan; the product's offers apply to payment up front.
    public var offers: [StoreOffer]
    /// The number of payments.
    static let payments = 12
    /// The length of one payment's part.
    static let partLength = SubscriptionPeriod(1, .month)

    /// Makes a plan.
    public init(price: Decimal, commitmentPrice: Decimal, offers: [StoreOffer] = []) {
        self.price = price
        self.offers = offers
        self.commitmentPrice = commitmentPrice
    }
}
