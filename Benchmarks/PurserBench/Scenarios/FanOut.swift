import Purser

extension Scenario {
    static let fanout = Scenario(
        name: "fanout", summary: "purchases with 1, 10 and 1,000 subscribers, beside the floor of the delivery",
        options: [.purchases, .callers, .subscribers, .ledger, .faultRate, .repeats]
    ) { bench in
        var rows: [Row] = []
        for subscribers in bench.values(bench.options.subscribers, else: [1, 10, 1_000]) {
            rows.append(try await FanOut(subscribers: subscribers, bench: bench).row())
        }
        return rows
    }
}

/// Purchases with many subscribers, and the floor of handing as much to as many readers in as many batches.
private struct FanOut {
    var subscribers: Int
    var bench: Bench

    private var callers: Int { bench.options.callers ?? 64 }
    private var calls: Int { bench.options.purchases ?? (subscribers > 100 ? 10_000 : 100_000) }

    func row() async throws -> Row {
        var stores: [Span] = []
        var floors: [Span] = []
        var batches: [Double] = []
        for _ in 1...bench.repeats {
            bench.progress.show("fanout: \(subscribers) subscribers")
            let (store, reported) = try await storeRun()
            stores.append(store)
            batches.append(Double(calls) / Double(reported))
            floors.append(try await FanFloor.run(readers: subscribers, items: calls, batches: reported))
        }
        let beyond = zip(stores, floors).map { ($0.cpu - $1.cpu) * 1e9 / Double(calls) }
        return Row(
            "fanout", "\(callers) callers", "subscribers", subscribers,
            [
                Figure(.rate, stores.map { $0.rate(of: calls) }),
                Figure(.cpu, stores.map { $0.cpuNanoseconds(per: calls) }),
                Figure(.floorCPU, floors.map { $0.cpuNanoseconds(per: calls) }),
                Figure(.timesFloorCPU, zip(stores, floors).map { $0.cpu / max($1.cpu, 1e-9) }),
                Figure(.beyondFloor, beyond),
                Figure(.observed("purchases a batch"), batches),
            ])
    }

    /// Purchases until every subscriber has everything, and the batches in which they were told.
    private func storeRun() async throws -> (Span, batches: Int) {
        var setup = bench.setup()
        setup.subscribers = subscribers
        let shop = try await Shop(setup)
        let watch = Stopwatch()
        var span = try await Callers(count: callers, calls: calls).run { try await shop.buy() }.span
        try await shop.close(expecting: calls)
        // Closing waits for the subscribers, whose part of the work is to be measured too.
        span.cpu = watch.elapsed.cpu
        return (span, shop.storage.counts.batches)
    }
}
