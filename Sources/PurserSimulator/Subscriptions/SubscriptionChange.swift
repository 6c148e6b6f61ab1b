import Purser

/// The change that a purchase of another product makes to an active subscription of its group.
enum SubscriptionChange: Sendable, Hashable {
    /// To a higher level: immediately, and the rest of the current period is refunded.
    case upgrade
    /// To another product of the same level, length and plan: immediately, and the rest of the current period is
    /// refunded.
    case crossgrade
    /// To a lower level, or to another length or plan of the same level: at the next renewal, or at the end of the
    /// commitment.
    case deferred

    /// Determines the change from one product to another of its group.
    ///
    /// - Parameter keepsPlan: whether both have the same billing plan.
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
