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

extension BackendEvent: CustomStringConvertible {
    /// The event in one line, such as `restore 2 ended`.
    public var description: String {
        switch self {
        case .transaction(let transaction): "\(transaction)"
        case .paymentEnded(let ending): "\(ending)"
        case .restoreEnded(let id, let error): error.map { "restore \(id) failed: \($0)" } ?? "restore \(id) ended"
        case .storefrontChanged(let storefront): "storefront changed to \(storefront)"
        case .promotedPurchase(let purchase): "\(purchase)"
        case .renewalInfo(let info):
            "renewal info of transaction \(info.renewalInfo.originalTransactionID), \(info.verification)"
        case .subscriptionStatus(let status): "status of a subscription: \(status.state.rawValue)"
        case .entitlementsRevoked(let products): "revoked: \(Wording.list(products))"
        case .message(let message): "message: \(message.reason.rawValue)"
        case .caughtUp: "caught up"
        }
    }
}
