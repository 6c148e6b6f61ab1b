/// The retry policy of each stage.
public struct RetryPolicies: Sendable, Hashable {
    /// Beginning to listen to the store.
    public var activation: RetryPolicy = .persistent
    /// Handing payments to the store, when the store says that it took none of them.
    public var payment: RetryPolicy = .default
    /// Restoring purchases.
    public var restore: RetryPolicy = .default
    /// Fetching products.
    public var catalog: RetryPolicy = .default
    /// Refreshing the receipt.
    public var refresh: RetryPolicy = .default
    /// Checking that transactions are genuine.
    ///
    /// When its retries are used up, whoever waits for such a transaction is told `.verificationUnavailable`. It is judged
    /// again all the same: at once when the network comes back, and with pauses that grow from a minute to an hour.
    public var verification: RetryPolicy = .default
    /// Writing the ledger.
    public var ledger: RetryPolicy = .persistent
    /// The app's handler that hands over the goods.
    ///
    /// When its retries are used up, the transaction is set aside.
    public var grant: RetryPolicy = .default
    /// The bodies of ``PurchaseStore/follow(_:from:_:)``, which deal with updates.
    ///
    /// When its retries are used up, the update is set aside for this reader.
    public var follow: RetryPolicy = .default
    /// The app's handler that takes back what was granted.
    ///
    /// When its retries are used up, the transaction is set aside.
    public var revoke: RetryPolicy = .default
    /// Downloading and installing content.
    ///
    /// When its retries are used up, the transaction is set aside.
    public var download: RetryPolicy = .default
    /// Finishing transactions.
    public var finish: RetryPolicy = .persistent

    /// The default policies.
    public init() {}
}
