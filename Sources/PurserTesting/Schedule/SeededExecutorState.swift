/// The ready queue of a `SeededExecutor`: the ready jobs, and the next one.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
struct SeededExecutorState: Sendable {
    /// The next action of the thread that drives the executor.
    enum Action {
        /// Run this job to its next suspension.
        case run(UnownedJob)
        /// Nothing is ready.
        case idle
        /// A stop was requested; the request is used up.
        case stop
    }

    private var ready: [UnownedJob] = []
    private var generator: SeededGenerator
    private var stopIsRequested = false
    private(set) var jobsRun = 0

    init(seed: UInt64) {
        generator = SeededGenerator(seed: seed)
    }

    var readyJobs: Int { ready.count }

    mutating func enqueued(_ job: UnownedJob) {
        ready.append(job)
    }

    mutating func stopRequested() {
        stopIsRequested = true
    }

    mutating func next() -> Action {
        if stopIsRequested {
            stopIsRequested = false
            return .stop
        }
        guard !ready.isEmpty else { return .idle }
        jobsRun += 1
        ready.swapAt(generator.index(below: ready.count), ready.count - 1)
        return .run(ready.removeLast())
    }
}
