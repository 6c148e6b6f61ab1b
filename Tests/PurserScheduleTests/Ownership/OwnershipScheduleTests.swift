import Foundation
import Purser
import PurserTesting
import Testing

@Suite("Whose a purchase is, and how many units of it, under many schedules", .timeLimit(.minutes(30)))
struct OwnershipScheduleTests {
    @Test(
        "M1–M8, U1–U6, F8, F10, D1–D3: the book of the handlers' calls agrees with the App Store and with what is shown"
    )
    func promises() async throws {
        try await expectNothing(count: 200) {
            OwnershipSurvey.findings(OwnershipScenario(seed: $0)).findings.map(\.description)
        }
        print(SimulatedPurchases.summary)
    }

    @Test("U5: a store that keeps what the policy moves is noticed")
    func wrongPolicy() async throws {
        for seed: UInt64 in 1...200 {
            var scenario = OwnershipScenario(seed: seed)
            (scenario.policy, scenario.appliedPolicy) = (.move, .keep)
            (scenario.hasMoves, scenario.unnamedAccounts, scenario.hasGrant, scenario.hasRevoke) = (true, 0, true, true)
            if OwnershipSurvey.findings(scenario).findings.contains(where: { $0.rule == .moveLost }) { return }
            await Task.yield()
        }
        Issue.record("nothing was noticed")
    }

    @Test("F10: an app that forgets to revoke is noticed")
    func forgetfulApp() async throws {
        for seed: UInt64 in 1...200 {
            var scenario = OwnershipScenario(seed: seed)
            (scenario.forgetsToRevoke, scenario.hasRefunds, scenario.hasRevoke) = (true, true, true)
            (scenario.hasMoves, scenario.unnamedAccounts, scenario.hasGrant) = (false, 0, true)
            if OwnershipSurvey.findings(scenario).findings.contains(where: { $0.rule == .notRevoked }) { return }
            await Task.yield()
        }
        Issue.record("nothing was noticed")
    }

    @Test(
        "A survey: which promises which seeds break",
        .enabled(if: ProcessInfo.processInfo.environment["PURSER_OWNERSHIP_SURVEY"] != nil))
    func survey() async throws {
        try await OwnershipSurvey.run(ProcessInfo.processInfo.environment)
    }
}
