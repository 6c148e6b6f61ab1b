/// How long a store waits for its external calls: to its backend, and to the app's handlers.
///
/// A call that takes longer is timed out: its caller gets ``PurchaseFailure/Code/limitExceeded``, its place is free for
/// others, and closing the store or switching users does not wait for it. The call is not made a second time while it
/// still runs, and its late result is recorded. A negative limit counts as zero.
public struct CallLimits: Sendable, Hashable {
    /// A call to the backend without the customer: listening, submitting, finishing, fetching products, receipts.
    public var backend: Duration = .seconds(60)
    /// From the submission of a payment to the backend until its answer; the customer decides meanwhile.
    public var payment: Duration = .seconds(900)
    /// A restore, from the request to the backend until its last transaction.
    public var restore: Duration = .seconds(900)
    /// A call that shows something to the customer: redeeming codes, requesting refunds, managing subscriptions.
    public var sheet: Duration = .seconds(900)
    /// One call of the ``TransactionVerifier``.
    public var verifier: Duration = .seconds(60)
    /// One call of the grant handler.
    public var grant: Duration = .seconds(60)
    /// One call of the revoke handler.
    public var revoke: Duration = .seconds(60)
    /// One call of the handler for manual purchases.
    public var manualPurchase: Duration = .seconds(300)
    /// One call of the handler that decides about promoted purchases.
    public var promotedPurchase: Duration = .seconds(900)
    /// One attempt of a content source to fetch a content.
    public var content: Duration = .seconds(3_600)
    /// How much longer closing the store, or switching users, waits for running calls.
    ///
    /// They are cancelled first, so most return immediately.
    public var closing: Duration = .seconds(10)

    /// Makes the default limits: one minute for programs, minutes for people, an hour for downloads.
    public init() {}
}
