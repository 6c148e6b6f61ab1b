import Purser

/// The tools of a simulation's body: its executor, its clock and its random numbers.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
public struct SimulationContext: Sendable {
    /// The seed of this run.
    public let seed: UInt64

    /// The executor that runs all of it.
    public let executor: SeededExecutor

    /// The clock for the store under test.
    public let clock: VirtualClock

    /// The number of jobs run so far.
    public var jobsRun: Int { executor.jobsRun }

    /// Lets `duration` of virtual time pass.
    ///
    /// - Throws: `CancellationError` when the waiting task is cancelled.
    public func sleep(for duration: Duration) async throws {
        try await clock.sleep(until: clock.now() + duration)
    }

    /// A generator for one purpose, the same at each call; its draws do not change the schedule.
    public func generator(for purpose: String) -> SeededGenerator {
        SeededGenerator(seed: seed, purpose: purpose)
    }

    /// Starts an unstructured task inside the simulation, where a plain `Task {}` would escape it.
    @discardableResult
    public func start<Value: Sendable>(
        _ body: @escaping @Sendable () async throws -> Value
    ) -> Task<Value, any Error> {
        Task(executorPreference: executor, priority: .medium, operation: body)
    }
}
