#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension BackendError: LocalizedError, CustomStringConvertible {
    /// The code and the message.
    public var description: String { "\(code): \(message)" }

    /// The code and the message: what `localizedDescription` says.
    public var errorDescription: String? { description }

    /// The platform's own error, if there is one.
    public var failureReason: String? { underlying.map { "\($0)" } }
}
