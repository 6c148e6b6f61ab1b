import PurserSimulator
import PurserTesting

@testable import Purser

/// Runs many seeds and sorts what they violate by promise: for mutations, and for looking around.
struct Survey {
    /// For each promise: the seeds that violate it, lowest first, each with its words.
    private(set) var found: [String: [(seed: UInt64, words: String)]] = [:]

    /// Runs seeds until `promise` is violated, or all of them without one.
    ///
    /// A run that does not end counts as a violation of C1.
    init(
        seeds: ClosedRange<UInt64>, until promise: String? = nil,
        scenario: (UInt64) -> Scenario = { Scenario(seed: $0) },
        _ change: (inout Scenario) -> Void = { _ in }
    ) {
        for seed in seeds {
            var scenario = scenario(seed)
            change(&scenario)
            for words in Self.violations(scenario) {
                found[String(words.prefix { $0 != ":" }), default: []].append((seed, words))
            }
            if let promise, found[promise] != nil { return }
        }
    }

    private static func violations(_ scenario: Scenario) -> [String] {
        do {
            return try World.violations(scenario)
        } catch let error as SimulationFailure where error.code == .stalled {
            return ["C1: \(error)"]
        } catch {
            return ["error: \(error)"]
        }
    }
}
