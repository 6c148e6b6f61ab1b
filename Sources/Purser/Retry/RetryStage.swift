/// The part of a purchase that is tried: an error names it, and each has its own policy in ``RetryPolicies``.
public struct RetryStage: Sendable, Hashable, CustomStringConvertible {
    /// The name as it appears in messages.
    public let name: String

    /// A stage with a name of its own.
    public init(name: String) {
        self.name = name
    }

    /// The name.
    public var description: String { name }

    /// Beginning to listen to the store.
    public static let activation = RetryStage(name: "activation")
    /// Handing payments to the store.
    public static let payment = RetryStage(name: "payment")
    /// Restoring purchases.
    public static let restore = RetryStage(name: "restore")
    /// Writing the ledger.
    public static let ledger = RetryStage(name: "ledger")
    /// Fetching products.
    public static let catalog = RetryStage(name: "catalog")
    /// Refreshing the receipt.
    public static let refresh = RetryStage(name: "refresh")
    /// Checking that a transaction is genuine.
    public static let verification = RetryStage(name: "verification")
    /// The app's handler that hands over the goods.
    public static let grant = RetryStage(name: "grant")
    /// The body of ``PurchaseStore/follow(_:from:_:)``, which deals with updates.
    public static let follow = RetryStage(name: "follow")
    /// The app's handler that takes back what was granted.
    public static let revoke = RetryStage(name: "revoke")
    /// Telling the store that a transaction has been dealt with.
    public static let finish = RetryStage(name: "finish")
    /// Fetching and installing content.
    public static let download = RetryStage(name: "download")
}
