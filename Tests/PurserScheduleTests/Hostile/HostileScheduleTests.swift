import PurserTesting
import Testing

@testable import Purser

@Suite("Hostile backends, handlers and clocks")
struct HostileScheduleTests {
    @Test("C1–C5, D1, D2, F1, F2, M1: whatever a backend, a handler and the clock do, what was paid for is granted")
    func promises() async throws {
        try await expectNothing(count: plain(40, long: 120)) { try HostileWorld.violations(seed: $0) }
        print(SimulatedPurchases.summary)
    }
}

/// Each promise is broken on purpose: the checks must notice it within a few seeds.
@Suite("The hostile checks bite")
struct HostileMutationTests {
    private func expectCaught(_ promise: String, _ mutation: HostileWorld.Mutation) throws {
        let isCaught = try (1...40 as ClosedRange<UInt64>).contains { seed in
            try HostileWorld.violations(seed: seed, mutation).contains { $0.hasPrefix(promise) }
        }
        #expect(isCaught)
    }

    @Test("D1: a ledger that forgets purchases is noticed")
    func forgets() throws {
        var mutation = HostileWorld.Mutation()
        mutation.forgets = { record in
            if case .update(let update, _) = record { update.sequence % 5 == 0 } else { false }
        }
        try expectCaught("D1", mutation)
        try expectCaught("F1", mutation)
    }

    @Test("M1: answers that go to the wrong caller are noticed")
    func swaps() throws { try expectCaught("M1", HostileWorld.Mutation(swapsAnswers: true)) }

    @Test("D1: a purchase that is granted twice is noticed")
    func grantsTwice() throws { try expectCaught("D1", HostileWorld.Mutation(grantsTwice: true)) }
}

extension HostileWorld {
    /// Runs a world in a simulation of its own.
    static func violations(seed: UInt64, _ mutation: Mutation = Mutation()) throws -> [String] {
        try Simulation.run(seed: seed) { context in try await HostileWorld(context, mutation).run() }
    }
}
