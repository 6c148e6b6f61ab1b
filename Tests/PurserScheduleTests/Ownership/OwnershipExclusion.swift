import Purser

/// A broken promise that is known, so that the schedules go on behind it.
///
/// Each names the seed that shows it, and `OwnershipScheduleTests` runs that seed by itself. Whoever mends the cause removes the
/// exclusion.
struct OwnershipExclusion: Sendable, CustomStringConvertible {
    let name: String
    /// A seed that shows it.
    let seed: UInt64
    /// Why it happens.
    let reason: String
    /// Whether a finding is this one.
    let covers: @Sendable (OwnershipFinding, OwnershipScenario) -> Bool

    var description: String { name }

    init(
        _ name: String, seed: UInt64, because reason: String, _ rules: Set<OwnershipFinding.Rule>,
        where applies: @escaping @Sendable (OwnershipScenario) -> Bool
    ) {
        (self.name, self.seed, self.reason) = (name, seed, reason)
        covers = { rules.contains($0.rule) && applies($1) }
    }

    /// Whether a finding is known.
    static func isKnown(_ finding: OwnershipFinding, _ scenario: OwnershipScenario) -> Bool {
        all.contains { $0.covers(finding, scenario) }
    }

    /// All that are known.
    static let all: [OwnershipExclusion] = [
        OwnershipExclusion(
            "two environments, and a purchase that moved back", seed: 1308,
            because:
                "Not found out: one of two purchases of a product that one user holds is not shown among what is owned.",
            [.entitlements], where: { $0.environments > 1 && $0.hasMoves })
    ]
}
