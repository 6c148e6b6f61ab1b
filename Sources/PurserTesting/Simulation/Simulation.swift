import Purser

/// Runs async code to its end on one thread, in an order and at times that follow from a seed.
///
/// ```swift
/// let owned = try Simulation.run(seed: 7) { context in
///     let appStore = EmbeddedAppStore(catalog: catalog, clock: context.clock)
///     var configuration = PurchaseStore.Configuration(backend: appStore)
///     configuration.clock = context.clock
///     configuration.generator = context.generator(for: "store")
///     let store = try await PurchaseStore.open(configuration)
///     try await store.purchase("com.example.garden.greenhouse")
///     let owned = store.entitlements.activeProductIDs
///     await store.close()
///     return owned
/// }
/// ```
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
public enum Simulation {
    /// Runs `body` to its end under a seeded executor and a virtual clock, and returns what it returns.
    ///
    /// It does all the work on the calling thread, from synchronous and async code alike, and never waits, so it does
    /// not starve a small thread pool. Simulations may run at the same time on several threads. The body sees the
    /// task-local values of the caller. What leaves the executor is not waited for: see ``SeededExecutor``.
    ///
    /// When the body has ended, jobs that are still ready are run, and sleepers that were left over end with
    /// `CancellationError`.
    ///
    /// - Throws: What the body throws; ``SimulationError`` when it stalls or meets a limit. The body is then cancelled
    ///   and may unwind, but what it returns or throws no longer counts, and tasks that ignore cancellation are leaked.
    public static func run<Value: Sendable>(
        seed: UInt64,
        options: SimulationOptions = SimulationOptions(),
        _ body: @escaping @Sendable (SimulationContext) async throws -> Value
    ) throws -> Value {
        let run = SimulationRun(seed: seed, options: options)
        let result = Lock<Result<Value, any Error>?>(nil)
        let task = run.start { context in
            let outcome: Result<Value, any Error>
            do { outcome = .success(try await body(context)) } catch { outcome = .failure(error) }
            result.withLock { $0 = outcome }
        }
        defer { run.windDown() }
        do {
            try run.drive()
        } catch {
            task.cancel()
            throw error
        }
        // The driver returns only after the task has left its result.
        guard let outcome = result.withLock({ $0 }) else { throw run.error(.stalled) }
        return try outcome.get()
    }

    /// Runs `body` once for each of many seeds, several at a time, and reports the lowest one that fails.
    ///
    /// - Throws: ``SeedFailure``. `PURSER_SEED` and `PURSER_SEEDS` apply as in ``Seeds``.
    public static func explore(
        count: Int,
        from first: UInt64 = 1,
        options: SimulationOptions = SimulationOptions(),
        _ body: @escaping @Sendable (SimulationContext) async throws -> Void
    ) async throws {
        try await Seeds.forEach(count: count, from: first) { seed in
            try run(seed: seed, options: options, body)
        }
    }
}
