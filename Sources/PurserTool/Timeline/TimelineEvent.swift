import Purser
import PurserSimulator

/// An event of a customer's subscription.
struct TimelineEvent: Sendable {
    enum Kind: String, Sendable {
        case begins, renews, changes, recovers, grace, retry, ends, revoked
        /// Seats were added to the current period, or refunded.
        case seats
        /// The customer or the App Store plans a later change.
        case plan
    }

    var time: Timestamp
    var kind: Kind
    var subscription: SimulatedSubscription

    /// Finds the event between two states of a subscription, the later of which is `new`.
    init?(from old: SimulatedSubscription?, to new: SimulatedSubscription, at time: Timestamp) {
        guard let kind = Self.kind(from: old, to: new) else { return nil }
        self.time = time
        self.kind = kind
        subscription = new
    }

    private static func kind(from old: SimulatedSubscription?, to new: SimulatedSubscription) -> Kind? {
        guard let old else { return .begins }
        let isSamePeriod = old.periodEnd == new.periodEnd
        let isOwned = isSamePeriod && old.isEntitled && new.isEntitled
        if isOwned, let seats = new.seats, let former = old.seats, seats != former { return .seats }
        if old.transaction.id != new.transaction.id { return kindOfPeriod(from: old, to: new) }
        guard old.state == new.state else {
            return switch new.state {
            case .inGracePeriod: .grace
            case .inBillingRetryPeriod: .retry
            case .revoked: .revoked
            case .subscribed: .recovers
            default: .ends
            }
        }
        return isSamePeriod && SubscriptionRow.next(old) == SubscriptionRow.next(new) ? nil : .plan
    }

    private static func kindOfPeriod(from old: SimulatedSubscription, to new: SimulatedSubscription) -> Kind {
        // A refund that was not requested in the app leaves renewal on.
        if !old.isEntitled, old.billingRetryEnd == nil { return new.transaction.reason == .renewal ? .renews : .begins }
        if old.productID != new.productID { return .changes }
        return old.billingRetryEnd == nil ? .renews : .recovers
    }

    /// Whether it is another period that equals the previous one.
    func repeats(_ other: TimelineEvent) -> Bool {
        let (mine, theirs) = (subscription.transaction, other.subscription.transaction)
        return kind == .renews && [.renews, .begins, .changes, .recovers].contains(other.kind)
            && mine.productID == theirs.productID && mine.seats == theirs.seats && mine.price == theirs.price
            && mine.offer == nil && theirs.offer == nil && mine.currencyCode == theirs.currencyCode
    }
}
