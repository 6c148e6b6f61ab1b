/// One thing that a backend says.
public enum BackendEvent: Sendable {
    /// A transaction exists, is new, or has changed.
    case transaction(BackendTransaction)
    /// A payment ended, or was put off, without a transaction.
    case paymentEnded(PaymentEnding)
    /// A restore ended; every transaction of it came before this.
    case restoreEnded(RestoreID, BackendError?)
    /// The customer's storefront changed: prices and products may differ.
    case storefrontChanged(StoreStorefront)
    /// The customer began a purchase outside the app.
    case promotedPurchase(PromotedPurchase)
}

/// A transaction as a backend tells it.
public struct BackendTransaction: Sendable {
    /// The transaction.
    public var transaction: StoreTransaction
    /// Why the backend tells it now.
    public var origin: Origin
    /// Whether the store waits for it to be finished.
    public var needsFinish: Bool
    /// What the platform said of its signature.
    public var verification: Verification
    /// The payment that asked for it, where a restore brings it and the backend knows.
    ///
    /// A restore may overtake the answer to a payment that is under way: this gives the transaction its intent.
    public var restoredToken: PaymentToken?

    /// A transaction to tell.
    public init(
        _ transaction: StoreTransaction, origin: Origin, needsFinish: Bool = true,
        verification: Verification = .verified, restoredToken: PaymentToken? = nil
    ) {
        self.restoredToken = restoredToken
        self.transaction = transaction
        self.origin = origin
        self.needsFinish = needsFinish
        self.verification = verification
    }

    /// Why a backend tells a transaction.
    public enum Origin: Sendable, Hashable {
        /// It answers a payment: of this token, or, where the backend echoes none, one for its product.
        case payment(PaymentToken?)
        /// It belongs to a restore.
        case restore(RestoreID)
        /// Anything else: a left-over, a renewal, a revocation, a purchase on another device.
        ///
        /// The token names the payment that once asked for it, where the backend still knows.
        case other(PaymentToken?)
    }

    /// What the platform said of a transaction's signature.
    public enum Verification: Sendable, Hashable {
        /// It is valid.
        case verified
        /// It is not valid, for this reason.
        case unverified(String)
    }
}

/// How a payment ended without a transaction.
public struct PaymentEnding: Sendable {
    /// The payment's token; `nil` where the backend echoes none.
    public var token: PaymentToken?
    /// The product that was to be bought.
    public var productID: String
    /// How it ended.
    public var result: Result
    /// The failed transaction that wants to be finished (StoreKit 1 has such); `nil` when there is none.
    public var failedTransactionID: String?
    /// Whether its payment had an answer before (put off, failed and told again, of an earlier launch).
    ///
    /// Such an ending answers none of the payments that wait; its failed transaction is finished all the same.
    public var isLeftOver: Bool

    /// The end of a payment.
    public init(
        token: PaymentToken?, productID: String, result: Result, failedTransactionID: String? = nil,
        isLeftOver: Bool = false
    ) {
        self.isLeftOver = isLeftOver
        self.token = token
        self.productID = productID
        self.result = result
        self.failedTransactionID = failedTransactionID
    }

    /// How a payment ended.
    public enum Result: Sendable {
        /// Somebody else must decide first (Ask to Buy, the bank): a transaction may come later.
        case pending
        /// The customer cancelled.
        case cancelled
        /// It failed.
        case failed(BackendError)
    }
}
