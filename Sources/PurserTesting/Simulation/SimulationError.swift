#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A simulation that did not come to its end, with all that is needed to repeat it.
public struct SimulationError: Error, Sendable, Hashable, CustomStringConvertible {
    /// Why a simulation was given up.
    public struct Code: Sendable, Hashable {
        fileprivate let text: String

        /// No job was ready and nobody slept, yet the body had not ended: something waits for ever.
        public static let stalled = Code(
            text: """
                stalled: no job is ready and nobody sleeps, yet the body has not ended. Look for a continuation that \
                nobody resumes, for work that left the seeded executor (an unstructured Task, the main actor, \
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

    /// Why the simulation was given up.
    public let code: Code

    /// The seed to run again.
    public let seed: UInt64

    /// The virtual time at which it was given up.
    public let time: Duration

    /// The number of jobs run until then.
    public let steps: Int

    /// One sentence for people: seed, time, reason, and what to do.
    public var description: String {
        "Seed \(seed), virtual time \(time), after \(steps) jobs: the simulation \(code.text)."
    }
}

extension SimulationError: LocalizedError {
    /// Seed, time, reason, and what to do: what `localizedDescription` says.
    public var errorDescription: String? { description }
}
