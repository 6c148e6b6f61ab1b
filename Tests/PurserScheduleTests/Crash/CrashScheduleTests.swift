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

/// Each promise about the disk is broken on purpose: the checks must notice it within a few hundred seeds.
@Suite("The crash checks bite")
struct CrashMutationTests {
    private func expectCaught(_ promise: String, within seeds: UInt64 = 300, _ change: (inout Scenario) -> Void) {
        let survey = Survey(seeds: 1...seeds, until: promise, scenario: { Scenario(dying: $0) }, change)
        #expect(survey.found[promise] != nil, "only \(survey.found.keys.sorted()) was noticed")
    }

    @Test("L1: a storage that acknowledges before it syncs is noticed")
    func skipsSyncs() { expectCaught("L1") { $0.mutations.disk.skipsSyncs = true } }

    @Test("L1: a storage that acknowledges what it never wrote is noticed")
    func dropsWrites() { expectCaught("L1") { $0.mutations.disk.dropsWrites = true } }

    @Test("S1: a storage that drops what a reader still needs is noticed")
    func dropsLogs() {
        expectCaught("S1") {
            $0.keptUpdates = 5
            $0.mutations.disk.dropsLogs = true
        }
    }

    @Test("F1: finishing before the record is safe is noticed")
    func finishesBeforeRecord() {
        expectCaught("F1") {
            $0.isPumped = true
            $0.mutations.backend.finishesAtOnce = true
        }
    }
}
