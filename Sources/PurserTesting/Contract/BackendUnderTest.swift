public import Purser

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A backend that is held to the contract, and what a check must be able to make happen on its other side.
///
/// Each check gets one that is fresh: a customer who has bought nothing.
public protocol BackendUnderTest: Sendable {
    /// The backend.
    var backend: any StoreBackend { get }

    /// A consumable that is sold.
    var consumableID: String { get }

    /// Another consumable that is sold.
    var otherConsumableID: String { get }

    /// A non-consumable that is sold.
    var nonConsumableID: String { get }

    /// How long to wait for an answer before it counts as missing.
    var patience: Duration { get }

    /// The clock by which to wait.
    var clock: any StoreClock { get }

    /// Lets the next purchase wait for somebody (Ask to Buy).
    func deferNextPurchase() async throws

    /// Lets the customer cancel the next purchase.
    func cancelNextPurchase() async throws

    /// Approves every payment that waits.
    func approvePending() async throws

    /// Takes a transaction back.
    func refund(_ transactionID: String) async throws
}

/// A promise of `StoreBackend` that a backend does not keep.
public struct ContractViolation: Error, Sendable, CustomStringConvertible {
    /// The check that found it.
    public let check: String
    /// What was expected, and what happened.
    public let message: String

    /// The check and what it found.
    public var description: String { "\(check): \(message)" }
}

extension ContractViolation: LocalizedError {
    /// The check and what it found: what `localizedDescription` says.
    public var errorDescription: String? { description }
}
