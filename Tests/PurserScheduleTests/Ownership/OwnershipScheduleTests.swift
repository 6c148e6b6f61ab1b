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

    @Test("U4, L1: dying at any request of the ledger's files loses no charge, and gives none to another user")
    func files() async throws {
        try await expectNothing(count: plain(100, long: 500), from: 20_000) {
            OwnershipSurvey.findings(Self.onFiles(OwnershipScenario(seed: $0))).findings.map(\.description)
        }
    }

    private static func onFiles(_ scenario: OwnershipScenario) -> OwnershipScenario {
        var scenario = scenario
        (scenario.usesFiles, scenario.dies, scenario.storageFailures) = (true, true, 0)
        (scenario.environments, scenario.resets) = (1, false)
        return scenario
    }

    @Test("D3, U6: with environments, and accounts that are reset, each charge is granted once or rejected, never both")
    func resets() async throws {
        try await expectNothing(count: plain(30, long: 150), from: 40_000) { seed in
            var scenario = OwnershipScenario(seed: seed)
            (scenario.environments, scenario.resets) = (seed.isMultiple(of: 3) ? 1 : 2, true)
            return OwnershipSurvey.findings(scenario).findings.map(\.description)
        }
    }

    /// Expects that a mistake breaks a rule under some seed.
    private func expectBroken(
        _ rules: OwnershipFinding.Rule..., by change: (inout OwnershipScenario) -> Void
    ) async {
        await expectNoticed(within: 1...200) { seed in
            var scenario = OwnershipScenario(seed: seed)
            change(&scenario)
            return OwnershipSurvey.findings(scenario).findings.contains { rules.contains($0.rule) }
        }
    }

    @Test("U5: a store that keeps what the policy moves is noticed")
    func wrongPolicy() async {
        await expectBroken(.moveLost) { scenario in
            (scenario.policy, scenario.appliedPolicy) = (.move, .keep)
            (scenario.hasMoves, scenario.unnamedAccounts, scenario.hasGrant, scenario.hasRevoke) = (true, 0, true, true)
        }
    }

    @Test("F10: an app that forgets to revoke is noticed")
    func forgetfulApp() async {
        await expectBroken(.notRevoked) { scenario in
            (scenario.forgetsToRevoke, scenario.hasRefunds, scenario.hasRevoke) = (true, true, true)
            (scenario.hasMoves, scenario.unnamedAccounts, scenario.hasGrant) = (false, 0, true)
        }
    }

    @Test(
        "U3: a rule that takes everything for the present user's is noticed, also when a device dies",
        arguments: [false, true])
    func ruleThatIgnoresAccounts(dies: Bool) async {
        await expectBroken(.wrongHolder, .heldByTwo) { scenario in
            if dies { scenario = Self.onFiles(scenario) } else { scenario.dies = false }
            (scenario.ignoresAccounts, scenario.hasMoves, scenario.unnamedAccounts) = (true, false, 0)
        }
    }

    @Test(
        "A survey: which promises which seeds break",
        .enabled(if: ProcessInfo.processInfo.environment["PURSER_OWNERSHIP_SURVEY"] != nil))
    func survey() async throws { try await OwnershipSurvey.run(ProcessInfo.processInfo.environment) }
}
