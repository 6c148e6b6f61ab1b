#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A seed under which a test failed, and the reason.
public struct SeedFailure: Error, CustomStringConvertible {
    /// The lowest seed that failed.
    public let seed: UInt64

    /// The error of the body.
    public let underlying: any Error

    /// One sentence for people: the seed, the reason, and how to run just this seed again.
    public var description: String {
        "Seed \(seed) failed: \(underlying) \(advice)"
    }

    fileprivate var advice: String { "Run it alone with \(Seeds.singleVariable)=\(seed)." }
}

extension SeedFailure: LocalizedError {
    /// The seed and the reason, for `localizedDescription`.
    public var errorDescription: String? { "Seed \(seed) failed: \(underlying)" }

    /// How to run just this seed again.
    public var recoverySuggestion: String? { advice }
}
