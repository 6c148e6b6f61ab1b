/// One subject of measurement.
struct Scenario: Sendable {
    var name: String
    var summary: String
    /// Measures, checks what came out, and gives one row for each condition.
    var run: @Sendable (Bench) async throws -> [Row]

    /// All of them, in the order in which they run.
    static let all: [Scenario] =
        [
            counts, purchases, filePurchases, openLoop, waiting, restores, launch, mixed, reopen, entitlements, fanout,
            ledger, catalog,
        ]
}

/// What a scenario works with: the options, and somewhere to say how far it is.
struct Bench: Sendable {
    var options: BenchOptions
    var progress: Progress

    /// How often each timed point is measured.
    var repeats: Int { options.repeats ?? 3 }

    /// The value that the command line gave, or else all that the scenario has by itself.
    func values(_ given: Int?, else usual: [Int]) -> [Int] { given.map { [$0] } ?? usual }
}
