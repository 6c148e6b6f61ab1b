import Purser

/// The subscriptions of an account: in each group one of the customer's own, and one that another person pays for.
struct AccountSubscriptions: Sendable, Codable {
    /// The customer's own subscriptions, by their groups, including expired ones.
    private(set) var own = NotingTable<String, AccountSubscription>()
    /// The subscriptions that another person pays for, by their groups, including expired ones.
    private(set) var shared = NotingTable<String, AccountSubscription>()

    private enum CodingKeys: String, CodingKey {
        case own = "subscriptions"
        case shared = "sharedSubscriptions"
    }

    /// A subscription by its identifier.
    subscript(subscription: SubscriptionID) -> AccountSubscription? {
        get { subscription.isShared ? shared[subscription.groupID] : own[subscription.groupID] }
        set {
            if subscription.isShared {
                shared[subscription.groupID] = newValue
            } else {
                own[subscription.groupID] = newValue
            }
        }
    }

    /// The customer's own subscription in a group.
    subscript(group: String) -> AccountSubscription? { own[group] }

    /// The number of subscriptions.
    var count: Int { own.count + shared.count }

    /// All subscriptions, the oldest first.
    var all: [AccountSubscription] {
        (Array(own.all.values) + Array(shared.all.values)).sorted { $0.first < $1.first }
    }

    /// The subscription of a product or a group: the customer's own before a shared one.
    func named(_ name: String, groupOf product: StoreProduct?) -> AccountSubscription? {
        let subscriptions = all.sorted { !$0.isShared && $1.isShared }
        return subscriptions.first { $0.productID == name } ?? subscriptions.first { $0.groupID == name }
            ?? product?.subscription.flatMap { wanted in
                subscriptions.first { $0.groupID == wanted.subscriptionGroupID }
            }
    }

    /// The customer's own subscription in a group, while it is active.
    func active(in group: String, at now: Timestamp) -> AccountSubscription? {
        guard let subscription = own[group], subscription.phase.isEntitled else { return nil }
        if case .grace = subscription.phase { return subscription }
        // If the account is not up to date, a period that has ended is not active.
        return subscription.end > now ? subscription : nil
    }

    /// The active subscription in a product's group.
    func active(beside product: StoreProduct, at now: Timestamp) -> AccountSubscription? {
        product.subscription.flatMap { active(in: $0.subscriptionGroupID, at: now) }
    }

    /// The change that a purchase makes to the active subscription in its group; `nil` if none is active.
    ///
    /// - Parameters:
    ///   - payment: the purchase, with its billing plan.
    ///   - current: the subscribed product; `nil` if it is no longer sold.
    func change(
        to product: StoreProduct, by payment: BackendPayment, at now: Timestamp, _ current: (String) -> StoreProduct?
    ) -> SubscriptionChange? {
        guard let wanted = product.subscription, let subscription = active(beside: product, at: now) else { return nil }
        guard let current = current(subscription.productID)?.subscription else { return .upgrade }
        let isMonthly = subscription.asksMonthly(product, payment)
        return SubscriptionChange(from: current, to: wanted, keepsPlan: isMonthly == (subscription.commitment != nil))
    }

    /// Whether an introductory offer is available: once in a group, and only without a subscription that is active, in
    /// grace or in billing retry, of any payer.
    func isNew(to group: String, at now: Timestamp) -> Bool {
        [own[group], shared[group]].compactMap { $0 }.allSatisfy { subscription in
            let isOver = subscription.phase.isOver || subscription.phase == .active && subscription.end <= now
            return isOver && (subscription.isShared || !subscription.usedIntroductoryOffer)
        }
    }

    /// The subscription to a product that another person pays for.
    func sharedSubscription(of productID: String, isAssigned: Bool) -> AccountSubscription? {
        shared.all.values.first { $0.productID == productID && $0.isAssigned == isAssigned }
    }

    /// Records changes, and undoes steps.
    mutating func note(_ moment: NotingMoment) {
        own.note(moment)
        shared.note(moment)
    }
}
