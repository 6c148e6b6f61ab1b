/// How long a store waits for the calls that leave it: to its backend, and to the app's handlers.
///
/// A call that takes longer is left behind: whoever waits for it gets ``PurchaseFailure/Code/limitExceeded``, its place is given to
/// others, and closing the store or switching users does not wait for it. It goes on, is not made a second time while it
/// runs, and what it still brings is recorded. A negative limit counts as zero.
public struct CallLimits: Sendable, Hashable {
    /// A call to the backend that needs no customer: listening, submitting, finishing, describing products, receipts.
    public var backend: Duration = .seconds(60)
    /// From the moment at which a payment is handed to the backend until its answer: the customer decides meanwhile.
    public var payment: Duration = .seconds(900)
    /// A restore, from the request to the backend until the end of what it brings.
    public var restore: Duration = .seconds(900)
    /// A call that shows something to the customer: redeeming codes, asking for refunds, managing subscriptions.
    public var sheet: Duration = .seconds(900)
    /// One call of the ``TransactionVerifier``.
    public var verifier: Duration = .seconds(60)
    /// One call of the handler that grants.
    public var grant: Duration = .seconds(60)
    /// One call of the handler that takes back what was granted.
    public var revoke: Duration = .seconds(60)
    /// One call of the handler for manual purchases.
    public var manualPurchase: Duration = .seconds(300)
    /// One call of the handler that decides about promoted purchases.
    public var promotedPurchase: Duration = .seconds(900)
    /// One attempt of a content source to fetch a content.
    public var content: Duration = .seconds(3_600)
    /// How much longer closing the store, or switching users, waits for calls that are under way.
    ///
    /// They are cancelled at its beginning, so most return at once.
    public var closing: Duration = .seconds(10)

    /// The limits that fit most apps: a minute for programs, minutes for people, an hour for downloads.
    public init() {}
}
