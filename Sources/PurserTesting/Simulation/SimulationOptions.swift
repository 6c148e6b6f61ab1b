#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// How a simulation starts, and its limits.
public struct SimulationOptions: Sendable, Hashable {
    /// The calendar's date at the start.
    public var start: Date

    /// The virtual time after which the run fails.
    public var timeLimit: Duration

    /// The number of jobs after which the run fails.
    public var stepLimit: Int

    /// Makes options that suit most tests: a virtual year, a million jobs.
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
