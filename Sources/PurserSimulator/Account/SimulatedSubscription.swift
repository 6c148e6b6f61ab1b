public import Purser

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A subscription of the embedded App Store's customer, with its state and renewal info.
///
/// A customer has one subscription in each group, across lapses and product changes, and another one if the family
/// shares it.
public struct SimulatedSubscription: Sendable, Hashable, Identifiable {
    /// The state of the subscription.
    public var state: StoreSubscriptionStatus.RenewalState
    /// The current transaction.
    public var transaction: StoreTransaction
    /// The signed renewal info: renewal, next product and its price, offer, price consent, expiration reason.
    public var renewalInfo: StoreRenewalInfo
    /// The end of the current or last period.
    public var periodEnd: Date
    /// The end of the billing retry; `nil` if no payment is due.
    public var billingRetryEnd: Date?
    /// The offer of the current period; `nil` for none.
    public var offer: StoreTransaction.Offer?
    /// The number of further renewals with the current period's offer.
    public var offerPeriodsLeft: Int
    /// The number of renewals since the last purchase.
    public var renewalCount: Int
    /// The number of seats in the current period; `nil` without seats.
    public var seats: Int?
    /// The date of the next event without any action; `nil` for none.
    public var nextEventDate: Date?

    /// The identifier of the first transaction, which all others contain.
    public var id: String { renewalInfo.originalTransactionID }
    /// The subscription group.
    public var groupID: String { transaction.subscriptionGroupID ?? "" }
    /// The product of the current period.
    public var productID: String { renewalInfo.currentProductID }
    /// Whether it renews automatically.
    public var willAutoRenew: Bool { renewalInfo.willAutoRenew }
    /// The product of the next period; `nil` if it does not renew.
    public var nextProductID: String? { renewalInfo.autoRenewPreference }
    /// The end of the grace period, in which the customer keeps the subscription without a payment.
    public var gracePeriodEnd: Date? { renewalInfo.gracePeriodExpirationDate }
    /// The start of the next period; `nil` if it does not renew.
    public var renewalDate: Date? { renewalInfo.renewalDate }
    /// The price of the next period; `nil` if it does not renew.
    public var renewalPrice: Decimal? { renewalInfo.renewalPrice }
    /// The number of seats in the next period; `nil` without seats, or if it does not renew.
    public var renewalSeats: Int? { renewalInfo.renewalQuantity }
    /// Whether the customer is entitled to it.
    public var isEntitled: Bool { state == .subscribed || state == .inGracePeriod }
    /// Whether a family member pays for it.
    public var isFamilyShared: Bool { transaction.ownershipType == .familyShared }
    /// Whether it is a seat that another person bought and assigned.
    public var isAssigned: Bool { transaction.ownershipType == .assigned }
}

extension SimulatedSubscription: CustomStringConvertible {
    /// The subscription in one line, such as `gold: subscribed, renews into silver`.
    public var description: String {
        let next =
            switch nextProductID {
            case nil: state == .subscribed ? ", does not renew" : ""
            case productID?: ", renews"
            case let other?: ", renews into \(other)"
            }
        let present = seats.map { " with \(Wording.count($0, "seat"))" } ?? ""
        let later = renewalSeats.flatMap { $0 == seats ? nil : " with \(Wording.count($0, "seat"))" } ?? ""
        return "\(productID): \(state)\(present)\(next)\(later)"
    }
}

extension SimulatedSubscription {
    /// Makes the public value of a subscription.
    init(_ subscription: AccountSubscription, transaction: StoreTransaction, renewalInfo: StoreRenewalInfo, seats: Int?)
    {
        switch subscription.phase {
        case .grace(_, let until), .retry(let until): billingRetryEnd = until.date
        case .active, .expired, .revoked: billingRetryEnd = nil
        }
        state = subscription.phase.state
        self.transaction = transaction
        self.renewalInfo = renewalInfo
        periodEnd = subscription.end.date
        offer = subscription.offer?.offer
        offerPeriodsLeft = subscription.offer?.left ?? 0
        renewalCount = subscription.renewals
        self.seats = seats
        nextEventDate = subscription.nextEvent?.time.date
    }
}
