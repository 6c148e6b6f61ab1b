import Purser

extension Scenario {
    static let restores = Scenario(
        name: "restores", summary: "restores of 100 to 1,000,000 transactions, new and known"
    ) { bench in
        var rows: [Row] = []
        for count in bench.values(bench.options.purchases, else: [100, 10_000, 100_000, 1_000_000]) {
            let owned = Deliveries.transactions(count)
            var fresh: [Span] = []
            var again: [Span] = []
            for _ in 1...(count > 100_000 ? 1 : bench.repeats) {
                bench.progress.show("restores: \(count)")
                let shop = try await Shop(Deliveries.setup(bench) { $0.own(owned) })
                fresh.append(try await measured { try await Deliveries.restore(shop, count) })
                again.append(try await measured { try await Deliveries.restore(shop, count) })
                try await shop.close(expecting: 0, others: count, finishing: 0)
            }
            rows.append(Deliveries.row("restores", "new", count, fresh))
            rows.append(Deliveries.row("restores", "known", count, again))
        }
        return rows
    }

    static let launch = Scenario(
        name: "launch", summary: "unfinished transactions of an earlier run, told when the store opens"
    ) { bench in
        var rows: [Row] = []
        for count in bench.values(bench.options.purchases, else: [100, 10_000, 100_000]) {
            let leftOver = Deliveries.transactions(count)
            var spans: [Span] = []
            for _ in 1...bench.repeats {
                bench.progress.show("launch: \(count)")
                let watch = Stopwatch()
                let shop = try await Shop(Deliveries.setup(bench) { $0.leaveUnfinished(leftOver) })
                await shop.backend.finished.reached(count)
                spans.append(watch.elapsed)
                try await shop.close(expecting: 0, others: count)
            }
            rows.append(Deliveries.row("launch", "left over", count, spans))
        }
        return rows
    }
}

/// What the scenarios without payments share.
enum Deliveries {
    static func transactions(_ count: Int) -> [StoreTransaction] {
        let now = SystemClock().wallTime()
        return (1...count).map { LoadBackend.transaction($0, Shop.product, now) }
    }

    static func setup(_ bench: Bench, _ prepare: @escaping @Sendable (LoadBackend) -> Void) -> Shop.Setup {
        Shop.Setup(
            subscribers: bench.options.subscribers ?? 1, ledger: bench.options.ledger ?? .memory, prepare: prepare)
    }

    static func restore(_ shop: Shop, _ count: Int) async throws {
        let outcome = try await shop.store.restorePurchases()
        guard outcome.restored.count == count, outcome.failed.isEmpty else {
            throw WrongRun("\(outcome.restored.count) transactions restored, \(count) expected")
        }
    }

    static func row(_ scenario: String, _ series: String, _ count: Int, _ spans: [Span]) -> Row {
        Row(
            scenario, series, "transactions", count,
            [
                Figure(.rate, spans.map { $0.rate(of: count) }),
                Figure(.cpu, spans.map { $0.cpuNanoseconds(per: count) }),
                Figure(.peak, Double(MemoryUse.peak)),
            ])
    }
}
