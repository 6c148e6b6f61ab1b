#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension RetryExhausted: LocalizedError {
    /// The stage, the attempts, the last error, and the next step, for `localizedDescription`.
    public var errorDescription: String? { description }

    /// The error of the last attempt.
    public var failureReason: String? { "\(underlying)" }
}
