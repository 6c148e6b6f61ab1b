import Purser

extension Scenario {
    static let compaction = Scenario(
        name: "compaction", summary: "what compacting the ledger costs, and how long purchases take meanwhile",
        options: [.purchases, .callers, .repeats]
    ) { bench in
        var rows: [Row] = []
        for count in bench.values(bench.options.purchases, else: [10_000, 100_000]) {
            bench.progress.show("compaction: writing \(count) transactions")
            let (template, _) = try await OldLedger.make(count, .buffered)
            try OldLedger.seal(template)
            let run = CompactionRun(count: count, template: template, bench: bench)
            rows.append(try await run.alone())
            rows.append(try await run.amidPurchases())
        }
        return rows
    }
}

/// Compactions of one ledger, each of a copy.
private struct CompactionRun {
    var count: Int
    var template: ScratchFolder
    var bench: Bench

    private var callers: Int { bench.options.callers ?? 64 }

    func alone() async throws -> Row {
        var spans: [Span] = []
        var sizes: [Double] = []
        for _ in 1...bench.repeats {
            bench.progress.show("compaction: \(count) transactions")
            let folder = try template.copy()
            spans.append(try OldLedger.compact(folder, count))
            sizes.append(Double(try folder.ledgerSize()))
        }
        return Row(
            "compaction", "alone", "transactions", count,
            [
                Figure(.time, spans.map { $0.wall * 1e9 }),
                Figure(.cpu, spans.map { $0.cpuNanoseconds(per: count) }),
                Figure(.sizeBefore, Double(try template.ledgerSize())),
                Figure(.size, sizes),
            ])
    }

    /// Purchases until a compaction has ended, and as long without one.
    func amidPurchases() async throws -> Row {
        var times: [Double] = []
        var without: [Double] = []
        var during: [Double] = []
        for _ in 1...bench.repeats {
            bench.progress.show("compaction: \(count) transactions, \(callers) callers")
            let shop = try await Shop(
                .init(ledger: .file, folder: try template.copy(), compacts: false, recorded: count))
            // The first purchase looks the product up; that is no part of what is measured.
            try await shop.buy()
            let first = OldLedger.firstKept(count)
            let busy = try await buying(shop) {
                try await BlockingWorker(label: "purser-bench.compaction").run { [storage = shop.storage] in
                    try storage.compactNow(keeping: first)
                }
            }
            let quiet = try await buying(shop) { try await Task.sleep(for: .seconds(busy.seconds)) }
            try await shop.close(
                expecting: 1 + busy.latencies.count + quiet.latencies.count, others: count,
                finishing: 1 + busy.latencies.count + quiet.latencies.count)
            times.append(busy.seconds * 1e9)
            during.append(busy.latencies.quantile(0.99))
            without.append(quiet.latencies.quantile(0.99))
        }
        return Row(
            "compaction", "while \(callers) callers buy", "transactions", count,
            [
                Figure(.time, times),
                Figure(.latency("p99 without"), without),
                Figure(.latency("p99 meanwhile"), during),
                Figure(.observed("meanwhile / without"), zip(during, without).map { $0 / max($1, 1) }),
            ])
    }

    /// Lets all callers buy until `body` has ended.
    private func buying(_ shop: Shop, until body: @escaping @Sendable () async throws -> Void) async throws
        -> (seconds: Double, latencies: LatencyHistogram)
    {
        let isOver = Lock(false)
        let latencies = Lock(LatencyHistogram())
        let seconds = try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                try await Crowd.run(callers) { _ in
                    while !isOver.withLock({ $0 }) {
                        let start = Stopwatch.now()
                        try await shop.buy()
                        let time = Stopwatch.now() - start
                        latencies.withLock { $0.add(time) }
                    }
                }
            }
            let span = try await measured(body)
            isOver.withLock { $0 = true }
            try await group.waitForAll()
            return span.wall
        }
        return (seconds, latencies.withLock { $0 })
    }
}
