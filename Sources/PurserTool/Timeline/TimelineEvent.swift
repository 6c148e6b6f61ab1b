import Purser
import PurserSimulator

/// Something that a customer's subscription goes through.
struct TimelineEvent: Sendable {
    /// What happens.
    enum Kind: String, Sendable {
        case begins
        case renews
        case changes
        case recovers
        case grace
        case retry
        case ends
        case revoked = "revoked"
        /// Seats were added to the present period, or paid back.
        case seats
        /// The customer or the store decides something for later.
        case plan
    }

    var time: Timestamp
    var kind: Kind
    /// The subscription as it is then.
    var subscription: SimulatedSubscription

    /// What has happened to a subscription between two moments, at the second of which it is `new`.
    init?(from old: SimulatedSubscription?, to new: SimulatedSubscription, at time: Timestamp) {
        guard let kind = Self.kind(from: old, to: new) else { return nil }
        self.time = time
        self.kind = kind
        subscription = new
    }

    private static func kind(from old: SimulatedSubscription?, to new: SimulatedSubscription) -> Kind? {
        guard let old else { return .begins }
        if let seats = new.seats, let former = old.seats, seats != former, old.isEntitled, new.isEntitled,
            old.periodEnd == new.periodEnd
        {
            return .seats
        }
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
        return SubscriptionRow.next(old) == SubscriptionRow.next(new) && old.periodEnd == new.periodEnd ? nil : .plan
    }

    private static func kindOfPeriod(from old: SimulatedSubscription, to new: SimulatedSubscription) -> Kind {
        // A refund that nobody has asked for in the app leaves renewal on.
        if !old.isEntitled, old.billingRetryEnd == nil { return new.transaction.reason == .renewal ? .renews : .begins }
        if old.productID != new.productID { return .changes }
        return old.billingRetryEnd == nil ? .renews : .recovers
    }

    /// Whether it is one more period that is just as the one before.
    func repeats(_ other: TimelineEvent) -> Bool {
        let (mine, theirs) = (subscription.transaction, other.subscription.transaction)
        return kind == .renews && [.renews, .begins, .changes, .recovers].contains(other.kind)
            && mine.productID == theirs.productID && mine.seats == theirs.seats && mine.price == theirs.price
            && mine.offer == nil
            && theirs.offer == nil && mine.currencyCode == theirs.currencyCode
    }
}
