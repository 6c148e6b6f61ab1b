#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension PurchaseFailure: LocalizedError {
    /// The code, the message, and what they are about: what `localizedDescription` says.
    public var errorDescription: String? { description }

    /// The error beneath this one, if there is one.
    public var failureReason: String? { underlying.map { "\($0)" } }
}
