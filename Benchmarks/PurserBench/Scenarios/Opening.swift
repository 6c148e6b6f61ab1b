import Purser

extension Scenario {
    static let reopen = Scenario(
        name: "reopen", summary: "opening and closing a store, over and over",
        options: [.purchases, .subscribers, .ledger, .repeats]
    ) { bench in
        var rows: [Row] = []
        for ledger in bench.options.ledger.map({ [$0] }) ?? [.memory, .file] {
            let count = bench.options.purchases ?? (ledger == .memory ? 1_000 : 100)
            var spans: [Span] = []
            bench.progress.show("reopen: \(ledger.name)")
            let before = MemoryUse.inUse
            for _ in 1...bench.repeats {
                spans.append(
                    try await measured {
                        for _ in 0..<count {
                            let shop = try await Shop(bench.setup(ledger: ledger))
                            try await shop.close(expecting: 0)
                        }
                    })
            }
            let left = Double(MemoryUse.inUse - before) / Double(count * bench.repeats)
            rows.append(
                Row(
                    "reopen", ledger.name, "openings", count,
                    [
                        Figure(.rate, spans.map { $0.rate(of: count) }),
                        Figure(.cpu, spans.map { $0.cpuNanoseconds(per: count) }),
                        Figure(FigureKind(name: "left behind", unit: "B", nature: .timed), left),
                    ]))
        }
        return rows
    }

    static let catalog = Scenario(
        name: "catalog", summary: "10,000 products: fetched, cached, asked by many",
        options: [.purchases, .repeats]
    ) { bench in
        let count = bench.options.purchases ?? 10_000
        let ids = (0..<count).map { "product.\($0)" }
        var fetched: [Span] = []
        var cached: [Span] = []
        var requests: [Double] = []
        for _ in 1...bench.repeats {
            bench.progress.show("catalog: \(count) products")
            let shop = try await Shop(.init())
            let ask: @Sendable () async throws -> Void = {
                guard try await shop.store.products(for: ids).products.count == count else {
                    throw WrongRun("not all products were described")
                }
            }
            // Eight at once ask for the same: each product travels once.
            fetched.append(try await Callers(count: 8, calls: 8).run(ask).span)
            requests.append(Double(shop.backend.counts.productRequests))
            cached.append(try await measured { try await ask() })
            try await shop.close(expecting: 0)
        }
        return [
            Row(
                "catalog", "fetched by 8 at once", "products", count,
                [
                    Figure(.cpu, fetched.map { $0.cpuNanoseconds(per: count) }),
                    Figure(.counted("product requests"), requests),
                ]),
            Row("catalog", "cached", "products", count, [Figure(.cpu, cached.map { $0.cpuNanoseconds(per: count) })]),
        ]
    }
}

extension FigureKind {
    init(name: String, unit: String, nature: Nature) {
        self.init(name: name, unit: unit, nature: nature, moreIsBetter: false)
    }
}
