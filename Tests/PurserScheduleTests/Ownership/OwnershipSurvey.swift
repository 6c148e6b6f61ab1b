import Foundation
import Purser
import PurserTesting
import Testing

/// Runs seeds, and sorts what they break.
///
/// `PURSER_OWNERSHIP_SURVEY=1-2000` runs these seeds and prints which rule is broken by which of them; `=42` runs one and tells its
/// story.
enum OwnershipSurvey {
    /// What a scenario breaks, and how it came about.
    static func findings(_ scenario: OwnershipScenario) -> (findings: [OwnershipFinding], story: [String]) {
        let story = Lock<[String]>([])
        let options = SimulationOptions(timeLimit: .seconds(10 * 366 * 86_400))
        do {
            let findings = try Simulation.run(seed: scenario.seed, options: options) { context in
                try await OwnershipWorld(scenario, context, story: story).run()
            }
            return (findings, story.withLock { $0 })
        } catch {
            return ([OwnershipFinding(.stalled, "\(error)")], story.withLock { $0 })
        }
    }

    static func run(_ environment: [String: String]) async throws {
        let bounds = (environment["PURSER_OWNERSHIP_SURVEY"] ?? "").split(separator: "-").compactMap { UInt64($0) }
        guard let first = bounds.first, let last = bounds.last, first <= last else { return }
        let found = Lock<[OwnershipFinding.Rule: [(seed: UInt64, words: String)]]>([:])
        await withTaskGroup(of: Void.self) { group in
            for start in first...min(last, first + 1) {
                group.addTask {
                    for seed in stride(from: start, through: last, by: 2) {
                        let scenario = OwnershipScenario(seed: seed)
                        let result = findings(scenario)
                        for finding in result.findings {
                            found.withLock { $0[finding.rule, default: []].append((seed, finding.words)) }
                        }
                        if first == last { print(result.story.joined(separator: "\n")) }
                    }
                }
            }
        }
        print(SimulatedPurchases.summary)
        #expect(found.withLock { $0.isEmpty })
        for (rule, cases) in found.withLock({ $0 }).sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            let seeds = Set(cases.map(\.seed)).sorted()
            print("\(rule.rawValue): \(seeds.count) seeds: \(seeds.prefix(12).map(String.init).joined(separator: " "))")
            for item in cases.sorted(by: { $0.seed < $1.seed }).prefix(3) {
                print("    \(item.seed) \(OwnershipScenario(seed: item.seed).summary): \(item.words)")
            }
        }
    }
}

extension OwnershipScenario {
    /// The decisions that matter most, in a few words.
    var summary: String {
        var words = [namesPayments ? "names" : "no names", "\(policy)"]
        if unnamedPayments > 0 { words.append("tokens dropped") }
        if unnamedAccounts > 0 { words.append("accounts dropped") }
        for (word, applies) in [
            ("chaos", hasChaos), ("late", isLate), ("beside", reportsBeside), ("dies", dies), ("refunds", hasRefunds),
            ("moves", hasMoves), ("subscriptions", hasSubscriptions), ("others", hasOthers),
            ("charged after failure", chargesAfterFailure), ("sequential", isSequential), ("resets", resets),
            ("two environments", environments > 1), ("disk", storageFailures > 0), ("no grant", !hasGrant),
            ("no revoke", !hasRevoke), ("manual", hasManual), ("leavers", hasLeavers),
        ] where applies { words.append(word) }
        return "[\(words.joined(separator: ", "))]"
    }
}
