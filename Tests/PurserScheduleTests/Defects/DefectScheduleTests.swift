import Foundation
import Purser
import PurserSimulator
import PurserTesting
import Testing

@Suite("Apple's known defects", .timeLimit(.minutes(30)))
struct DefectScheduleTests {
    private static func lives(_ seed: UInt64, _ defects: [StoreDefect]?, diesAlways: Bool = false) throws -> Int {
        let options = SimulationOptions(timeLimit: .seconds(10 * 366 * 86_400))
        let (violations, renewals) = try Simulation.run(seed: seed, options: options) { context in
            try await LivingWorld(context, defects: defects, diesAlways: diesAlways).run()
        }
        try #require(violations.isEmpty, "\(violations.joined(separator: "\n"))")
        return renewals
    }

    @Test(
        "Each by itself: every charge is granted once, and every renewal told once, in order",
        arguments: StoreDefect.all)
    func each(_ defect: StoreDefect) async throws {
        let renewals = Lock(0)
        try await Seeds.forEach(count: 12) { seed in
            let count = try Self.lives(seed, [defect])
            renewals.withLock { $0 += count }
        }
        #expect(renewals.withLock { $0 } > 0 || ProcessInfo.processInfo.environment["PURSER_SEED"] != nil)
    }

    @Test("Any of them together: every charge is granted once, and every renewal told once, in order")
    func together() async throws {
        try await Seeds.forEach(count: plain(15, long: 60), from: 1_000) { seed in _ = try Self.lives(seed, nil) }
    }

    @Test("All of them at once")
    func all() async throws {
        try await Seeds.forEach(count: plain(8, long: 30), from: 2_000) { seed in
            _ = try Self.lives(seed, StoreDefect.all)
        }
    }

    @Test("A crash and a relaunch at every event of a subscription's life: nothing is lost, doubled or out of order")
    func dies() async throws {
        try await Seeds.forEach(count: plain(10, long: 40), from: 3_000) { seed in
            _ = try Self.lives(seed, [], diesAlways: true)
        }
    }

    @Test("The book bites: a charge that nobody grants, a grant too many, a renewal told twice, late or never")
    func bites() throws {
        func transaction(_ id: String, _ day: Int64, _ reason: StoreTransaction.Reason) -> StoreTransaction {
            var fields = StoreTransaction.Fields(
                id: id, productID: "gold", productType: .autoRenewable,
                purchaseTime: Timestamp(milliseconds: day * 86_400_000))
            fields.reason = reason
            fields.price = 1
            fields.subscriptionGroupID = "group"
            return StoreTransaction(fields)
        }
        func update(_ sequence: UInt64, _ transaction: StoreTransaction) -> StoreUpdate {
            StoreUpdate(
                sequence: sequence, phase: .complete, kind: .renewed, transaction: transaction, intent: nil,
                recordTime: Timestamp(milliseconds: 0))
        }
        let (one, two) = (transaction("1", 1, .renewal), transaction("2", 2, .renewal))
        let cases: [([StoreUpdate], Int)] = [
            ([update(1, one), update(2, two)], 0), ([update(1, one)], 1), ([update(1, two), update(2, one)], 1),
            ([update(1, one), update(2, two), update(3, one)], 1),
        ]
        for (updates, count) in cases {
            let book = LivingBook()
            book.compareRenewals(updates, [one, two])
            #expect(book.violations.count == count, "\(book.violations)")
        }
        for (grants, count) in [([one], 0), ([], 1), ([one, one], 1), ([one, two], 1)] {
            let book = LivingBook()
            for transaction in grants { book.granted(update(1, transaction)) }
            book.compareGrants(["1"], [one, two], mayRepeat: false)
            #expect(book.violations.count == count, "\(book.violations)")
        }
    }
}
