import Purser
import PurserSimulator

/// The products that the demo buys in each act, decided from the list of products alone.
struct DemoPlan {
    private(set) var atOnce: [(productID: String, quantity: Int)]
    private let repeatable: String?
    /// Products that can be bought once and are not bought yet.
    private var unsold: [String]

    init(_ products: [StoreProduct]) {
        let consumables = products.filter { $0.type == .consumable }.map(\.id)
        let passes = products.filter { $0.type == .nonRenewable }.map(\.id)
        let singles = products.filter { $0.type == .nonConsumable }.map(\.id) + Self.subscriptions(in: products)
        repeatable = consumables.first ?? passes.first
        guard repeatable != nil else {
            // Keep one product for each of the following acts, if there are enough.
            let count = max(1, singles.count - 4)
            atOnce = singles.prefix(count).map { ($0, 1) }
            unsold = Array(singles.dropFirst(count))
            return
        }
        // The first one twice, so that two purchases of one product must be distinguished.
        atOnce = consumables.prefix(1).flatMap { [($0, 2), ($0, 1)] }
        let others = consumables.dropFirst().prefix(1) + passes.prefix(1) + singles.prefix(4)
        atOnce += others.map { ($0, 1) }
        unsold = []
    }

    /// The product of the next act; `nil` if none is left.
    mutating func next() -> String? {
        if let repeatable { return repeatable }
        return unsold.isEmpty ? nil : unsold.removeFirst()
    }

    /// The subscription with the shortest period, the first one of several; `nil` if none is sold.
    static func shortestSubscription(in products: [StoreProduct]) -> StoreProduct? {
        products.filter { $0.subscription != nil }.min { one, other in
            one.subscription?.subscriptionPeriod.approximateDays ?? 0
                < other.subscription?.subscriptionPeriod.approximateDays ?? 0
        }
    }

    /// The first subscription of each group: a customer has one of a group at a time.
    private static func subscriptions(in products: [StoreProduct]) -> [String] {
        var groups: Set<String> = []
        return products.filter { $0.subscription.map { groups.insert($0.subscriptionGroupID).inserted } ?? false }
            .map(\.id)
    }
}
