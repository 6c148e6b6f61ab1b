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

    /// Whether a subscription runs, asked by 8 readers while purchases run.
    static func subscriptionReads(_ bench: Bench) async throws -> Row {
        var samples: [Double] = []
        for _ in 1...bench.repeats {
            bench.progress.show("owning: 8 readers")
            let reads = EntitlementReads(readers: 8, callers: 64, bench: bench, isOfSubscription: true)
            samples.append(try await reads.nanoseconds())
        }
        return Row("owning", "whether a subscription runs, while 64 callers buy", "readers", 8, [Figure(.cpu, samples)])
    }
}

/// Reads of the entitlements, in processor time of the reading threads: the wall would count other readers too.
private struct EntitlementReads {
    var readers: Int
    var callers: Int
    var bench: Bench
    /// Whether they ask for a subscription, which is a question of time too, and not for a balance.
    var isOfSubscription = false

    private static let club = "club"

    func nanoseconds() async throws -> Double {
        let shop = try await Shop(bench.setup())
        if isOfSubscription { try await subscribe(shop) }
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
                    let spent = try isOfSubscription ? Self.ask(shop.store, 1_000) : Self.read(shop.store, 1_000)
                    total.withLock { $0 += spent }
                    await Task.yield()
                }
            }
            isOver.withLock { $0 = true }
            try await group.waitForAll()
        }
        try await shop.close(expecting: bought.withLock { $0 }, restored: isOfSubscription ? 1 : 0)
        return Double(total.withLock { $0 }) / Double(reads * readers)
    }

    private func subscribe(_ shop: Shop) async throws {
        let now = SystemClock().timestamp()
        var fields = StoreTransaction.Fields(
            id: "period", productID: Self.club, productType: .autoRenewable, purchaseTime: now)
        fields.expirationTime = now.advanced(by: .seconds(86_400))
        let event = BackendTransaction(StoreTransaction(fields), origin: .elsewhere, needsFinish: false)
        shop.backend.inbox.put([.transaction(event)])
        while shop.store.lastSequence == 0 { await Task.yield() }
    }

    private static func ask(_ store: PurchaseStore, _ count: Int) throws -> UInt64 {
        let start = Stopwatch.threadTime()
        for _ in 0..<count where !store.entitlements.contains(club) { throw WrongRun("the subscription does not run") }
        return Stopwatch.threadTime() - start
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
