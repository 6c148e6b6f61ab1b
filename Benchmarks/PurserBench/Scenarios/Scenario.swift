/// One subject of measurement.
struct Scenario: Sendable {
    var name: String
    var summary: String
    /// The options that it honours; others are rejected.
    var options: Set<LoadOption>
    /// Measures, checks what came out, and gives one row for each condition.
    var run: @Sendable (Bench) async throws -> [Row]

    /// The whole set, in the order in which it runs.
    static let wholeSet: [Scenario] =
        [
            counts, purchases, filePurchases, openLoop, waiting, restores, launch, mixed, reopen, entitlements, fanout,
            ledger, compaction, catalog,
        ]

    /// Everything that can be named.
    static let all = wholeSet + [aims, subscriptions, owning, contents] + signed

    /// What needs the trait Verification.
    private static var signed: [Scenario] {
        #if Verification
            [verification, serverCalls]
        #else
            []
        #endif
    }
}

/// What a scenario works with: the options, and somewhere to say how far it is.
struct Bench: Sendable {
    var options: BenchOptions
    var progress: Progress

    /// How often each timed point is measured.
    var repeats: Int { options.repeats ?? 3 }

    /// The value that the command line gave, or else all that the scenario has by itself.
    func values(_ given: Int?, else usual: [Int]) -> [Int] { given.map { [$0] } ?? usual }

    /// A shop as the options ask for it.
    func setup(
        answering: LoadBackend.Answering = .atOnce, ledger: LedgerKind? = nil,
        prepare: @escaping @Sendable (LoadBackend) -> Void = { _ in }
    ) -> Shop.Setup {
        Shop.Setup(
            answering: answering, subscribers: options.subscribers ?? 1, ledger: ledger ?? options.ledger ?? .memory,
            faultRate: options.faultRate ?? 0, hasUser: options.user, prepare: prepare)
    }

    /// The same with other options.
    func with(_ change: (inout BenchOptions) -> Void) -> Bench {
        var bench = self
        change(&bench.options)
        return bench
    }
}
