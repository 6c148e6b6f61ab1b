import Purser

extension Scenario {
    static let entitlements = Scenario(
        name: "entitlements", summary: "entitlement reads by 8 readers while purchases run",
        options: [.callers, .subscribers, .ledger, .faultRate, .repeats]
    ) { bench in
        var rows: [Row] = []
        let callers = bench.options.callers ?? 64
        for readers in [1, 8] {
            var samples: [Double] = []
            for _ in 1...bench.repeats {
                bench.progress.show("entitlements: \(readers) readers")
                samples.append(
                    try await EntitlementReads(readers: readers, callers: callers, bench: bench).nanoseconds())
            }
            rows.append(
                Row("entitlements", "while \(callers) callers buy", "readers", readers, [Figure(.cpu, samples)]))
        }
        return rows
    }
}

/// Reads of the entitlements, in processor time of the reading threads: the wall would count other readers too.
private struct EntitlementReads {
    var readers: Int
    var callers: Int
    var bench: Bench

    func nanoseconds() async throws -> Double {
        let shop = try await Shop(bench.setup())
        let isOver = Lock(false)
        let reads = 200_000
        let total = Lock<UInt64>(0)
        let bought = Lock(0)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                try await Crowd.run(callers) { _ in
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
            let balance = store.entitlements.purchasedQuantity(of: Shop.product)
            guard balance >= last else { throw WrongRun("the balance went back from \(last) to \(balance)") }
            last = balance
        }
        return Stopwatch.threadTime() - start
    }
}
