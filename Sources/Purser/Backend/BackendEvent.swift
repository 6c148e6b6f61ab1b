#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// One thing that a backend says.
public enum BackendEvent: Sendable {
    /// A transaction exists, is new, or has changed.
    case transaction(BackendTransaction)
    /// A payment ended, or was put off, without a transaction.
    // Apart from the event: it is large, and each event has room for the largest.
    indirect case paymentEnded(PaymentEnding)
    /// A restore ended; every transaction of it came before this.
    case restoreEnded(RestoreID, BackendError?)
    /// The customer's storefront changed: prices and products may differ.
    case storefrontChanged(StoreStorefront)
    /// The customer began a purchase outside the app.
    case promotedPurchase(PromotedPurchase)
    /// How a subscription goes on.
    // Indirect, because it is large and rare, and each event would otherwise need memory for it.
    indirect case renewalInfo(BackendRenewalInfo)
    /// Where a subscription stands; its transaction is an event of its own.
    case subscriptionStatus(StoreSubscriptionStatus)
    /// These products were taken back, and the platform does not say by which transactions they were given (StoreKit 1).
    ///
    /// Every transaction on record that still gives one of them, consumables apart, is then revoked as of now, without a
    /// reason. A backend that knows the transactions reports those instead.
    case entitlementsRevoked(productIDs: [String])
    /// The store has something to show to the customer.
    case message(StoreMessage)
    /// Everything that was to be reported when the backend was activated, or asked to redeliver, was put in before this.
    ///
    /// What the customer owns counts as known from then on. The store puts this event in when ``StoreBackend/activate()`` or
    /// ``StoreBackend/redeliver()`` has returned, so a backend need not. A backend puts it in where it knows this earlier, or
    /// has reported everything anew by itself, such as after a lost connection; never while transactions are still to come.
    case caughtUp
}

/// A renewal info as a backend reports it.
public struct BackendRenewalInfo: Sendable {
    /// The renewal info.
    public var renewalInfo: StoreRenewalInfo
    /// What the platform said of its signature.
    public var verification: BackendTransaction.Verification

    /// A renewal info to report.
    public init(_ renewalInfo: StoreRenewalInfo, verification: BackendTransaction.Verification = .verified) {
        self.renewalInfo = renewalInfo
        self.verification = verification
    }
}

/// A transaction as a backend reports it.
public struct BackendTransaction: Sendable {
    /// The transaction.
    public var transaction: StoreTransaction
    /// Why the backend reports it now.
    public var origin: Origin
    /// Whether the store waits for it to be finished; `nil` where the platform does not say.
    ///
    /// Then it is finished unless the ledger says that it was, in this state: finishing twice is harmless.
    public var needsFinish: Bool?
    /// What the platform said of its signature.
    public var verification: Verification
    /// The payment that asked for it, where a restore brings it and the backend knows.
    ///
    /// A restore may overtake the answer to a payment that is under way: this gives the transaction its intent.
    public var restoredToken: PaymentToken?

    /// The number of the arrival that reported it first, where it was held back and comes again; counted from 1.
    package var arrival: UInt64?

    /// A transaction to report.
    public init(
        _ transaction: StoreTransaction, origin: Origin, needsFinish: Bool? = true,
        verification: Verification = .verified, restoredToken: PaymentToken? = nil
    ) {
        self.restoredToken = restoredToken
        self.transaction = transaction
        self.origin = origin
        self.needsFinish = needsFinish
        self.verification = verification
    }

    /// Why a backend reports a transaction, as far as the platform says.
    ///
    /// It is said transaction by transaction: what a platform's purchase call returns may name its payment, and what the
    /// same platform reports otherwise may not. A backend passes on what the platform says, and leaves matching to Purser.
    public enum Origin: Sendable, Hashable {
        /// It answers the payment of this token; `nil` when it may answer one, but the platform does not say which.
        ///
        /// One that names none answers the oldest payment that fits by product, quantity and account, and that the backend
        /// was given before it reported the transaction first.
        case payment(PaymentToken?)
        /// It belongs to a restore.
        case restore(RestoreID)
        /// It answers nobody who waits: a left-over, an approval, a renewal, a revocation.
        ///
        /// The token names the payment that once asked for it; `nil` when the platform does not say. A purchase that names
        /// none joins a payment that ended without a transaction, if one fits.
        case other(PaymentToken?)
        /// No payment of this app on this device asked for it: it was bought on another device, or outside the app.
        case elsewhere
    }

    /// What the platform said of a transaction's signature.
    public enum Verification: Sendable, Hashable {
        /// It is valid.
        case verified
        /// It is not valid, for this reason.
        case unverified(String)
        /// The platform could not check it now, for this reason; it is told again when that is worth while.
        case undecided(String)
        /// It does not keep the limits of what is taken in (``EntranceLimits``), for this reason, and was set aside.
        case outOfLimits(String)
    }
}

/// How a payment ended without a transaction.
public struct PaymentEnding: Sendable {
    /// The payment's token; `nil` when the platform does not say: then it is the oldest one under way for the product.
    public var token: PaymentToken?
    /// The product that was to be bought.
    public var productID: String
    /// How many were to be bought; `nil` when the platform does not say.
    ///
    /// Where no token is named, this and the account tell which of the payments under way for the product has ended.
    public var quantity: Int?
    /// The account token of the payment; `nil` when it had none, or the platform does not say.
    public var appAccountToken: UUID?
    /// How it ended.
    public var result: Result
    /// The failed transaction that wants to be finished (StoreKit 1 has such); `nil` when there is none.
    public var failedTransactionID: String?
    /// Whether its payment had an answer before: it was put off, or it is a failure of an earlier launch reported again.
    ///
    /// Such an ending answers none of the payments that wait; its failed transaction is finished all the same.
    public var isLeftOver: Bool

    /// The end of a payment.
    public init(
        token: PaymentToken?, productID: String, result: Result, failedTransactionID: String? = nil,
        isLeftOver: Bool = false, quantity: Int? = nil, appAccountToken: UUID? = nil
    ) {
        self.quantity = quantity
        self.appAccountToken = appAccountToken
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
