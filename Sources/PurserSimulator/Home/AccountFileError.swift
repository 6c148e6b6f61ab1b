#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// Why an account's folder cannot be used.
public struct AccountFileError: Error, Sendable, CustomStringConvertible {
    /// The file or folder.
    public let path: String
    /// What is wrong and what to do next.
    public let message: String
    /// The error beneath this one, if there is one.
    public let underlying: (any Error)?

    init(path: String, message: String, underlying: (any Error)? = nil) {
        self.path = path
        self.message = message
        self.underlying = underlying
    }

    /// The path, the message and the error beneath.
    public var description: String {
        "\(path): \(message)" + (underlying.map { " (\($0))" } ?? "")
    }
}

extension AccountFileError: LocalizedError {
    /// The path and the message: what `localizedDescription` says.
    public var errorDescription: String? { "\(path): \(message)" }

    /// The error beneath this one, if there is one.
    public var failureReason: String? { underlying.map { "\($0)" } }
}
