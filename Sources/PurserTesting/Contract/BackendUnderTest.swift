public import Purser

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A backend under test, and the events that a check must be able to cause on its other side.
///
/// Each check gets a new one: a customer who has bought nothing.
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

    /// Makes the next purchase wait for an approval (Ask to Buy).
    func deferNextPurchase() async throws

    /// Makes the customer cancel the next purchase.
    func cancelNextPurchase() async throws

    /// Approves every payment that waits.
    func approvePending() async throws

    /// Refunds a transaction.
    func refund(_ transactionID: String) async throws

    /// Whether transactions carry the account token of their payment; by default they do.
    var returnsAppAccountToken: Bool { get }

    /// How the platform reports that a purchase was revoked; by default by its transaction.
    var refundReport: RefundReport { get }

    /// Makes the next purchase fail.
    ///
    /// - Returns: false when that cannot be caused, as by default; the check that needs it is then skipped.
    func failNextPurchase() async throws -> Bool

    /// Makes the signatures of transactions invalid from now on.
    ///
    /// - Returns: false when that cannot be caused, as by default; the check that needs it is then skipped.
    func forgeTransactions() async throws -> Bool

    /// Makes the customer begin a purchase outside the app.
    ///
    /// - Returns: false when that cannot be caused, as by default; the check that needs it is then skipped.
    func promote(_ productID: String) async throws -> Bool

    /// Moves the customer to another storefront.
    ///
    /// - Returns: the new storefront; `nil` when that cannot be made to happen, and the check that needs it is skipped,
    ///   as by default.
    func changeStorefront() async throws -> StoreStorefront?
}

extension BackendUnderTest {
    /// True: transactions have the account token of their payment.
    public var returnsAppAccountToken: Bool { true }

    /// A refund is reported by its transaction.
    public var refundReport: RefundReport { .transaction }

    /// False: it cannot be caused.
    public func failNextPurchase() async throws -> Bool { false }

    /// False: it cannot be caused.
    public func forgeTransactions() async throws -> Bool { false }

    /// False: it cannot be caused.
    public func promote(_ productID: String) async throws -> Bool { false }

    /// `nil`: it cannot be caused.
    public func changeStorefront() async throws -> StoreStorefront? { nil }
}

/// How a platform reports that a purchase was revoked.
public enum RefundReport: Sendable, Hashable {
    /// The transaction is reported again, with the date of its revocation.
    case transaction
    /// Only the products are named (`BackendEvent.entitlementsRevoked`), as in StoreKit 1.
    case products
}

/// A promise of `StoreBackend` that a backend breaks.
public struct ContractFailure: Error, Sendable, CustomStringConvertible {
    /// The check that found it.
    public let check: String
    /// The expected and the actual behavior.
    public let message: String

    /// The check and the violation.
    public var description: String { "\(check): \(message)" }
}

extension ContractFailure: LocalizedError {
    /// The check and the violation, for `localizedDescription`.
    public var errorDescription: String? { description }
}
