/// The retry policy of each stage.
public struct RetryPolicies: Sendable, Hashable {
    /// Beginning to listen to the backend.
    public var activation: RetryPolicy = .persistent
    /// Submitting payments to the backend, when it has accepted none of them.
    public var payment: RetryPolicy = .default
    /// Restoring purchases.
    public var restore: RetryPolicy = .default
    /// Fetching products.
    public var catalog: RetryPolicy = .default
    /// Refreshing the receipt.
    public var refresh: RetryPolicy = .default
    /// Verifying transactions.
    ///
    /// When its retries are used up, a call that waits for such a transaction throws `.verificationUnavailable`. The
    /// transaction is still verified again: at once when the network comes back, and with pauses that grow from a
    /// minute to an hour.
    public var verification: RetryPolicy = .default
    /// Writing the ledger.
    public var ledger: RetryPolicy = .persistent
    /// The grant handler.
    ///
    /// When its retries are used up, the transaction becomes a dead letter.
    public var grant: RetryPolicy = .default
    /// The bodies of ``PurchaseStore/follow(_:from:_:)``, which process updates.
    ///
    /// When its retries are used up, the update becomes a failed update of this consumer.
    public var follow: RetryPolicy = .default
    /// The revoke handler.
    ///
    /// When its retries are used up, the transaction becomes a dead letter.
    public var revoke: RetryPolicy = .default
    /// Downloading and installing content.
    ///
    /// When its retries are used up, the transaction becomes a dead letter.
    public var download: RetryPolicy = .default
    /// The handler ``PurchaseStore/Configuration/publish``.
    public var publish: RetryPolicy = .persistent
    /// Finishing transactions.
    public var finish: RetryPolicy = .persistent

    /// Makes the default policies.
    public init() {}
}
