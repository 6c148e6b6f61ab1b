import Purser

extension Scenario {
    static let restores = Scenario(
        name: "restores", summary: "restores of non-consumables and subscription periods, new and known",
        options: [.purchases, .subscribers, .ledger, .faultRate, .repeats]
    ) { bench in
        var rows: [Row] = []
        for count in bench.values(bench.options.purchases, else: [100, 10_000, 100_000, 1_000_000]) {
            let owned = OwnedProducts(count: count)
            let transactions = owned.transactions()
            var fresh: [Span] = []
            var again: [Span] = []
            let canPeak = MemoryUse.resetPeak()
            for _ in 1...(bench.options.repeats ?? (count > 100_000 ? 1 : bench.repeats)) {
                bench.progress.show("restores: \(count)")
                let shop = try await Shop(bench.setup { $0.own(transactions) })
                fresh.append(try await measured { try await owned.restore(shop) })
                again.append(try await measured { try await owned.restore(shop) })
                try await shop.close(expecting: 0, restored: count)
            }
            rows.append(Deliveries.row("restores", "new", count, fresh, canPeak))
            rows.append(Deliveries.row("restores", "known", count, again, canPeak))
        }
        return rows
    }

    static let launch = Scenario(
        name: "launch", summary: "unfinished transactions of an earlier run, reported when the store opens",
        options: [.purchases, .subscribers, .ledger, .faultRate, .repeats]
    ) { bench in
        var rows: [Row] = []
        for count in bench.values(bench.options.purchases, else: [100, 10_000, 100_000]) {
            let leftover = Deliveries.consumables(count)
            var spans: [Span] = []
            let canPeak = MemoryUse.resetPeak()
            for _ in 1...bench.repeats {
                bench.progress.show("launch: \(count)")
                let watch = Stopwatch()
                let shop = try await Shop(bench.setup { $0.leaveUnfinished(leftover) })
                await shop.backend.finished.reached(count)
                spans.append(watch.elapsed)
                try await shop.close(expecting: 0, others: count)
            }
            rows.append(Deliveries.row("launch", "left over", count, spans, canPeak))
        }
        return rows
    }
}

/// What the scenarios without payments share.
enum Deliveries {
    /// Their identifiers are as long as those of a real store, and no payment's.
    static func consumables(_ count: Int) -> [StoreTransaction] {
        let now = SystemClock().timestamp()
        return (1...count).map { LoadBackend.transaction(2_000_000_000_000_000 + $0, Shop.product, now) }
    }

    static func figures(_ count: Int, _ spans: [Span]) -> [Figure] {
        [
            Figure(.rate, spans.map { $0.rate(of: count) }),
            Figure(.cpu, spans.map { $0.cpuNanoseconds(per: count) }),
        ]
    }

    static func row(_ scenario: String, _ series: String, _ count: Int, _ spans: [Span], _ hasPeak: Bool) -> Row {
        let peak = hasPeak ? [Figure(.peak, Double(MemoryUse.peak))] : []
        return Row(scenario, series, "transactions", count, figures(count, spans) + peak)
    }
}
