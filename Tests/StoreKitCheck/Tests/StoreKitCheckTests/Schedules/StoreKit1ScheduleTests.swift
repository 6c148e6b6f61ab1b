import Purser
import PurserSimulator
import PurserTesting
import Testing

@Suite("A store on StoreKit 1, through launches and crashes", .timeLimit(.minutes(30)))
struct StoreKit1ScheduleTests {
    private static func lives(_ seed: UInt64, _ defects: [StoreDefect]) throws {
        let violations = try Simulation.run(seed: seed) { context in
            try await QueueWorld(context, defects: defects).run()
        }
        try #require(violations.isEmpty, "\(violations.joined(separator: "\n"))")
    }

    @Test("Every charge is granted once, and nothing stays unfinished")
    func calm() async throws {
        try await Seeds.forEach(count: 60) { try Self.lives($0, []) }
    }

    @Test("Also of payments that were told as failed or cancelled")
    func defects() async throws {
        try await Seeds.forEach(count: 40, from: 1_000) {
            try Self.lives($0, [.errorBeforeCharge, .cancelledAfterPurchase])
        }
    }

    @Test("Also where a finish does not take, and the next payment is answered with the old transaction")
    func finishes() async throws {
        try await Seeds.forEach(count: 40, from: 2_000) { try Self.lives($0, [.finishNotTaken]) }
    }
}
