import Purser

extension Scenario {
    static let purchases = Scenario(
        name: "purchases", summary: "purchases by 1 to 10,000 callers at once, beside the floor",
        options: [.purchases, .callers, .subscribers, .ledger, .user, .faultRate, .repeats]
    ) { bench in
        var rows: [Row] = []
        for callers in bench.values(bench.options.callers, else: [1, 8, 64, 1_024, 10_000]) {
            let ledger = bench.options.ledger ?? .memory
            let calls = bench.options.purchases ?? (callers == 1 ? 20_000 : 200_000)
            rows.append(
                try await PurchaseRun(callers: callers, calls: calls, ledger: ledger, bench: bench).row())
        }
        return rows
    }
}

extension Scenario {
    static let filePurchases = Scenario(
        name: "purchases-file",
        summary: "purchases with the file ledger, synced before they are acknowledged, or buffered",
        options: [.purchases, .callers, .subscribers, .user, .faultRate, .repeats]
    ) { bench in
        var rows: [Row] = []
        for ledger in [LedgerKind.file, .buffered] {
            for callers in bench.values(bench.options.callers, else: [1, 64, 1_024]) {
                let calls = bench.options.purchases ?? (callers == 1 ? 1_000 : 50_000)
                var run = PurchaseRun(callers: callers, calls: calls, ledger: ledger, bench: bench)
                run.scenario = "purchases-file"
                rows.append(try await run.row())
            }
        }
        return rows
    }
}

/// Purchases by one number of callers, each repetition beside a run of the floor.
struct PurchaseRun: Sendable {
    var scenario = "purchases"
    var callers: Int
    var calls: Int
    var ledger: LedgerKind
    var bench: Bench

    func row() async throws -> Row {
        var floors: [Span] = []
        var bare: [Span] = []
        var stores: [Span] = []
        var counts: [[Figure]] = []
        for repetition in 1...bench.repeats {
            bench.progress.show("\(scenario): \(callers) callers, \(ledger.name), run \(repetition)")
            floors.append(try await ParkingFloor.run(Callers(count: callers, calls: calls)).span)
            bare.append(try await BarePurchases.run(Callers(count: callers, calls: calls)).span)
            stores.append(try await storeRun(timesEach: false) { counts.append($0) }.span)
        }
        let timed = try await storeRun(timesEach: true) { _ in }
        let kind = ledger.name + (bench.options.user ? ", a user" : "")
        var row = Row(scenario, kind, "callers", callers, figures(stores, floors, bare) + merged(counts))
        row.add(latencies: LatencyHistogram(timed.latencies))
        return row
    }

    /// The same figures of several repetitions as one each.
    private func merged(_ repetitions: [[Figure]]) -> [Figure] {
        guard let first = repetitions.first else { return [] }
        return first.indices.map { index in
            Figure(first[index].kind, repetitions.flatMap { $0[index].samples })
        }
    }

    private func figures(_ stores: [Span], _ floors: [Span], _ bare: [Span]) -> [Figure] {
        [
            Figure(.rate, stores.map { $0.rate(of: calls) }),
            Figure(.floorRate, floors.map { $0.rate(of: calls) }),
            Figure(.ofFloor, zip(stores, floors).map { $1.wall / $0.wall }),
            Figure(.ofBare, zip(stores, bare).map { $1.wall / $0.wall }),
            Figure(.cpu, stores.map { $0.cpuNanoseconds(per: calls) }),
            Figure(.floorCPU, floors.map { $0.cpuNanoseconds(per: calls) }),
            Figure(.timesFloorCPU, zip(stores, floors).map { $0.cpu / max($1.cpu, 1e-9) }),
            Figure(.timesBareCPU, zip(stores, bare).map { $0.cpu / max($1.cpu, 1e-9) }),
        ]
    }

    /// The processor time includes the finishing that goes on behind the last purchase; the wall time does not.
    private func storeRun(timesEach: Bool, counts: ([Figure]) -> Void) async throws -> CallTimes {
        let shop = try await Shop(bench.setup(ledger: ledger))
        // The first purchase looks the product up; that is no part of what is measured.
        try await shop.buy()
        let before = (shop.backend.counts, shop.storage.counts)
        let wakes = Stopwatch.threadWakes()
        let watch = Stopwatch()
        let store = shop.store
        var times = try await Callers(count: callers, calls: calls, timesEach: timesEach).run {
            try Shop.check(await store.purchase(Shop.product))
        }
        await shop.backend.finished.reached(calls + 1)
        times.span.cpu = watch.elapsed.cpu
        let woken = Figure(.observed("thread wakes"), Double(Stopwatch.threadWakes() - wakes) / Double(calls))
        counts(Self.counts(calls, before, (shop.backend.counts, shop.storage.counts)) + [woken])
        try await shop.close(expecting: calls + 1)
        return times
    }

    private typealias Counts = (backend: LoadBackend.Counts, storage: CountingStorage.Counts)

    private static func counts(_ calls: Int, _ before: Counts, _ after: Counts) -> [Figure] {
        func each(_ name: String, _ count: Int) -> Figure { Figure(.observed(name), Double(count) / Double(calls)) }
        return [
            each("submit calls", after.backend.submits - before.backend.submits),
            each("finish calls", after.backend.finishes - before.backend.finishes),
            each("ledger writes", after.storage.writes - before.storage.writes),
            each("syncs", after.storage.syncs - before.storage.syncs),
            each("records", after.storage.records - before.storage.records),
        ]
    }
}
