extension Scenario {
    /// What ``AimsTable`` needs, and no more.
    static let aims = Scenario(
        name: "aims", summary: "just what the table of aims needs, and that table; not part of the whole set",
        options: [.repeats]
    ) { bench in
        var rows: [Row] = []
        for callers in [1, 64, 1_024] { rows += try await purchases.run(bench.with { $0.callers = callers }) }
        for callers in [1, 64, 1_024] { rows += try await filePurchases.run(bench.with { $0.callers = callers }) }
        for waiting in [100, 100_000] {
            rows += try await Self.waiting.run(bench.with { $0.waiting = waiting })
        }
        rows += try await entitlements.run(bench)
        rows += try lineRows(bench, 1_000)
        for subscribers in [1, 1_000] { rows += try await fanout.run(bench.with { $0.subscribers = subscribers }) }
        rows += try await restores.run(bench.with { $0.purchases = 100_000 })
        rows += try await ledger.run(bench.with { $0.purchases = 1_000_000 })
        return rows
    }
}
