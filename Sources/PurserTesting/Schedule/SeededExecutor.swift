import Purser

/// Runs every job on the thread that drives it, one at a time, in an order that follows from a seed.
///
/// The same program under the same seed runs in the same order, so a failure that one seed finds can be repeated.
///
/// These run here: tasks made with `Task(executorPreference:)`, their child tasks (`async let`, task groups), and the
/// default actors they call. Each move to or from an actor is a separate job, also when the actor is free, so other
/// jobs may run in between as with several threads. An actor whose `unownedExecutor` is another default actor's runs
/// here as well. A call between two such actors is no move, here as with the usual executors, so no other job runs in
/// between.
///
/// These do not run here, and make a run depend on chance: an unstructured `Task {}` and `Task.detached`, `@MainActor`
/// code, actors with a custom `SerialExecutor`, and code that resumes a task from another thread (`Task.sleep`,
/// dispatch queues, network calls). Such code may still enqueue here safely.
///
/// The executor owns only the ready queue. It never makes a thread, never reads a clock, and never runs a job except
/// inside `runNext()`. ``Simulation`` drives it.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
public final class SeededExecutor: TaskExecutor {
    /// The result of one step of the driver.
    enum Step {
        case ran
        case idle
        case stopped
    }

    /// The seed that decides the order.
    public let seed: UInt64

    private let state: Lock<SeededExecutorState>

    /// Makes an executor with an empty queue.
    package init(seed: UInt64) {
        self.seed = seed
        state = Lock(SeededExecutorState(seed: seed))
    }

    /// The number of jobs run so far: each start, each resumption, each hop to or from an actor.
    package var jobsRun: Int { state.withLock { $0.jobsRun } }

    /// The number of jobs that wait to be run.
    package var readyJobs: Int { state.withLock { $0.readyJobs } }

    /// Adds a job from the runtime; from any thread.
    public func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        state.withLock { $0.enqueued(job) }
    }

    /// Runs one ready job to its next suspension; `false` when none was ready.
    ///
    /// Only one thread may drive an executor. It may be a thread that is running an async function: a job that runs
    /// here does not disturb the calling task.
    @discardableResult
    package func runNext() -> Bool { step() == .ran }

    /// Makes the driver's next step a stop.
    func stop() {
        state.withLock { $0.stopRequested() }
    }

    func step() -> Step {
        switch state.withLock({ $0.next() }) {
        case .idle: return .idle
        case .stop: return .stopped
        case .run(let job): job.runSynchronously(on: asUnownedTaskExecutor())
        }
        return .ran
    }
}
