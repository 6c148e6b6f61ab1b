import Purser

/// How buying another product of a group changes a subscription that runs.
enum SubscriptionChange: Sendable, Hashable {
    /// To a higher level: at once, and what is left of the present period is paid back.
    case upgrade
    /// To another product of the same level and length: at once.
    case crossgrade
    /// To a lower level, or to another length of the same level: at the next renewal.
    case deferred

    /// The change from one product to another of its group.
    init(from current: StoreProduct.SubscriptionInfo, to wanted: StoreProduct.SubscriptionInfo) {
        if wanted.groupLevel < current.groupLevel {
            self = .upgrade
        } else if wanted.groupLevel == current.groupLevel, wanted.subscriptionPeriod == current.subscriptionPeriod {
            self = .crossgrade
        } else {
            self = .deferred
        }
    }
}
