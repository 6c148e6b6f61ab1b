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

    /// Finishes transactions in the states that are on record.
    ///
    /// This is the one that the store calls; by default it hands the identifiers to the other one. A backend that finishes
    /// a state, and not whatever its transaction has become meanwhile, implements this one: where its own state tells
    /// more than the recorded one, such as a refund that is still on its way, it leaves the transaction unfinished and
    /// reports no error, so that the new state is told at the latest after the next `activate()`.
    ///
    /// - Returns: the error of each transaction that could not be finished; empty when all were.
    func finish(_ requests: [FinishRequest]) async -> [String: BackendError]

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

/// A transaction to finish.
public struct FinishRequest: Sendable {
    private enum Subject: Sendable {
        case recorded(StoreTransaction)
        case unrecorded(String)
    }

    private let subject: Subject

    /// Which one.
    public var transactionID: String {
        switch subject {
        case .recorded(let transaction): transaction.id
        case .unrecorded(let id): id
        }
    }

    /// Its state as it is on record; `nil` for one that failed, of which there is no record.
    public var recorded: StoreTransaction? {
        if case .recorded(let transaction) = subject { transaction } else { nil }
    }

    /// Stands for the identifier.
    var fingerprint: Fingerprint {
        switch subject {
        case .recorded(let transaction): transaction.fingerprint
        case .unrecorded(let id): Fingerprint(of: id)
        }
    }

    /// A transaction to finish of which there is no record.
    public init(_ transactionID: String) { subject = .unrecorded(transactionID) }

    /// A transaction to finish, in the state that is on record.
    public init(recorded transaction: StoreTransaction) { subject = .recorded(transaction) }

    /// Whether a state tells nothing that is not on record, so that finishing it loses nothing.
    public func covers(_ state: StoreTransaction) -> Bool { recorded.map { !state.isNews(after: $0) } ?? true }
}

extension StoreBackend {
    /// Finishes whatever has become of them.
    public func finish(_ requests: [FinishRequest]) async -> [String: BackendError] {
        await finish(requests.map(\.transactionID))
    }

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
