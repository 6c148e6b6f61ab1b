import Purser

/// What one caller's purchases, one after the other, cost in things that hardly depend on the machine's speed.
struct LonePurchases: Sendable {
    /// How often a thread had to be woken for each.
    var wakes: Double
    /// How many bytes stay in use for each, in memory, with everything that the ledger keeps of it.
    var bytes: Double

    /// Makes purchases, after as many that are not counted.
    static func measure(_ count: Int) async throws -> LonePurchases {
        let shop = try await Shop(Shop.Setup())
        try await buy(count, in: shop)
        await shop.backend.finished.reached(count)
        let (wakes, inUse) = (Stopwatch.threadWakes(), MemoryUse.inUse)
        try await buy(count, in: shop)
        await shop.backend.finished.reached(2 * count)
        let costs = LonePurchases(
            wakes: Double(Stopwatch.threadWakes() - wakes) / Double(count),
            bytes: Double(MemoryUse.inUse - inUse) / Double(count))
        try await shop.close(expecting: 2 * count)
        return costs
    }

    private static func buy(_ count: Int, in shop: Shop) async throws {
        for _ in 0..<count { try await shop.buy() }
    }
}
