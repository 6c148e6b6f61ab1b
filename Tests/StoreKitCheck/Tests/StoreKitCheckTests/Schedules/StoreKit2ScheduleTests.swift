import Foundation
import Purser
import PurserSimulator
import PurserTesting
import StoreKit
import StoreKitAdapters
import Testing

@Suite("A store on StoreKit 2, through launches, crashes and years", .timeLimit(.minutes(30)))
struct StoreKit2ScheduleTests {
    /// Lives a customer's life of a seed, behind StoreKit's types.
    private static func lives(_ seed: UInt64, _ defects: [StoreDefect]?, _ fakes: FakeDefects) throws -> Int {
        let (violations, renewals) = try Simulation.run(seed: seed) { context in
            let world = LivingWorld(context, defects: defects) { _ in StoreKit2Backend(finishLimit: .seconds(20)) }
            let fake = FakeAppStore(world.appStore, clock: context.clock, defects: fakes)
            try await fake.start()
            var result = try await FakeStore.$behaviour.withValue(fake) { try await world.run() }
            if !result.violations.isEmpty {
                let left = await world.appStore.unfinishedTransactions.map(\.id)
                result.violations.append("unfinished \(left), finished how often \(await fake.finishes), \(fakes)")
            }
            await fake.stop()
            return result
        }
        try #require(violations.isEmpty, "\(violations.joined(separator: "\n"))")
        return renewals
    }

    /// What was measured, and a finish that hangs for a day.
    private static func drawn(_ seed: UInt64) -> FakeDefects {
        var generator = SeededGenerator(seed: seed, purpose: "fake")
        var defects = FakeDefects()
        defects.listingLag = generator.pick([.zero, .milliseconds(880), .milliseconds(1_130)])
        defects.repeatDelay = generator.pick([nil, .milliseconds(20), .seconds(1)])
        defects.returnDelay = generator.pick([nil, nil, .milliseconds(50), .seconds(30)])
        defects.finishHangs = generator.pick([nil, nil, .seconds(3), .seconds(86_400)])
        defects.hasEmptyEntitlements = generator.happens(0.3)
        return defects
    }

    @Test("Without defects every charge is granted once, and every renewal told once, in order")
    func calm() async throws {
        try await Seeds.forEach(count: 10) { seed in _ = try Self.lives(seed, [], .none) }
    }

    @Test("With what was measured of Apple's store")
    func measured() async throws {
        try await Seeds.forEach(count: 30, from: 1_000) { seed in _ = try Self.lives(seed, [], Self.drawn(seed)) }
    }

    @Test(
        "With each of Apple's known defects",
        arguments: [
            StoreDefect.cancelledAfterPurchase, .errorBeforeCharge, .finishNotTaken, .purchaseReportedAgain,
            .statusMissing,
        ])
    func known(_ defect: StoreDefect) async throws {
        try await Seeds.forEach(count: 8, from: 2_000) { seed in
            _ = try Self.lives(seed, [defect], Self.drawn(seed))
        }
    }

    @Test("With any of them together")
    func together() async throws {
        try await Seeds.forEach(count: 40, from: 3_000) { seed in _ = try Self.lives(seed, nil, Self.drawn(seed)) }
    }
}
