import Foundation
import PurserSimulator
import PurserTesting
import Testing

@testable import Purser

@Suite("A device that dies while users take turns")
struct AccountCrashTests {
    /// Buys, switches, buys and switches back until the disk dies, and then lets everybody come once more.
    ///
    /// - Returns: what was violated, and how many requests the disk got before it died.
    private static func run(seed: UInt64, diesAt: Int?, ignoresAccounts: Bool = false) throws -> ([String], Int) {
        try Simulation.run(seed: seed) { context in
            let disks = Lock(CrashingFiles())
            var household = Household(
                context, echoesTokens: seed.isMultiple(of: 3) ? false : true,
                faults: seed.isMultiple(of: 2) ? .chaos(seed: seed) : .none,
                storage: { Self.storage(disks.withLock { $0 }) })
            household.ignoresAccounts = ignoresAccounts
            household.isAlive = { !disks.withLock { $0.isDead } }
            let disk = disks.withLock { $0 }
            disk.change { ($0.diesAt, $0.tornBytes) = (diesAt, Int(seed) * 7 % 90) }
            if let store = await household.open(as: .user(household.users[0]), launch: 0) {
                await takeTurns(household, store, disk)
                await household.close(store)
            }
            var generator = context.generator(for: "power")
            let found = generator.happens(0.5) ? disk.afterKill() : disk.afterPowerLoss(using: &generator)
            disks.withLock { $0 = found }
            guard let store = await household.open(as: .unnamed, launch: 1) else {
                return (["L1: the store is shut"], 0)
            }
            await household.settle(store)
            await household.close(store)
            return (try await household.violations(Self.storage(found), isExact: diesAt == nil), disk.requests)
        }
    }

    private static func takeTurns(_ household: Household, _ store: PurchaseStore, _ disk: CrashingFiles) async {
        let (ada, bob) = (StoreAccount.user(household.users[0]), StoreAccount.user(household.users[1]))
        for (account, products) in [(ada, ["coins", "lamp"]), (bob, ["coins", "tools"]), (ada, ["gems"])] {
            try? await store.switchAccount(to: account)
            _ = try? await household.appStore.buyElsewhere("coins")
            for product in products where !disk.isDead {
                if product == "gems" { await household.appStore.nextPurchase(.asksToBuy) }
                _ = try? await store.purchase(product, deadline: .seconds(120))
                household.look(at: store)
            }
            if disk.isDead { return }
        }
        try? await household.appStore.approveAll()
        _ = try? await store.restorePurchases(deadline: .seconds(120))
    }

    /// Small logs, so that there are many, and snapshots of them.
    static func storage(_ files: CrashingFiles) -> any LedgerStorage {
        FileLedgerStorage(files, options: .init(logSize: 700, fill: 400, generator: SeededGenerator(seed: 9)))
    }

    @Test("U4, L1: dying at every request of purchases and switches loses no charge, and gives none to another user")
    func everyRequest() async throws {
        try await Seeds.forEach(count: plain(1, long: 3)) { seed in
            let (violations, requests) = try Self.run(seed: seed, diesAt: nil)
            try #require(violations.isEmpty, "\(violations.joined(separator: "\n"))")
            try #require(requests > 40)
            for request in stride(from: 1 + Int(seed % 3), through: requests, by: 3) {
                let (violations, _) = try Self.run(seed: seed, diesAt: request)
                try #require(violations.isEmpty, "request \(request): \(violations.joined(separator: "\n"))")
                // Other tests want the threads as well.
                await Task.yield()
            }
        }
    }

    @Test("U3: a rule that takes everything for the present user's is noticed when a device dies")
    func ruleThatIgnoresAccounts() async throws {
        for request in stride(from: 20, through: 120, by: 5) {
            let (violations, _) = try Self.run(seed: 2, diesAt: request, ignoresAccounts: true)
            if violations.contains(where: { $0.hasPrefix("U3") }) { return }
            await Task.yield()
        }
        Issue.record("nothing was noticed")
    }
}
