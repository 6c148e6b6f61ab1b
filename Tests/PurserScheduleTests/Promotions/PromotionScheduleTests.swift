import Foundation
import PurserSimulator
import PurserTesting
import Testing

@testable import Purser

@Suite("Promoted purchases while users take turns, under many schedules")
struct PromotionScheduleTests {
    /// Some launches, each of which may end with the death of the machine; gives what was violated.
    private static func run(
        seed: UInt64, dies: Bool = false, forgets: Bool = false
    ) throws -> (violations: [String], counts: (passed: Int, listed: Int)) {
        try Simulation.run(seed: seed) { context in
            var generator = context.generator(for: "shop")
            let shop = PromotionShop(
                context, faults: generator.happens(0.6) ? .chaos(seed: seed) : .none, forgets: forgets)
            for launch in 0..<3 {
                let account: StoreAccount = generator.happens(0.5) ? .unnamed : .user(generator.pick(shop.users))
                let diesAt = dies ? 1 + generator.index(below: 250) : nil
                guard let store = await shop.open(as: account, launch: launch, diesAt: diesAt) else {
                    guard dies else { return (["L1: launch \(launch) is shut"], (0, 0)) }
                    continue
                }
                await repeatReports(shop, store, &generator)
                await live(shop, store, launch)
                try await store.close()
                if dies { shop.machine.die() }
            }
            guard let store = await shop.open(as: .unnamed, launch: 3) else { return (["L1: the end is shut"], (0, 0)) }
            let listed = await shop.settle(store, launch: 3)
            return (await shop.violations(listed: listed, hasDied: dies), shop.journal.counts)
        }
    }

    /// The App Store reports some of the listed ones once more, as StoreKit may after a relaunch.
    private static func repeatReports(
        _ shop: PromotionShop, _ store: PurchaseStore, _ generator: inout SeededGenerator
    ) async {
        let again = store.deferredPromotedPurchases.filter { _ in generator.happens(0.3) }
        shop.appStore.inbox.put(again.map { .promotedPurchase($0) })
        try? await shop.context.sleep(for: .seconds(1))
    }

    private static func live(_ shop: PromotionShop, _ store: PurchaseStore, _ launch: Int) async {
        let context = shop.context
        var generator = context.generator(for: "life \(launch)")
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<40 {
                let start = generator.duration(upTo: 600_000)
                group.addTask {
                    var generator = context.generator(for: "action \(launch).\(number)")
                    try? await context.sleep(for: start)
                    await act(shop, store, &generator)
                    shop.look(at: store)
                }
            }
        }
    }

    private static func act(_ shop: PromotionShop, _ store: PurchaseStore, _ generator: inout SeededGenerator) async {
        let listed = store.deferredPromotedPurchases
        switch generator.index(below: 10) {
        case 0..<4: await shop.promote()
        case 4, 5:
            let account = generator.happens(0.2) ? StoreAccount.unnamed : .user(generator.pick(shop.users))
            try? await store.switchAccount(to: account)
        case 6, 7, 8:
            guard !listed.isEmpty else { return }
            await shop.buy(generator.pick(listed), store, rejected: generator.happens(0.5))
        default:
            guard !listed.isEmpty, generator.happens(0.5) else { return }
            shop.decline(generator.pick(listed), store)
        }
    }

    @Test(
        "U4: each is listed until it is declined or its purchase returns, whatever users, handlers and the App Store do"
    )
    func promises() async throws {
        let (counts, seeds) = (Lock((passed: 0, listed: 0)), plain(10, long: 60))
        try await Seeds.forEach(count: seeds) { seed in
            let result = try Self.run(seed: seed)
            try #require(result.violations.isEmpty, "\(result.violations.joined(separator: "\n"))")
            counts.withLock { $0 = ($0.passed + result.counts.passed, $0.listed + result.counts.listed) }
        }
        let (passed, listed) = counts.withLock(\.self)
        #expect(passed > 8 * seeds && listed > 3 * seeds)
    }

    @Test("U4, L1: nor when the machine dies in each launch, at any request of the ledger's files")
    func deaths() async throws {
        try await expectNothing(count: plain(25, long: 150)) { try Self.run(seed: $0, dies: true).violations }
    }

    @Test("A list that is lost at each launch is noticed")
    func forgetful() async throws {
        try await expectNoticed(within: 1...20) { seed in
            try Self.run(seed: seed, forgets: true).violations.contains { $0.hasSuffix("forgotten") }
        }
    }
}
