import Foundation
import Purser
import PurserSimulator
import PurserTesting
import StoreKit
import StoreKitAdapters
import Testing

@Suite("Users who share a device, on Apple's stores, through launches and kills", .timeLimit(.minutes(30)))
struct OwnershipOnAdaptersTests {
    private static let types = Dictionary(
        uniqueKeysWithValues: OwnershipScenario.products.map { ($0.id, $0.type) })

    /// Runs a seed behind StoreKit 1's queue, which may be late and forget users.
    private static func onStoreKit1(_ seed: UInt64, _ defects: [StoreDefect] = []) throws -> [OwnershipFinding] {
        var scenario = OwnershipScenario(storeKit1: seed)
        scenario.defects = Dictionary(uniqueKeysWithValues: defects.map { ($0, seed.isMultiple(of: 2) ? 0.2 : 0.6) })
        return try Simulation.run(seed: seed) { [scenario] context in
            var generator = context.generator(for: "queue")
            let world = OwnershipWorld(scenario, context) { StoreKit1Backend(productTypes: types) }
            let fake = FakePaymentQueue(
                world.appStores[0], clock: context.clock,
                finishLag: generator.pick([.zero, .milliseconds(300), .seconds(40)]),
                firstCallbackLag: scenario.isLate ? generator.pick([.milliseconds(200), .seconds(5)]) : .zero,
                losesUsernames: generator.happens(0.7))
            try await fake.start()
            let findings = try await FakeQueue.$behaviour.withValue(fake) { try await world.run() }
            await fake.stop()
            // StoreKit 1 does not tell that an upgrade replaced a period, so that its units stay where they were granted.
            // Where a finish did not take, the next payment is answered with the old transaction, and its caller waits in vain.
            return findings.filter {
                $0.rule != .notRevoked || !scenario.hasSubscriptions
            }.filter { $0.rule != .neverAnswered || !defects.contains(.finishNotTaken) }
        }
    }

    /// Runs a seed behind StoreKit 2, which names payments only in the result of a call.
    private static func onStoreKit2(_ seed: UInt64) throws -> [OwnershipFinding] {
        let scenario = OwnershipScenario(storeKit2: seed)
        return try Simulation.run(seed: seed) { context in
            var generator = context.generator(for: "fake")
            let world = OwnershipWorld(scenario, context) { StoreKit2Backend(finishLimit: .seconds(20)) }
            var defects = FakeDefects()
            defects.returnDelay = generator.pick([nil, nil, .milliseconds(50), .seconds(30)])
            defects.repeatDelay = generator.pick([nil, .milliseconds(20), .seconds(1)])
            let fake = FakeAppStore(world.appStores[0], clock: context.clock, defects: defects)
            try await fake.start()
            let findings = try await FakeStore.$behaviour.withValue(fake) { try await world.run() }
            await fake.stop()
            return findings
        }
    }

    @Test("U1–U6, M1–M8 on StoreKit 1: late callbacks and lost names give nothing to another user")
    func storeKit1() async throws {
        try await Seeds.forEach(count: 40, from: 1) { seed in
            let findings = try Self.onStoreKit1(seed)
            try #require(findings.isEmpty, "\(findings.map(\.description).joined(separator: "\n"))")
        }
    }

    @Test(
        "D1, F5, U3 on StoreKit 1: also of payments that were told as failed or cancelled, and where a finish does not take",
        arguments: [[StoreDefect.errorBeforeCharge, .cancelledAfterPurchase], [.finishNotTaken]])
    func storeKit1(with defects: [StoreDefect]) async throws {
        try await Seeds.forEach(count: 40, from: 2_000) { seed in
            let findings = try Self.onStoreKit1(seed, defects)
            try #require(findings.isEmpty, "\(findings.map(\.description).joined(separator: "\n"))")
        }
    }

    @Test("U1–U6, M1–M8 on StoreKit 2: approvals without a payment, refunds and moves give nothing to another user")
    func storeKit2() async throws {
        try await Seeds.forEach(count: 40, from: 1_000) { seed in
            let findings = try Self.onStoreKit2(seed)
            try #require(findings.isEmpty, "\(findings.map(\.description).joined(separator: "\n"))")
        }
    }

    @Test(
        "A survey: which promises which seeds break on the adapters",
        .enabled(if: ProcessInfo.processInfo.environment["PURSER_OWNERSHIP_SURVEY"] != nil))
    func survey() async throws {
        let bounds = (ProcessInfo.processInfo.environment["PURSER_OWNERSHIP_SURVEY"] ?? "").split(separator: "-")
            .compactMap { UInt64($0) }
        guard let first = bounds.first, let last = bounds.last, first <= last else { return }
        for seed in first...last {
            for (name, run) in [("StoreKit 1", { try Self.onStoreKit1($0) }), ("StoreKit 2", Self.onStoreKit2)]
                as [(String, (UInt64) throws -> [OwnershipFinding])]
            {
                do {
                    for finding in try run(seed) { print("\(seed) on \(name): \(finding)") }
                } catch {
                    print("\(seed) on \(name): \(error)")
                }
            }
            await Task.yield()
        }
    }
}

extension OwnershipScenario {
    /// The life of a seed behind StoreKit 1: it names no payment, forgets users, and reports refunds by product only.
    fileprivate init(storeKit1 seed: UInt64) {
        self.init(adapter: seed)
        (namesPayments, followsStoreKit1) = (false, true)
        (unnamedPayments, unnamedAccounts) = (1, 1)
        (hasRefunds, hasMoves) = (false, false)
    }

    /// The life of a seed behind StoreKit 2: it names accounts, and payments only in the result of a call.
    fileprivate init(storeKit2 seed: UInt64) {
        self.init(adapter: seed)
        (namesPayments, isLate) = (true, false)
        (unnamedPayments, unnamedAccounts) = (1, 0)
    }

    private init(adapter seed: UInt64) {
        self.init(seed: seed)
        (hasChaos, reportsBeside, resets, environments) = (false, false, false, 1)
    }
}
