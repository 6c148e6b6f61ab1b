import Purser

/// The subscriptions of an account: in each group one of the customer's own, and one that another person pays for.
struct AccountLines: Sendable, Codable {
    /// The customer's own subscriptions, by their groups, including expired ones.
    private(set) var own = NotingTable<String, SubscriptionLine>()
    /// The subscriptions that another person pays for, by their groups, including expired ones.
    private(set) var shared = NotingTable<String, SubscriptionLine>()

    private enum CodingKeys: String, CodingKey {
        case own = "lines"
        case shared = "sharedLines"
    }

    /// A subscription by its identifier.
    subscript(line: LineID) -> SubscriptionLine? {
        get { line.isShared ? shared[line.groupID] : own[line.groupID] }
        set { if line.isShared { shared[line.groupID] = newValue } else { own[line.groupID] = newValue } }
    }

    /// The customer's own subscription in a group.
    subscript(group: String) -> SubscriptionLine? { own[group] }

    /// The number of subscriptions.
    var count: Int { own.count + shared.count }

    /// All subscriptions, the oldest first.
    var all: [SubscriptionLine] {
        (Array(own.all.values) + Array(shared.all.values)).sorted { $0.first < $1.first }
    }

    /// The subscription of a product or a group: the customer's own before a shared one.
    func named(_ name: String, groupOf product: StoreProduct?) -> SubscriptionLine? {
        let lines = all.sorted { !$0.isShared && $1.isShared }
        return lines.first { $0.productID == name } ?? lines.first { $0.groupID == name }
            ?? product?.subscription.flatMap { wanted in lines.first { $0.groupID == wanted.subscriptionGroupID } }
    }

    /// The customer's own subscription in a group, while it is active.
    func active(in group: String, at now: Timestamp) -> SubscriptionLine? {
        guard let line = own[group], line.phase.isEntitled else { return nil }
        if case .grace = line.phase { return line }
        // If the account is not up to date, a period that has ended is not active.
        return line.end > now ? line : nil
    }

    /// The active subscription in a product's group.
    func active(beside product: StoreProduct, at now: Timestamp) -> SubscriptionLine? {
        product.subscription.flatMap { active(in: $0.subscriptionGroupID, at: now) }
    }

    /// The change that a purchase makes to the active subscription in its group; `nil` if none is active.
    ///
    /// - Parameters:
    ///   - current: the subscribed product; `nil` if it is no longer sold.
    ///   - isMonthly: whether the purchase is for the monthly plan.
    func change(
        to product: StoreProduct, isMonthly: Bool, at now: Timestamp, _ current: (String) -> StoreProduct?
    ) -> SubscriptionChange? {
        guard let wanted = product.subscription, let line = active(beside: product, at: now) else { return nil }
        guard let current = current(line.productID)?.subscription else { return .upgrade }
        return SubscriptionChange(from: current, to: wanted, keepsPlan: isMonthly == (line.commitment != nil))
    }

    /// Whether an introductory offer is available: once in a group, and only without a subscription that is active, in
    /// grace or in billing retry, of any payer.
    func isNew(to group: String, at now: Timestamp) -> Bool {
        [own[group], shared[group]].compactMap { $0 }.allSatisfy { line in
            let isOver = line.phase.isOver || line.phase == .active && line.end <= now
            return isOver && (line.isShared || !line.usedIntroductoryOffer)
        }
    }

    /// The subscription to a product that another person pays for.
    func sharedLine(of productID: String, isAssigned: Bool) -> SubscriptionLine? {
        shared.all.values.first { $0.productID == productID && $0.isAssigned == isAssigned }
    }

    /// Records changes, and undoes steps.
    mutating func note(_ moment: NotingMoment) {
        own.note(moment)
        shared.note(moment)
    }
}
