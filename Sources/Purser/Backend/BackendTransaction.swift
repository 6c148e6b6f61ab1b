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

extension BackendTransaction: CustomStringConvertible {
    /// The transaction, why it is reported, and what is out of the ordinary.
    public var description: String {
        var parts = ["\(transaction)", "\(origin)"]
        if needsFinish == false { parts.append("finished already") }
        if verification != .verified { parts.append("\(verification)") }
        return parts.joined(separator: ", ")
    }
}

extension BackendTransaction.Origin: CustomStringConvertible {
    /// Why a transaction is reported, such as `answers payment 5c1-2`.
    public var description: String {
        switch self {
        case .payment(let token): token.map { "answers payment \($0)" } ?? "answers a payment"
        case .restore(let id): "of restore \(id)"
        case .other(let token): token.map { "unasked, of payment \($0)" } ?? "unasked"
        case .elsewhere: "bought elsewhere"
        }
    }
}

extension BackendTransaction.Verification: CustomStringConvertible {
    /// `verified`, or what it is instead and the reason.
    public var description: String {
        switch self {
        case .verified: "verified"
        case .unverified(let reason): "unverified: \(reason)"
        case .undecided(let reason): "undecided: \(reason)"
        case .outOfLimits(let reason): "out of limits: \(reason)"
        }
    }
}
