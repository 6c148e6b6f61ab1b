public import Purser

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A subscription of a year that is paid month by month, and that the customer is bound to for the year.
public struct MonthlyPlan: Sendable, Hashable {
    /// What one of the twelve payments costs, in the storefront's currency.
    public var price: Decimal
    /// What all of them cost together.
    public var commitmentPrice: Decimal
    /// The offers of this plan; those of the product are for who pays up front.
    public var offers: [StoreOffer]
    /// How many payments there are.
    static let payments = 12
    /// How long each of them lasts.
    static let partLength = SubscriptionPeriod(1, .month)

    /// A plan.
    public init(price: Decimal, commitmentPrice: Decimal, offers: [StoreOffer] = []) {
        self.price = price
        self.offers = offers
        self.commitmentPrice = commitmentPrice
    }
}
