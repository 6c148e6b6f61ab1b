import Purser

extension Scenario {
    static let waiting = Scenario(
        name: "waiting", summary: "100 to 100,000 waiting payments, answered in and out of order",
        options: [.purchases, .waiting, .order, .subscribers, .ledger, .faultRate, .repeats]
    ) { bench in
        var rows: [Row] = []
        for order in bench.options.order.map({ [$0] }) ?? AnswerOrder.allCases {
            for pace in WaitingRun.Pace.allCases {
                for waiting in bench.values(bench.options.waiting, else: [100, 1_000, 10_000, 100_000]) {
                    rows.append(try await WaitingRun(waiting: waiting, order: order, pace: pace, bench: bench).row())
                }
            }
        }
        return rows
    }
}

/// Purchases while a number of others wait: each one answered is followed by a new one, so that their number stays.
struct WaitingRun: Sendable {
    /// How the answers come.
    enum Pace: String, CaseIterable {
        /// Each alone, and the next one when its buyer has come back for more.
        case singly
        /// 64 in one batch.
        case batches

        var size: Int { self == .singly ? 1 : 64 }
        /// How many purchases are measured.
        var calls: Int { self == .singly ? 5_000 : 64 * 500 }
    }

    var waiting: Int
    var order: AnswerOrder
    var pace: Pace
    var bench: Bench

    private var size: Int { min(pace.size, waiting) }
    private var rounds: Int { max(1, (bench.options.purchases ?? pace.calls) / size) }

    func row() async throws -> Row {
        var stores: [Sample] = []
        var floors: [Sample] = []
        for repetition in 1...bench.repeats {
            bench.progress.show("waiting: \(waiting), \(order.rawValue), \(pace.rawValue), run \(repetition)")
            floors.append(try await floorRun())
            stores.append(try await storeRun())
        }
        let calls = rounds * size
        return Row(
            "waiting", "\(order.rawValue) \(pace.rawValue)", "waiting", waiting,
            [
                Figure(.cpu, stores.map { $0.span.cpuNanoseconds(per: calls) }),
                Figure(.floorCPU, floors.map { $0.span.cpuNanoseconds(per: calls) }),
                Figure(.timesFloorCPU, zip(stores, floors).map { $0.span.cpu / max($1.span.cpu, 1e-9) }),
                Figure(.time, stores.map { $0.span.wallNanoseconds(per: calls) }),
                Figure(.floorTime, floors.map { $0.span.wallNanoseconds(per: calls) }),
                Figure(.bytes, stores.map { Double($0.bytes / waiting) }),
                Figure(.floorBytes, floors.map { Double($0.bytes / waiting) }),
            ])
    }

    /// What one run gave: the measured rounds, and the memory of all who wait.
    private struct Sample {
        var span: Span
        var bytes: Int
    }

    private func storeRun() async throws -> Sample {
        let shop = try await Shop(bench.setup(answering: .onDemand(order)))
        let isOver = Lock(false)
        let sample = try await withThrowingTaskGroup(of: Void.self) { group in
            let before = MemoryUse.inUse
            group.addTask {
                try await Crowd.run(waiting) { _ in
                    repeat { try await shop.buy() } while !isOver.withLock { $0 }
                }
            }
            await shop.backend.taken.reached(waiting)
            let bytes = MemoryUse.inUse - before
            let span = await rounds({ shop.backend.answer(size, inBatchesOf: size) }, shop.backend.taken.reached)
            isOver.withLock { $0 = true }
            shop.backend.answer(.max, inBatchesOf: LoadBackend.batchSize)
            try await group.waitForAll()
            return Sample(span: span, bytes: bytes)
        }
        try await shop.close(expecting: waiting + rounds * size)
        return sample
    }

    private func floorRun() async throws -> Sample {
        let floor = WaitingFloor(order: order)
        return try await withThrowingTaskGroup(of: Void.self) { group in
            let before = MemoryUse.inUse
            group.addTask { try await Crowd.run(waiting) { _ in while await floor.call() {} } }
            await floor.reached(waiting)
            let bytes = MemoryUse.inUse - before
            let span = await rounds({ floor.answer(size) }, floor.reached)
            floor.close()
            try await group.waitForAll()
            return Sample(span: span, bytes: bytes)
        }
    }

    /// Answers some, waits until they have come back, and so on.
    private func rounds(_ answer: () -> Void, _ reached: (Int) async -> Void) async -> Span {
        await measured {
            for round in 1...rounds {
                answer()
                await reached(waiting + round * size)
            }
        }
    }

    /// The memory that each of `count` waiting purchases takes, with the tasks of their callers.
    ///
    /// The least of three runs: work that is still under way when a run is read only adds to it.
    static func bytes(ofWaiting count: Int) async throws -> Int {
        var options = BenchOptions()
        options.purchases = 1
        let bench = Bench(options: options, progress: Progress())
        let run = WaitingRun(waiting: count, order: .fifo, pace: .singly, bench: bench)
        var least = Int.max
        for _ in 1...3 { least = min(least, try await run.storeRun().bytes / count) }
        return least
    }
}
