import Purser

/// A planned change of a subscription to another product or plan: at the next renewal, or at the commitment's end.
///
/// It is everything that a customer's wish for another product or plan adds to a subscription. Without it the
/// subscription renews as if the customer had never wished for the change.
struct PlannedChange: Sendable, Hashable {
    /// The product; the current one if only the plan changes.
    var productID: String
    /// The billing plan.
    var plan: StoreProduct.BillingPlanType
    /// The number of seats; `nil` without seats.
    var seats: Int?
    /// The offer with which it begins; `nil` for none.
    var offer: SubscriptionOffer?

    /// Whether it changes to the same product and plan as another change.
    func isLike(_ other: PlannedChange?) -> Bool { productID == other?.productID && plan == other?.plan }
}
