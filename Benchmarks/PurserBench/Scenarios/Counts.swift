import Purser
import PurserSimulator
import PurserTesting

extension Scenario {
    static let counts = Scenario(
        name: "counts",
        summary: "jobs, allocations, locks, ledger writes and backend calls of a purchase, under the seeded executor",
        options: [.callers]
    ) { bench in
        var rows: [Row] = []
        guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else { return rows }
        for callers in bench.values(bench.options.callers, else: [1, 64, 1_024]) {
            bench.progress.show("counts: \(callers) callers")
            let counts = try SteadyCounts.measure(callers: callers)
            rows.append(
                Row("counts", "seed 1", "callers", callers, counts.named.map { Figure(.counted($0.name), $0.value) }))
        }
        return rows
    }
}

/// What a purchase costs in things that do not depend on the machine.
struct SteadyCounts: Sendable {
    var jobs: Double
    var submits: Double
    var finishes: Double
    var writes: Double
    var syncs: Double
    /// How often memory was asked for, by the callers, the backend and the executor of the harness too; `nil` where
    /// that is not counted.
    var allocations: Double?
    /// How often a lock was taken, likewise.
    var locks: Double?

    var named: [(name: String, value: Double)] {
        let always = [
            ("jobs", jobs), ("submit calls", submits), ("finish calls", finishes), ("ledger writes", writes),
            ("syncs", syncs),
        ]
        return always + (allocations.map { [("allocations", $0)] } ?? []) + (locks.map { [("locks", $0)] } ?? [])
    }

    /// What was charged is what was recorded, granted, told and finished.
    private static func check(_ store: PurchaseStore, _ backend: LoadBackend, expecting purchases: Int) async throws {
        let balance = store.entitlements.purchasedQuantity(of: Shop.product)
        let finished = backend.finished.total
        guard backend.counts.charges == purchases, balance == purchases, finished == purchases,
            backend.state.withLock({ $0.held.count }) == 0
        else {
            throw WrongRun(
                "\(purchases) purchases, but \(backend.counts.charges) charges, \(balance) items in the balance, "
                    + "\(finished) finished")
        }
        let updates = try store.updates(after: 0)
        try await store.close()
        let seen = await Subscription.reading(updates)
        guard seen.gap == nil, seen.count == purchases else {
            throw WrongRun("\(seen.count) updates were yielded for \(purchases) purchases, or out of order")
        }
    }

    /// Returns when the last finish is written down, so that it is counted on the right side.
    private static func allRecorded(_ store: PurchaseStore) async {
        while await !store.unfinished().isEmpty { await Task.yield() }
    }

    /// Lets callers buy under one seed, on one thread and without a clock: the same counts at each run.
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    static func measure(callers: Int, seed: UInt64 = 1, flaw: LoadBackend.Flaw? = nil) throws -> SteadyCounts {
        let rounds = max(4, 1_024 / callers)
        return try Simulation.run(seed: seed, options: SimulationOptions(stepLimit: 10_000_000)) { context in
            let backend = LoadBackend(flaw: flaw)
            let storage = CountingStorage(MemoryLedgerStorage())
            var configuration = PurchaseStore.Configuration(backend: backend)
            (configuration.storage, configuration.clock) = (storage, context.clock)
            configuration.generator = context.generator(for: "store")
            let store = try await PurchaseStore.open(configuration)
            try await store.waitUntilReady()
            try await store.purchase(Shop.product)
            await allRecorded(store)
            let before = (context.jobsRun, backend.counts, storage.counts, Allocations.ofThisThread)
            let locksBefore = Allocations.locksOfThisThread
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<callers {
                    group.addTask { for _ in 0..<rounds { try await store.purchase(Shop.product) } }
                }
                try await group.waitForAll()
            }
            await allRecorded(store)
            let after = (context.jobsRun, backend.counts, storage.counts, Allocations.ofThisThread)
            let locks = Allocations.locksOfThisThread
            try await check(store, backend, expecting: 1 + callers * rounds)
            func each(_ count: Int) -> Double { Double(count) / Double(callers * rounds) }
            return SteadyCounts(
                jobs: each(after.0 - before.0), submits: each(after.1.submits - before.1.submits),
                finishes: each(after.1.finishes - before.1.finishes), writes: each(after.2.writes - before.2.writes),
                syncs: each(after.2.syncs - before.2.syncs),
                allocations: before.3.flatMap { before in after.3.map { each($0 - before) } },
                locks: locksBefore.flatMap { before in locks.map { each($0 - before) } })
        }
    }
}
