import Foundation
import PurserSimulator
import PurserTesting
import Testing

@testable import Purser

@Suite("A device that dies while promoted purchases are decided about")
struct PromotionCrashTests {
    /// Defers, buys and declines until the disk dies, and then lets everybody come once more.
    ///
    /// - Returns: what was violated, and how many requests the disk got before it died.
    private static func run(seed: UInt64, diesAt: Int?) throws -> ([String], Int) {
        try Simulation.run(seed: seed) { context in
            let shop = PromotionShop(context)
            let disk = shop.disk.withLock(\.self)
            disk.change { ($0.diesAt, $0.tornBytes) = (diesAt, Int(seed) * 7 % 90) }
            if let store = await shop.open(as: .user(shop.users[0]), launch: 0) {
                await takeTurns(shop, store, disk)
                await store.close()
            }
            var generator = context.generator(for: "power")
            let found = generator.happens(0.5) ? disk.afterKill() : disk.afterPowerLoss(using: &generator)
            shop.disk.withLock { $0 = found }
            guard let store = await shop.open(as: .unnamed, launch: 1) else { return (["L1: the store is shut"], 0) }
            let listed = await shop.settle(store, launch: 1)
            return (try await shop.violations(listed: listed, hasDied: diesAt != nil), disk.requests)
        }
    }

    private static func takeTurns(_ shop: PromotionShop, _ store: PurchaseStore, _ disk: CrashingFiles) async {
        for turn in 0..<4 where !disk.isDead {
            for _ in 0..<3 { await shop.promote() }
            try? await shop.context.sleep(for: .seconds(120))
            await shop.look(at: store)
            let listed = store.deferredPromotedPurchases
            if let first = listed.first { await shop.buy(first, store, rejected: turn == 1) }
            if listed.count > 2, let last = listed.last { shop.decline(last, store) }
            await shop.look(at: store)
            try? await store.switchAccount(to: .user(shop.users[(turn + 1) % shop.users.count]))
            await shop.look(at: store)
        }
    }

    @Test("U4, L1: dying at every request forgets none that was listed, and has none charged twice")
    func everyRequest() async throws {
        try await Seeds.forEach(count: plain(1, long: 4)) { seed in
            let (violations, requests) = try Self.run(seed: seed, diesAt: nil)
            try #require(violations.isEmpty, "\(violations.joined(separator: "\n"))")
            try #require(requests > 60)
            for request in stride(from: 1, through: requests, by: plain(4, long: 1)) {
                let (violations, _) = try Self.run(seed: seed, diesAt: request)
                try #require(violations.isEmpty, "request \(request): \(violations.joined(separator: "\n"))")
                // Other tests want the threads as well.
                await Task.yield()
            }
        }
    }
}
