public import Purser

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A subscription of the embedded App Store's customer, with all that is known of how it goes on.
///
/// A customer has one in each group, however often it lapsed or changed its product, and one more where the family shares
/// one.
public struct SimulatedSubscription: Sendable, Hashable, Identifiable {
    /// Where it stands.
    public var state: StoreSubscriptionStatus.RenewalState
    /// Its present transaction.
    public var transaction: StoreTransaction
    /// How it goes on, as the store signs it: renewal, next product and its price, offer, price consent, expiration reason.
    public var renewalInfo: StoreRenewalInfo
    /// When the present period ends, or ended.
    public var periodEnd: Date
    /// Until when the store tries to be paid; `nil` while nothing is owed.
    public var billingRetryEnd: Date?
    /// The offer of the present period; `nil` when there is none.
    public var offer: StoreTransaction.Offer?
    /// How many renewals more the present period's offer applies to.
    public var offerPeriodsLeft: Int
    /// How often it renewed since it was last bought.
    public var renewalCount: Int
    /// How many seats the present period has; `nil` without seats.
    public var seats: Int?
    /// When something happens to it next if nobody does anything; `nil` when nothing will.
    public var nextEventDate: Date?

    /// The first transaction of the subscription, which all others name.
    public var id: String { renewalInfo.originalTransactionID }
    /// Its group.
    public var groupID: String { transaction.subscriptionGroupID ?? "" }
    /// The product of the present period.
    public var productID: String { renewalInfo.currentProductID }
    /// Whether it renews by itself.
    public var willAutoRenew: Bool { renewalInfo.willAutoRenew }
    /// The product of the next period; `nil` when it does not renew.
    public var nextProductID: String? { renewalInfo.autoRenewPreference }
    /// Until when the customer keeps it although it could not be paid.
    public var gracePeriodEnd: Date? { renewalInfo.gracePeriodExpirationDate }
    /// When the next period begins; `nil` when none will.
    public var renewalDate: Date? { renewalInfo.renewalDate }
    /// What the next period costs; `nil` when none will begin.
    public var renewalPrice: Decimal? { renewalInfo.renewalPrice }
    /// How many seats the next period has; `nil` without seats, and when none will begin.
    public var renewalSeats: Int? { renewalInfo.renewalQuantity }
    /// Whether the customer may use it.
    public var isEntitled: Bool { state == .subscribed || state == .inGracePeriod }
    /// Whether a member of the family pays for it.
    public var isFamilyShared: Bool { transaction.ownershipType == .familyShared }
    /// Whether it is a seat that somebody else has bought and assigned.
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
    /// A line as others see it.
    init(_ line: SubscriptionLine, transaction: StoreTransaction, renewalInfo: StoreRenewalInfo, seats: Int?) {
        switch line.phase {
        case .grace(_, let until), .retry(let until): billingRetryEnd = until.date
        case .active, .expired, .revoked: billingRetryEnd = nil
        }
        state = line.phase.state
        self.transaction = transaction
        self.renewalInfo = renewalInfo
        periodEnd = line.end.date
        offer = line.offer?.offer
        offerPeriodsLeft = line.offer?.left ?? 0
        renewalCount = line.renewals
        self.seats = seats
        nextEventDate = line.nextEvent?.time.date
    }
}
