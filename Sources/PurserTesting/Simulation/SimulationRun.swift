import Purser

/// One run of a simulation: drives the executor, and the clock when no job is ready.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
struct SimulationRun {
    /// How many jobs may still run after the end, so that a loop that ignores cancellation cannot block the test.
    private static let windDownSteps = 100_000

    let options: SimulationOptions
    let context: SimulationContext

    init(seed: UInt64, options: SimulationOptions) {
        self.options = options
        context = SimulationContext(
            seed: seed,
            executor: SeededExecutor(seed: seed),
            clock: VirtualClock(start: options.start))
    }

    /// Starts the body; when it ends, the driver stops.
    ///
    /// The priority is fixed: actors serve higher ones first, and the caller's must not change the schedule.
    func start(_ body: @escaping @Sendable (SimulationContext) async -> Void) -> Task<Void, Never> {
        let executor = context.executor
        let starter = RootTask.Starter { Task(executorPreference: executor, priority: .medium, operation: $0) }
        let workers = BlockingWorker.Factory { _ in
            let worker = SeededWorker(executor)
            return BlockingWorker { worker.start($0) }
        }
        return RootTask.$starter.withValue(starter) {
            BlockingWorker.$factory.withValue(workers) {
                StoreDefaults.$current.withValue(defaults) {
                    Task(executorPreference: executor, priority: .medium) { [context] in
                        await body(context)
                        context.executor.stop()
                    }
                }
            }
        }
    }

    /// The default clock and generator for stores and backends.
    private var defaults: StoreDefaults {
        let clock = context.clock
        let generator = SharedGenerator(context.generator(for: "defaults"))
        return StoreDefaults(clock: { clock }, realTime: nil, generator: { generator })
    }

    /// Runs jobs, and advances the time when there are none, until the body has ended.
    func drive() throws(SimulationFailure) {
        var steps = 0
        while true {
            switch context.executor.step() {
            case .stopped: return
            case .ran:
                steps += 1
                guard steps < options.stepLimit else { throw error(.tooManySteps) }
            case .idle: try letTimePass()
            }
        }
    }

    /// Ends the remains of the body: ready jobs run, sleepers are cancelled.
    func windDown() {
        var steps = 0
        repeat {
            while steps < Self.windDownSteps, context.executor.step() != .idle { steps += 1 }
            context.clock.cancelAll()
        } while steps < Self.windDownSteps && context.executor.readyJobs > 0
    }

    func error(_ code: SimulationFailure.Code) -> SimulationFailure {
        SimulationFailure(
            code: code, seed: context.seed, time: context.clock.now(), steps: context.executor.jobsRun)
    }

    private func letTimePass() throws(SimulationFailure) {
        switch context.clock.jump(limit: options.timeLimit) {
        case .moved: break
        case .nobodySleeps: throw error(.stalled)
        case .beyondLimit: throw error(.tooLong)
        }
    }
}

/// A generator whose copies draw from one sequence: a configuration that is used for two launches gets different
/// numbers.
private struct SharedGenerator: RandomNumberGenerator, Sendable {
    private let generator: Lock<SeededGenerator>

    init(_ generator: SeededGenerator) { self.generator = Lock(generator) }

    mutating func next() -> UInt64 { generator.withLock { $0.next() } }
}
