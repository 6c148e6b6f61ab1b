/// The only door outward: the embedded App Store, StoreKit 2, StoreKit 1, or an app's own server.
///
/// Calls ask; answers about money come through ``inbox`` alone, in the backend's order. A purchase has no second
/// path: ``submit(_:)`` returns when the payments have been taken, not when they have been paid.
///
/// A backend is held to the contract suite in `PurserTesting`.
public protocol StoreBackend: Sendable {
    /// What this backend can do; asked once, when a store opens on it.
    var capabilities: BackendCapabilities { get }

    /// Where everything that this backend has to say is put.
    var inbox: BackendInbox { get }

    /// Whether this customer may pay at all; asked often, so it must answer at once.
    var canMakePayments: Bool { get }

    /// Begins to listen: from now on batches are put into the inbox, first of all every unfinished transaction.
    ///
    /// - Throws: ``BackendError`` when the store cannot be reached; it is tried again by the retry policy.
    func activate() async throws

    /// Stops listening; what was not taken from the inbox is told again after the next `activate()`.
    func deactivate() async

    /// Describes products: those it knows, in any order, and the identifiers it does not.
    ///
    /// - Throws: ``BackendError``.
    func products(for ids: [String]) async throws -> BackendProducts

    /// Takes payments in order; each ends later in the inbox, in a transaction or a ``BackendEvent/paymentEnded(_:)``.
    ///
    /// - Throws: ``BackendError`` when none of them was taken. A backend that echoes tokens must also be able to
    ///   take the same token twice and treat it as one payment.
    func submit(_ payments: [PaymentIntent]) async throws

    /// Begins a restore: its transactions come through the inbox and are marked with `id`, and after the last of
    /// them ``BackendEvent/restoreEnded(_:_:)``.
    ///
    /// - Throws: ``BackendError`` when it could not begin.
    func restore(_ id: RestoreID) async throws

    /// Finishes transactions; they are not told again afterwards. Finishing twice is harmless.
    ///
    /// - Returns: the error of each transaction that could not be finished; empty when all were.
    func finish(_ transactionIDs: [String]) async -> [String: BackendError]

    /// Puts every unfinished transaction into the inbox again.
    ///
    /// - Throws: ``BackendError``.
    func redeliver() async throws

    /// The receipt that the device holds, without asking anybody.
    func localReceipt() async -> StoreReceipt?

    /// A fresh receipt from the store.
    ///
    /// - Throws: ``BackendError``.
    func refreshReceipt() async throws -> StoreReceipt

    /// The storefront of the customer, if the store is signed in.
    func storefront() async -> StoreStorefront?

    /// Works until its task is cancelled; the store runs it as a child task from `activate()` to `deactivate()`.
    ///
    /// For backends that must watch a platform's own sequences, or deliver something later. By default it returns at
    /// once, which is no reason for the store to end.
    func run() async
}

extension StoreBackend {
    /// Returns at once: this backend has nothing to do by itself.
    public func run() async {}
}

/// What a backend can do.
public struct BackendCapabilities: Sendable, Hashable {
    /// Whether a transaction carries the token of its payment; if not, payments are matched by product.
    public var echoesPaymentTokens: Bool
    /// How many payments may be under way at once; 1 where each needs a person.
    public var concurrentPayments: Int
    /// How many product identifiers fit into one request.
    public var productRequestLimit: Int

    /// The capabilities of a backend.
    public init(echoesPaymentTokens: Bool = true, concurrentPayments: Int = 1, productRequestLimit: Int = 100) {
        self.echoesPaymentTokens = echoesPaymentTokens
        self.concurrentPayments = max(1, concurrentPayments)
        self.productRequestLimit = max(1, productRequestLimit)
    }
}

/// An answer to a product request.
public struct BackendProducts: Sendable {
    /// The products that the store knows.
    public var products: [StoreProduct]
    /// The identifiers that it does not know.
    public var invalidIDs: [String]

    /// An answer.
    public init(products: [StoreProduct], invalidIDs: [String] = []) {
        self.products = products
        self.invalidIDs = invalidIDs
    }
}

/// Names one restore.
public struct RestoreID: RawRepresentable, Sendable, Hashable {
    /// A number that is unique in one launch.
    public var rawValue: UInt64
    /// A restore by its number.
    public init(rawValue: UInt64) { self.rawValue = rawValue }
}
