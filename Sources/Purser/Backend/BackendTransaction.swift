/// A transaction as a backend reports it.
public struct BackendTransaction: Sendable, CustomStringConvertible {
    /// The transaction.
    public var transaction: StoreTransaction
    /// The reason for this report.
    public var origin: Origin
    /// Whether the platform waits for its finish; `nil` when the platform does not report it.
    ///
    /// With `nil` it is finished unless the ledger has recorded its finish in this state: finishing twice is harmless.
    public var needsFinish: Bool?
    /// The platform's verdict on its signature.
    public var verification: Verification
    /// The payment of a restored transaction, if the backend knows it.
    ///
    /// A restore may report a transaction before the answer to its running payment: this token connects the transaction
    /// to the payment.
    public var restoredToken: PaymentToken?

    /// The number of the arrival that reported it first, if it was held back and comes again; counted from 1.
    package var arrival: UInt64?

    /// Makes a transaction to report.
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

    /// The reason why a backend reports a transaction, as far as the platform reports it.
    ///
    /// It is set for each transaction: the result of a platform's purchase call may name its payment, and other reports
    /// of the same platform may not. A backend passes on what the platform reports; Purser matches transactions and
    /// payments.
    public enum Origin: Sendable, Hashable, CustomStringConvertible {
        /// It answers the payment of this token; `nil` when it may answer a payment that the platform does not name.
        ///
        /// Without a token it answers the oldest payment that fits by product, quantity and account, and that was
        /// submitted before the transaction was first reported.
        case payment(PaymentToken?)
        /// It belongs to a restore.
        case restore(RestoreID)
        /// It answers no waiting payment: an unfinished transaction, an approval, a renewal, or a revocation.
        ///
        /// A renewal has no payment of its own: its origin is `other(nil)`, also if the subscription was bought on
        /// another device.
        ///
        /// The token names its earlier payment; `nil` when the platform does not report it. A purchase without a token
        /// is assigned to a payment that ended without a transaction, if one fits.
        case other(PaymentToken?)
        /// It has no payment of this app on this device: it was bought on another device, or outside the app.
        ///
        /// For a renewal this has the same effect as `other(nil)`.
        case elsewhere

        /// Why a transaction is reported, such as `answers payment 5c1-2`.
        public var description: String {
            switch self {
            case .payment(let token): token.map { "answers payment \($0)" } ?? "answers a payment"
            case .restore(let id): "of restore \(id)"
            case .other(let token): token.map { "other, of payment \($0)" } ?? "other"
            case .elsewhere: "bought elsewhere"
            }
        }
    }

    /// The platform's verdict on a transaction's signature.
    public enum Verification: Sendable, Hashable, CustomStringConvertible {
        /// It is valid.
        case verified
        /// It is invalid, for this reason.
        case invalid(String)
        /// The platform could not verify it now, for this reason; it is reported again when another attempt may
        /// succeed.
        case undetermined(String)
        /// It is outside the limits of the intake (``IntakeLimits``), for this reason, and was rejected.
        case outOfLimits(String)

        /// `verified`, or the other verdict and its reason.
        public var description: String {
            switch self {
            case .verified: "verified"
            case .invalid(let reason): "invalid: \(reason)"
            case .undetermined(let reason): "undetermined: \(reason)"
            case .outOfLimits(let reason): "out of limits: \(reason)"
            }
        }
    }

    /// The transaction, why it is reported, and its unusual properties.
    public var description: String {
        var parts = ["\(transaction)", "\(origin)"]
        if needsFinish == false { parts.append("finished already") }
        if verification != .verified { parts.append("\(verification)") }
        return parts.joined(separator: ", ")
    }
}
