import Foundation
import Purser
import Testing

@Suite("The table of retry policies")
struct RetryTableTests {
    /// By stage, what the page says of attempts, time and pauses.
    private static func reported() throws -> [String: [String]] {
        let page = try Page("Sources/Purser/Purser.docc/Guides/Errors.md")
        guard let head = page.lines.firstIndex(where: { $0.hasPrefix("| stage |") }) else { return [:] }
        let rows = page.lines[(head + 2)...].prefix { $0.hasPrefix("|") }
        return Dictionary(
            rows.map { row in
                let cells = row.split(separator: "|", omittingEmptySubsequences: false)
                    .map { $0.trimmingCharacters(in: .whitespaces) }
                return (cells[1], Array(cells[3...5]))
            }, uniquingKeysWith: { first, _ in first })
    }

    private static func described(_ policy: RetryPolicy) -> [String] {
        [
            policy.maximumAttempts.map(String.init) ?? "no limit",
            policy.maximumElapsed.map { "\($0.components.seconds) s" } ?? "no limit",
            "\(policy.maximumDelay.components.seconds) s",
        ]
    }

    @Test("It lists every stage with its default policy, and no other")
    func everyStage() throws {
        let reported = try Self.reported()
        var stages: Set<String> = []
        for (name, value) in Mirror(reflecting: RetryPolicies()).children {
            let (stage, policy) = (try #require(name), try #require(value as? RetryPolicy))
            stages.insert(stage)
            #expect(reported[stage] == Self.described(policy), "\(stage)")
            #expect(policy.initialDelay == .seconds(1) && policy.multiplier == 2 && policy.jitter == .full)
        }
        #expect(stages.count >= 10)
        #expect(Set(reported.keys) == stages)
    }
}
