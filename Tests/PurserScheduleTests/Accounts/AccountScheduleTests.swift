import Foundation
import PurserSimulator
import PurserTesting
import Testing

@testable import Purser

@Suite("Users that take turns, under many schedules")
struct AccountScheduleTests {
    /// One run; gives what was violated.
    private static func run(
        seed: UInt64, echoesTokens: Bool? = nil, _ change: @Sendable @escaping (inout Household) -> Void = { _ in }
    ) throws -> (violations: [String], purchases: Int, switches: Int) {
        try Simulation.run(seed: seed) { context in
            var generator = context.generator(for: "household")
            let disk = DurableStorage(
                generator: context.generator(for: "disk"), failureChance: generator.happens(0.3) ? 0.05 : 0)
            let echoes = generator.happens(0.7)
            var household = Household(
                context, echoesTokens: echoesTokens ?? echoes,
                faults: generator.happens(0.7) ? .chaos(seed: seed) : .none, storage: { disk })
            change(&household)
            for launch in 0..<2 {
                guard let store = await household.open(as: .unnamed, launch: launch) else {
                    return (["the store did not open"], 0, 0)
                }
                await household.live(store, launch: launch)
                await household.close(store)
            }
            disk.calm()
            guard let store = await household.open(as: .unnamed, launch: 2) else { return (["the end"], 0, 0) }
            await household.settle(store)
            await household.close(store)
            let violations = try await household.violations(disk, isExact: disk.failures == 0)
            let counts = household.journal.counts
            return (violations, counts.purchases, counts.switches)
        }
    }

    @Test("U2–U4: whatever users, network, disk and parents do, each user ends up with exactly its own")
    func promises() async throws {
        let counts = Lock((purchases: 0, switches: 0))
        try await Seeds.forEach(count: plain(25, long: 100)) { seed in
            let result = try Self.run(seed: seed)
            try #require(result.violations.isEmpty, "\(result.violations.joined(separator: "\n"))")
            counts.withLock { $0 = ($0.purchases + result.purchases, $0.switches + result.switches) }
        }
        let (purchases, switches) = counts.withLock { $0 }
        #expect(purchases > 0 && switches > 0)
    }

    @Test("U3: on a backend that carries no account the payment alone tells whose a transaction is")
    func withoutAccounts() async throws {
        try await expectNothing(count: plain(8, long: 30)) { seed in
            try Self.run(seed: seed, echoesTokens: true) { $0.hidesAccounts = true }.violations
        }
    }

    @Test("U3: a rule that takes everything for the present user's is noticed")
    func ruleThatIgnoresAccounts() async throws {
        for seed in UInt64(1)...50 {
            let result = try Self.run(seed: seed) { $0.ignoresAccounts = true }
            if result.violations.contains(where: { $0.hasPrefix("U3") }) { return }
            await Task.yield()
        }
        Issue.record("nothing was noticed")
    }
}
