import Purser

/// The subscriptions of an account: in each group one of the customer's own, and one that somebody else pays for.
struct AccountLines: Sendable, Codable {
    /// By group, the subscription that the customer has or had in it.
    private(set) var own = NotingTable<String, SubscriptionLine>()
    /// By group, the subscription that somebody else pays or paid for.
    private(set) var shared = NotingTable<String, SubscriptionLine>()

    private enum CodingKeys: String, CodingKey {
        case own = "lines"
        case shared = "sharedLines"
    }

    /// A line by its name.
    subscript(line: LineID) -> SubscriptionLine? {
        get { line.isShared ? shared[line.groupID] : own[line.groupID] }
        set { if line.isShared { shared[line.groupID] = newValue } else { own[line.groupID] = newValue } }
    }

    /// The customer's own line in a group.
    subscript(group: String) -> SubscriptionLine? { own[group] }

    /// How many lines there are.
    var count: Int { own.count + shared.count }

    /// Every line, the oldest first.
    var all: [SubscriptionLine] {
        (Array(own.all.values) + Array(shared.all.values)).sorted { $0.first < $1.first }
    }

    /// The line that a product or a group means, where its owner names it so: the customer's own before another's.
    func named(_ name: String, groupOf product: StoreProduct?) -> SubscriptionLine? {
        let lines = all.sorted { !$0.isShared && $1.isShared }
        return lines.first { $0.productID == name } ?? lines.first { $0.groupID == name }
            ?? product?.subscription.flatMap { wanted in lines.first { $0.groupID == wanted.subscriptionGroupID } }
    }

    /// The subscription that the customer has in a group and pays for, while it runs.
    func active(in group: String, at now: Timestamp) -> SubscriptionLine? {
        guard let line = own[group], line.phase.isEntitled else { return nil }
        if case .grace = line.phase { return line }
        // Who asks about an account that nobody has advanced to now gets no period that is over.
        return line.end > now ? line : nil
    }

    /// The subscription that runs in a product's group.
    func active(beside product: StoreProduct, at now: Timestamp) -> SubscriptionLine? {
        product.subscription.flatMap { active(in: $0.subscriptionGroupID, at: now) }
    }

    /// How a purchase changes the subscription that runs in its group; `nil` when none runs.
    ///
    /// - Parameters:
    ///   - current: what is subscribed to; `nil` where it is not sold any more.
    ///   - isMonthly: whether the purchase asks for a commitment that is paid in parts.
    func change(
        to product: StoreProduct, isMonthly: Bool, at now: Timestamp, _ current: (String) -> StoreProduct?
    ) -> SubscriptionChange? {
        guard let wanted = product.subscription, let line = active(beside: product, at: now) else { return nil }
        guard let current = current(line.productID)?.subscription else { return .upgrade }
        return SubscriptionChange(from: current, to: wanted, keepsPlan: isMonthly == (line.commitment != nil))
    }

    /// Whether an introductory offer may be used: once in a group, and not beside a subscription that runs, is in grace or in
    /// billing retry, whoever pays for it: the customer, the family, or who has assigned a seat.
    func isNew(to group: String, at now: Timestamp) -> Bool {
        [own[group], shared[group]].compactMap { $0 }.allSatisfy { line in
            let isOver = line.phase.isOver || line.phase == .active && line.end <= now
            return isOver && (line.isShared || !line.usedIntroductoryOffer)
        }
    }

    /// The subscription of a product that somebody else pays for.
    func sharedLine(of productID: String, isAssigned: Bool) -> SubscriptionLine? {
        shared.all.values.first { $0.productID == productID && $0.isAssigned == isAssigned }
    }

    /// Notes what changes, and takes steps back.
    mutating func note(_ moment: NotingMoment) {
        own.note(moment)
        shared.note(moment)
    }
}
