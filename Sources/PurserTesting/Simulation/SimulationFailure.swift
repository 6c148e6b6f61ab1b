#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A simulation that did not end, with everything needed to repeat it.
public struct SimulationFailure: Error, Sendable, Hashable, CustomStringConvertible {
    /// Why a simulation was stopped.
    public struct Code: Sendable, Hashable {
        fileprivate let text: String

        /// No job was ready and no task slept, but the body had not ended: it waits forever.
        public static let stalled = Code(
            text: """
                stalled: no job is ready and no task sleeps, but the body has not ended. Look for a continuation that \
                is never resumed, for work that left the seeded executor (an unstructured Task, the main actor, \
                Task.sleep), or for a store or backend with another clock, because it was made outside of the simulation
                """)

        /// More jobs ran than `SimulationOptions.stepLimit` allows.
        public static let tooManySteps = Code(
            text: "ran more jobs than its step limit. Look for a loop that never waits, or raise the limit")

        /// More virtual time passed than `SimulationOptions.timeLimit` allows.
        public static let tooLong = Code(
            text: """
                would pass its limit of virtual time. Look for a timer that keeps running while nothing else happens, \
                or raise the limit
                """)
    }

    /// Why the simulation was stopped.
    public let code: Code

    /// The seed to run again.
    public let seed: UInt64

    /// The virtual time at which it was stopped.
    public let time: Duration

    /// The number of jobs run until then.
    public let steps: Int

    /// One sentence for people: seed, time, reason, and the next step.
    public var description: String {
        "Seed \(seed), virtual time \(time), after \(steps) jobs: the simulation \(code.text)."
    }
}

extension SimulationFailure: LocalizedError {
    /// Seed, time, reason, and the next step, for `localizedDescription`.
    public var errorDescription: String? { description }
}
