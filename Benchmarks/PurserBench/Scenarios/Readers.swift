import Purser

extension Scenario {
    static let entitlements = Scenario(
        name: "entitlements", summary: "entitlement reads by 8 readers while purchases run"
    ) { bench in
        var rows: [Row] = []
        for readers in [1, 8] {
            var samples: [Double] = []
            for _ in 1...bench.repeats {
                bench.progress.show("entitlements: \(readers) readers")
                samples.append(try await EntitlementReads(readers: readers, bench: bench).nanoseconds())
            }
            rows.append(Row("entitlements", "while 64 callers buy", "readers", readers, [Figure(.cpu, samples)]))
        }
        return rows
    }

    static let fanout = Scenario(
        name: "fanout", summary: "purchases with 1, 10 and 1,000 subscribers"
    ) { bench in
        var rows: [Row] = []
        for subscribers in bench.values(bench.options.subscribers, else: [1, 10, 1_000]) {
            rows.append(try await FanOut(subscribers: subscribers, bench: bench).row())
        }
        return rows
    }
}

/// Reads of the entitlements, in processor time of the reading threads: the wall would count other readers too.
private struct EntitlementReads {
    var readers: Int
    var bench: Bench

    func nanoseconds() async throws -> Double {
        let shop = try await Shop(.init())
        let isOver = Lock(false)
        let reads = 200_000
        let total = Lock<UInt64>(0)
        let bought = Lock(0)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                try await Crowd.run(64) { _ in
                    while !isOver.withLock({ $0 }) {
                        try await shop.buy()
                        bought.withLock { $0 += 1 }
                    }
                }
            }
            try await Crowd.run(readers) { _ in
                // In pieces, so that the buyers get their turns on the few threads that there are.
                for _ in 0..<(reads / 1_000) {
                    let spent = try Self.read(shop.store, 1_000)
                    total.withLock { $0 += spent }
                    await Task.yield()
                }
            }
            isOver.withLock { $0 = true }
            try await group.waitForAll()
        }
        try await shop.close(expecting: bought.withLock { $0 })
        return Double(total.withLock { $0 }) / Double(reads * readers)
    }

    private static func read(_ store: PurchaseStore, _ count: Int) throws -> UInt64 {
        var last = 0
        let start = Stopwatch.threadTime()
        for _ in 0..<count {
            let balance = store.entitlements.balance(of: Shop.product)
            guard balance >= last else { throw WrongRun("the balance went back from \(last) to \(balance)") }
            last = balance
        }
        return Stopwatch.threadTime() - start
    }
}

/// Purchases with many subscribers, and what the delivery alone costs them.
private struct FanOut {
    var subscribers: Int
    var bench: Bench

    func row() async throws -> Row {
        var spans: [Span] = []
        var deliveries: [Span] = []
        let calls = bench.options.purchases ?? 5_000
        for _ in 1...bench.repeats {
            bench.progress.show("fanout: \(subscribers) subscribers")
            let shop = try await Shop(.init(subscribers: subscribers))
            spans.append(
                try await measured {
                    _ = try await Callers(count: 64, calls: calls).run { try await shop.buy() }
                    await shop.backend.finished.reached(calls)
                })
            deliveries.append(try await delivery(shop, calls))
            try await shop.close(expecting: calls)
        }
        let rest = zip(spans, deliveries).map { ($0.cpu - $1.cpu) * 1e9 / Double(calls) }
        return Row(
            "fanout", "64 callers", "subscribers", subscribers,
            [
                Figure(.rate, spans.map { $0.rate(of: calls) }),
                Figure(.cpu, spans.map { $0.cpuNanoseconds(per: calls) }),
                Figure(.latency("CPU of the delivery alone"), deliveries.map { $0.cpuNanoseconds(per: calls) }),
                Figure(.latency("CPU without the delivery"), rest),
            ])
    }

    /// As many new subscribers read everything again, while nothing else happens.
    private func delivery(_ shop: Shop, _ calls: Int) async throws -> Span {
        try await measured {
            try await Crowd.run(subscribers) { _ in
                var seen = 0
                for await _ in try shop.store.updates(after: 0) {
                    seen += 1
                    if seen == calls { break }
                }
            }
        }
    }
}
