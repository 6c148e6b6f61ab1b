#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// How a simulation starts, and where it gives up.
public struct SimulationOptions: Sendable, Hashable {
    /// What the calendar shows at the start.
    public var start: Date

    /// The virtual time after which the run fails.
    public var timeLimit: Duration

    /// The number of jobs after which the run fails.
    public var stepLimit: Int

    /// Options that fit most tests: a virtual year, a million jobs.
    public init(
        start: Date = VirtualClock.defaultStart,
        timeLimit: Duration = .seconds(366 * 86_400),
        stepLimit: Int = 1_000_000
    ) {
        self.start = start
        self.timeLimit = timeLimit
        self.stepLimit = stepLimit
    }
}
