import PurserSimulator
import PurserTesting
import Testing

@testable import Purser

@Suite("The whole store on a disk that dies")
struct CrashScheduleTests {
    @Test("L1: every charge is granted exactly once and nothing is forgotten, whenever the machine dies")
    func chargesAndGrants() async throws {
        try await expectNothing(count: plain(75, long: 300)) { try World.violations(Scenario(dying: $0)) }
        print(SimulatedPurchases.summary)
    }
}
