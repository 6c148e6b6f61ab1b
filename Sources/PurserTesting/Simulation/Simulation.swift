import Purser

/// Runs async code to its end on one thread, in an order and at times that follow from a seed.
///
/// ```swift
/// let owned = try Simulation.run(seed: 7) { context in
///     let store = try await PurchaseStore.open(backend: EmbeddedAppStore(catalog: catalog))
///     try await store.purchase("com.example.garden.greenhouse")
///     let owned = store.entitlements.activeProductIDs
///     try await store.close()
///     return owned
/// }
/// ```
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
public enum Simulation {
    /// Runs `body` to its end under a seeded executor and a virtual clock, and returns its result.
    ///
    /// Stores, configurations and embedded App Stores that are made in the body use the simulation's clock and random
    /// numbers by default. One that was made outside does not, and the run stalls when it waits for its own clock.
    ///
    /// It does all the work on the calling thread, from synchronous and async code alike, and never waits. Async code
    /// that runs many simulations blocks one thread of the pool for that time; ``explore(count:from:options:_:)`` does
    /// not. Simulations may run at the same time on several threads. The body sees the task-local values of the caller.
    /// Jobs outside the executor are not waited for: see ``SeededExecutor``.
    ///
    /// When the body has ended, jobs that are still ready are run, and the remaining sleepers end with
    /// `CancellationError`.
    ///
    /// - Throws: the error of the body; ``SimulationFailure`` when it stalls or exceeds a limit. The body is then
    ///   cancelled and may unwind, but its result no longer counts, and tasks that ignore cancellation are leaked.
    public static func run<Value: Sendable>(
        seed: UInt64,
        options: SimulationOptions = SimulationOptions(),
        _ body: @escaping @Sendable (SimulationContext) async throws -> Value
    ) throws -> Value {
        let attempt = Attempt(seed: seed, options: options, body)
        return try attempt.result()
    }

    /// Runs `body` once for each of many seeds, several at a time, and reports the lowest one that fails.
    ///
    /// The work is done on separate threads, so that it delays no other test.
    ///
    /// - Throws: ``SeedFailure``. `PURSER_SEED` and `PURSER_SEEDS` apply as in ``Seeds``.
    public static func explore(
        count: Int,
        from first: UInt64 = 1,
        options: SimulationOptions = SimulationOptions(),
        _ body: @escaping @Sendable (SimulationContext) async throws -> Void
    ) async throws {
        try await Seeds.forEach(count: count, from: first) { seed in
            // The body begins here, where it sees the task-local values of the caller, and continues on the thread.
            let attempt = Attempt(seed: seed, options: options, body)
            try await BlockingWorker(label: "Simulation").run { try attempt.result() }
        }
    }

    /// A started body, which ends when it is driven.
    private struct Attempt<Value: Sendable>: Sendable {
        private let run: SimulationRun
        private let outcome = Lock<Result<Value, any Error>?>(nil)
        private let task: Task<Void, Never>

        init(
            seed: UInt64, options: SimulationOptions,
            _ body: @escaping @Sendable (SimulationContext) async throws -> Value
        ) {
            run = SimulationRun(seed: seed, options: options)
            task = run.start { [outcome] context in
                let result: Result<Value, any Error>
                do { result = .success(try await body(context)) } catch { result = .failure(error) }
                outcome.withLock { $0 = result }
            }
        }

        /// Drives the body to its end, on the calling thread.
        func result() throws -> Value {
            defer { run.windDown() }
            do {
                try run.drive()
            } catch {
                task.cancel()
                throw error
            }
            // The driver returns only after the task has left its result.
            guard let outcome = outcome.withLock({ $0 }) else { throw run.error(.stalled) }
            return try outcome.get()
        }
    }
}
