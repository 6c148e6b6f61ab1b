#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// The service that a store sells through: the embedded App Store, StoreKit 2, StoreKit 1, or an app's own server.
///
/// All transactions come through ``inbox``, in the backend's order, and are never returned by a call: ``submit(_:)``
/// returns when the payments have been accepted, not when they have been paid.
///
/// The contract suite in `PurserTesting` tests a backend.
public protocol StoreBackend: Sendable {
    /// The capabilities of this backend; read once, when a store opens on it.
    var capabilities: BackendCapabilities { get }

    /// Receives everything that this backend reports.
    var inbox: BackendInbox { get }

    /// Whether this customer may pay at all; read often, so it must return at once.
    var canMakePayments: Bool { get }

    /// Begins to listen: from now on batches are put into the inbox, beginning with every unfinished transaction.
    ///
    /// - Throws: ``BackendFailure`` when the service cannot be reached; the retry policy repeats the call.
    func activate() async throws

    /// Stops listening; events that were not read from the inbox are reported again after the next `activate()`.
    func deactivate() async

    /// Fetches products: the known ones, in any order, and the unknown identifiers.
    ///
    /// - Throws: ``BackendFailure``.
    func products(for ids: [String]) async throws -> BackendProducts

    /// Accepts payments in order; each ends later in the inbox, in a transaction or a
    /// ``BackendEvent/paymentEnded(_:)``.
    ///
    /// - Throws: ``BackendFailure`` when none of them was accepted: they may be submitted again. Any other error means that
    ///   this is not known: the purchases throw `outcomeUnknown`. A backend that names payments in its answers must also
    ///   accept the same token twice and treat it as one payment.
    func submit(_ payments: [BackendPayment]) async throws

    /// Begins a restore: its transactions come through the inbox with the origin `id`, and after the last of them
    /// ``BackendEvent/restoreEnded(_:_:)``.
    ///
    /// - Parameters:
    ///   - id: the name of this restore.
    ///   - account: the app's current user, for platforms that use it (StoreKit 1's application username); `nil` when
    ///     the app names none.
    /// - Throws: ``BackendFailure`` when it could not begin.
    func restore(_ id: RestoreID, for account: UUID?) async throws

    /// Finishes transactions; they are not reported again afterwards. Finishing twice is harmless.
    ///
    /// Each request has the recorded state. If the backend's own state has more, such as a refund that was not reported
    /// yet, the transaction stays unfinished and no error is returned for it: the new state is reported at the latest
    /// after the next `activate()`. ``FinishRequest/covers(_:)`` compares the two; a backend that cannot compare
    /// finishes all of them.
    ///
    /// - Returns: the error of each transaction that could not be finished; empty when all were.
    func finish(_ requests: [FinishRequest]) async -> [String: BackendFailure]

    /// Puts every unfinished transaction into the inbox again.
    ///
    /// - Throws: ``BackendFailure``.
    func redeliver() async throws

    /// The receipt on the device, without a request to the App Store; `nil` when there is none.
    func localReceipt() async -> StoreReceipt?

    /// A new receipt from the App Store.
    ///
    /// - Throws: ``BackendFailure``.
    func refreshReceipt() async throws -> StoreReceipt

    /// The customer's storefront; `nil` when no customer is signed in.
    func storefront() async -> StoreStorefront?

    /// The environment in which this backend runs; `nil`, the default, when it does not know it.
    ///
    /// What is owned, counted and granted is then of it only, so transactions and renewal infos name it as well. Opening a
    /// store waits a second for the result; a later one counts, too. If it was `nil`, it is called again after `activate()`.
    func environment() async -> StoreEnvironment?

    /// Lets the customer redeem an offer code; its transaction comes through the inbox.
    ///
    /// Like the other calls of ``BackendCapabilities/optionalCalls``, it throws `.unsupportedPlatform` by default.
    /// - Throws: ``BackendFailure``.
    func redeemCode(in presentation: PurchasePresentation?) async throws

    /// Lets the customer request a refund; the revoked transaction comes through the inbox.
    ///
    /// - Throws: ``BackendFailure``, with `.unknownTransaction` when there is none of this identifier.
    func beginRefundRequest(for transactionID: String, in presentation: PurchasePresentation?) async throws
        -> RefundRequestStatus

    /// Shows the customer their subscriptions, of one group or all.
    ///
    /// - Throws: ``BackendFailure``.
    func showManageSubscriptions(subscriptionGroupID: String?, in presentation: PurchasePresentation?) async throws

    /// The purchase of the app itself; also while no store is open on this backend.
    ///
    /// - Parameter refresh: whether a new one is requested.
    /// - Throws: ``BackendFailure``, with `.verificationFailed` when it is invalid.
    func appTransaction(refresh: Bool) async throws -> StoreAppTransaction

    /// Runs until its task is cancelled; the store runs it as a child task from `activate()` to `deactivate()`.
    ///
    /// For backends that must watch a platform's own sequences, or report something later. By default it returns at
    /// once; the store continues without it.
    func run() async
}

extension StoreBackend {
    /// Finishes transactions by their identifiers, in any state.
    public func finish(_ transactionIDs: [String]) async -> [String: BackendFailure] {
        await finish(transactionIDs.map { FinishRequest($0) })
    }

    /// Returns `nil`: this backend does not know its environment.
    public func environment() async -> StoreEnvironment? { nil }

    /// Returns at once: this backend has no work of its own.
    public func run() async {}
}
