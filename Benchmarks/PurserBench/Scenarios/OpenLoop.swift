import Purser

extension Scenario {
    static let openLoop = Scenario(
        name: "open-loop", summary: "purchases arriving at a fixed rate; latency from the intended start",
        options: [.rate, .seconds, .subscribers, .ledger, .faultRate]
    ) { bench in
        var rows: [Row] = []
        for rate in bench.values(bench.options.rate, else: [1_000, 5_000, 20_000]) {
            rows.append(try await OpenLoop(rate: rate, bench: bench).row())
        }
        return rows
    }
}

/// Arrivals that do not wait for each other: what a late one waits is counted, where a closed loop would hide it.
private struct OpenLoop {
    var rate: Int
    var bench: Bench

    func row() async throws -> Row {
        let seconds = bench.options.seconds ?? 2
        let arrivals = max(1, Int(Double(rate) * seconds))
        bench.progress.show("open-loop: \(rate) a second")
        let setup = bench.setup()
        let shop = try await Shop(setup)
        let times = Lock(LatencyHistogram())
        let span = try await measured { try await run(arrivals, shop, times) }
        try await shop.close(expecting: arrivals)
        var row = Row(
            "open-loop", setup.ledger.name, "arrivals/s", rate,
            [Figure(.rate, span.rate(of: arrivals)), Figure(.cpu, span.cpuNanoseconds(per: arrivals))])
        row.add(latencies: times.withLock { $0 })
        return row
    }

    private func run(_ arrivals: Int, _ shop: Shop, _ times: Lock<LatencyHistogram>) async throws {
        let start = Stopwatch.now()
        let gap = 1e9 / Double(rate)
        try await withThrowingTaskGroup(of: Void.self) { group in
            var next = 0
            while next < arrivals {
                let due = min(arrivals, Int(Double(Stopwatch.now() - start) / gap) + 1)
                let first = next
                // A group of its own for each piece: see Crowd.
                if due > first {
                    group.addTask {
                        try await Crowd.run(due - first) { offset in
                            try await shop.buy()
                            let intended = start + UInt64(Double(first + offset) * gap)
                            let now = Stopwatch.now()
                            times.withLock { $0.add(now - min(now, intended)) }
                        }
                    }
                    next = due
                }
                try await Task.sleep(for: .milliseconds(1))
            }
            try await group.waitForAll()
        }
    }
}
