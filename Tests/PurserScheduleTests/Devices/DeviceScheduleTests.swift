import Purser
import PurserSimulator
import PurserTesting
import Testing

@Suite("Two devices of one customer at once", .timeLimit(.minutes(30)))
struct DeviceScheduleTests {
    /// Also as StoreKit 1 sees it, whose answers name no payment.
    @Test(
        "Every charge is granted once on each, every renewal told once on each, in order, whoever bought and whoever died",
        arguments: [false, true])
    func lives(isStoreKit1: Bool) async throws {
        let options = SimulationOptions(timeLimit: .seconds(10 * 366 * 86_400))
        try await expectNothing(count: plain(12, long: 40)) { seed in
            try Simulation.run(seed: seed, options: options) { context in
                try await LivingWorld(context, defects: [], devices: 2, isStoreKit1: isStoreKit1).run().violations
            }
        }
    }
}
