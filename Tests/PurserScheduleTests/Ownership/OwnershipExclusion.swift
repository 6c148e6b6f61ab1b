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
            "a named purchase moves while its holder is away", seed: 12,
            because: """
                AccountFilter knows the holder of a transaction from claims and from the present user's ledger. Who was named from the
                first report on has no claim, so that the next user who is named is taken for the first: both are granted it.
                """, [.heldByTwo, .holderChanged, .moveLost, .notRevoked, .manualGranted], where: \.hasMoves),
        OwnershipExclusion(
            "a report without account of what another user holds", seed: 140,
            because: """
                Who was named at first has no claim. A later report that names nobody, such as a refund, is claimed by the user who is
                present: that user records and finishes it, and the holder is never told. Where a report that names somebody comes later, the
                purchase is revoked from who guessed it, and nothing brings it to the one who is named.
                """, [.heldByTwo, .notRevoked, .wrongHolder, .wrongUnits, .holderChanged, .neverRevoked, .lost],
            where: { $0.unnamedAccounts > 0 }),
        OwnershipExclusion(
            "a token that the policy refuse does not record", seed: 11,
            because: """
                FinishRequest.covers compares the account token that was not recorded: the transaction is finished again and again, and
                stays unfinished.
                """, [.unfinished], where: { $0.policy == .refuse && $0.hasMoves }),
        OwnershipExclusion(
            "two environments give out one identifier", seed: 178,
            because: "Claims are kept by the original identifier without its environment.",
            [
                .lost, .heldByTwo, .notRevoked, .wrongHolder, .wrongUnits, .holderChanged, .neverAnswered, .unfinished,
                .manualGranted,
            ],
            where: { $0.environments > 1 }),
        OwnershipExclusion(
            "an account was reset, and another user meets its identifiers", seed: 32,
            because: """
                Which purchase an identifier stands for is known in each user's ledger, not in the folder; and a claim of the earlier
                purchase gives the later one to another user, whose payment is then never answered.
                """,
            [.identity, .heldByTwo, .lost, .wrongHolder, .holderChanged, .neverAnswered, .unfinished, .notRevoked],
            where: \.resets),
        OwnershipExclusion(
            "a move of one period takes the others along", seed: 31,
            because:
                "A move gives all transactions of one original identifier to the other user, and revokes those that were not moved.",
            [.lost, .wrongUnits, .notRevoked, .wrongHolder],
            where: { ($0.hasMoves || $0.unnamedAccounts > 0) && ($0.hasSubscriptions || !$0.namesPayments) }),
        OwnershipExclusion(
            "a manual purchase that is reported first without its payment", seed: 8,
            because: """
                A report without a payment that comes before the answer does not wait for it, although answers name their payments: the
                purchase is granted and finished, and its context comes too late.
                """, [.manualGranted], where: { $0.reportsBeside && $0.hasManual }),
        OwnershipExclusion(
            "a payment that never went out joins a later charge", seed: 247,
            because: "A payment that was not submitted when the store was closed stays open as one of unknown outcome.",
            [.withdrawnContext, .oldTransaction], where: { _ in true }),
        OwnershipExclusion(
            "a copy of another user's purchase does not end the payment", seed: 402,
            because: """
                Where answers name no payment and no account, the copy by which the App Store answers who buys what is owned is left out
                as another user's, and nothing ends the payment that it answers.
                """, [.neverAnswered], where: { !$0.namesPayments && $0.unnamedAccounts > 0 }),
        OwnershipExclusion(
            "an answer that moves away does not end its payment", seed: 1653,
            because: """
                The App Store answers who buys what is owned with a transaction that names another user by now. AccountFilter.settle puts its
                revocation, of origin elsewhere, in its place, and nothing ends the payment that is named.
                """, [.neverAnswered], where: { $0.policy == .move && $0.namesPayments }),
        OwnershipExclusion(
            "a write that fails costs a late approval its payment", seed: 2215,
            because:
                "Not found out: an approval without a payment is granted without its context where writes fail now and then.",
            [.manualGranted], where: { $0.storageFailures > 0 && $0.hasManual }),
    ]
}
