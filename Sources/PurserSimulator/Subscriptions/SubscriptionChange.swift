import Purser

/// How buying another product of a group changes a subscription that runs.
enum SubscriptionChange: Sendable, Hashable {
    /// To a higher level: at once, and what is left of the present period is paid back.
    case upgrade
    /// To another product of the same level, length and plan: at once, and what is left of the present period is paid back.
    case crossgrade
    /// To a lower level, or to another length or plan of the same level: at the next renewal, or at the commitment's end.
    case deferred

    /// The change from one product to another of its group.
    ///
    /// - Parameter keepsPlan: whether both are billed by the same plan.
    init(
        from current: StoreProduct.SubscriptionInfo, to wanted: StoreProduct.SubscriptionInfo, keepsPlan: Bool
    ) {
        if wanted.groupLevel < current.groupLevel {
            self = .upgrade
        } else if wanted.groupLevel == current.groupLevel, keepsPlan,
            wanted.subscriptionPeriod == current.subscriptionPeriod
        {
            self = .crossgrade
        } else {
            self = .deferred
        }
    }
}
