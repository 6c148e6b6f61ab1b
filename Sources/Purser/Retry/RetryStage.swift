/// A step of the library that is retried: an error names it, and each has its own policy in ``RetryPolicies``.
public struct RetryStage: Sendable, Hashable, CustomStringConvertible {
    /// The name as it appears in messages.
    public let name: String

    /// Makes a stage with a name of its own.
    package init(name: String) { self.name = name }

    /// The name.
    public var description: String { name }

    /// Beginning to listen to the backend.
    public static let activation = RetryStage(name: "activation")
    /// Submitting payments to the backend.
    public static let payment = RetryStage(name: "payment")
    /// Restoring purchases.
    public static let restore = RetryStage(name: "restore")
    /// Writing the ledger.
    public static let ledger = RetryStage(name: "ledger")
    /// Fetching products.
    public static let catalog = RetryStage(name: "catalog")
    /// Refreshing the receipt.
    public static let refresh = RetryStage(name: "refresh")
    /// Verifying transactions.
    public static let verification = RetryStage(name: "verification")
    /// The grant handler.
    public static let grant = RetryStage(name: "grant")
    /// The body of ``PurchaseStore/follow(_:from:_:)``, which processes updates.
    public static let follow = RetryStage(name: "follow")
    /// The revoke handler.
    public static let revoke = RetryStage(name: "revoke")
    /// The handler ``PurchaseStore/Configuration/publish``.
    public static let publish = RetryStage(name: "publish")
    /// Finishing transactions with the backend.
    public static let finish = RetryStage(name: "finish")
    /// Fetching and installing content.
    public static let download = RetryStage(name: "download")
}
