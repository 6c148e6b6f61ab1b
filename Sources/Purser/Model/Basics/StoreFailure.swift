#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// The common shape of the errors of Purser: a code, and a message that says what happened and what to do next.
///
/// One line logs all of them:
/// `if let failure = error as? any StoreFailure { log(failure.code.rawValue, failure.message) }`.
public protocol StoreFailure: LocalizedError, CustomStringConvertible, Sendable {
    /// The codes of this kind of error.
    associatedtype Code: FailureCode
    /// What failed, as a stable name.
    var code: Code { get }
    /// What happened, to what, and what to do next.
    var message: String { get }
    /// The error that caused this one; `nil` when there is none.
    var underlying: (any Error)? { get }
}

extension StoreFailure {
    /// No error caused this one.
    public var underlying: (any Error)? { nil }

    /// The code and the message.
    public var description: String { "\(code.rawValue): \(message)" }

    /// The description, for `localizedDescription`.
    public var errorDescription: String? { description }

    /// The error that caused this one.
    public var failureReason: String? { underlying.map { "\($0)" } }
}

/// A code of a ``StoreFailure``; later versions may add some.
public protocol FailureCode: RawRepresentable, Hashable, Sendable, CustomStringConvertible where RawValue == String {}

extension FailureCode {
    /// The raw value.
    public var description: String { rawValue }
}
