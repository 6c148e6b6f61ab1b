import PurserSimulator
import PurserTesting
import Testing

@testable import Purser

@Suite("The whole store under many schedules")
struct StoreScheduleTests {
    @Test("O1–S2: whatever the schedule, the network, the disk and the customer do, every promise holds")
    func promises() async throws {
        try await expectNothing(count: plain(110, long: 450)) { try World.violations(Scenario(seed: $0)) }
        print(SimulatedPurchases.summary)
    }
}

extension World {
    /// Runs a scenario in a simulation of its own.
    static func violations(_ scenario: Scenario) throws -> [String] {
        try Simulation.run(seed: scenario.seed) { context in
            try await World(scenario, context).run()
        }
    }
}
