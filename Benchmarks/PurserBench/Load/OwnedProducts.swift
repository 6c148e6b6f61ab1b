import Purser

/// What a customer of long standing owns: 50 products bought for good, and the periods of 50 subscriptions.
struct OwnedProducts: Sendable {
    /// How many transactions there are.
    var count: Int

    private static let products = 50
    private static let day: Int64 = 86_400_000

    private var forGood: Int { min(Self.products, (count + 1) / 2) }
    private var lines: Int { min(Self.products, count - forGood) }

    /// Those bought for good, then the periods of all subscriptions, oldest first; the last period of each is active.
    func transactions() -> [StoreTransaction] {
        let now = SystemClock().timestamp().milliseconds
        return (0..<count).map { index in
            index < forGood ? bought(index, at: now) : period(index - forGood, before: now)
        }
    }

    private func bought(_ index: Int, at now: Int64) -> StoreTransaction {
        StoreTransaction(
            .init(
                id: String(index), productID: "owned.\(index)", productType: .nonConsumable,
                purchaseTime: Timestamp(milliseconds: now)))
    }

    private func period(_ index: Int, before now: Int64) -> StoreTransaction {
        let line = index % lines
        let all = (count - forGood - line + lines - 1) / lines
        // Half a day into the last one.
        let start = now - Self.day / 2 - Int64(all - 1 - index / lines) * Self.day
        var fields = StoreTransaction.Fields(
            id: String(forGood + index), productID: "subscription.\(line)", productType: .autoRenewable,
            purchaseTime: Timestamp(milliseconds: start))
        fields.originalID = String(forGood + line)
        fields.expirationTime = Timestamp(milliseconds: start + Self.day)
        fields.subscriptionGroupID = "group.\(line)"
        fields.reason = index < lines ? .purchase : .renewal
        return StoreTransaction(fields)
    }

    /// Restores, and makes sure that everything came and is owned.
    func restore(_ shop: Shop) async throws {
        let outcome = try await shop.store.restorePurchases()
        guard outcome.restored.count == count, outcome.failed.isEmpty else {
            throw WrongRun("\(outcome.restored.count) transactions restored, \(count) expected")
        }
        let entitlements = shop.store.entitlements
        let subscribed = entitlements.activeSubscriptions.count
        guard entitlements.active.count - subscribed == forGood, subscribed == lines else {
            throw WrongRun("a restore brought other entitlements than \(forGood) products and \(lines) subscriptions")
        }
    }
}
