/// An event that a backend reports.
public enum BackendEvent: Sendable, CustomStringConvertible {
    /// A transaction exists, is new, or has changed.
    case transaction(BackendTransaction)
    /// A payment ended, or became pending, without a transaction.
    // Indirect: it is large, and each event has room for the largest case.
    indirect case paymentEnded(PaymentEnding)
    /// A restore ended; every transaction of it came before this.
    case restoreEnded(RestoreID, BackendFailure?)
    /// The customer's storefront changed: prices and products may differ.
    case storefrontChanged(StoreStorefront)
    /// The customer began a purchase outside the app.
    case promotedPurchase(PromotedPurchase)
    /// The renewal of a subscription.
    // Indirect, because it is large and rare, and each event would otherwise need memory for it.
    indirect case renewalInfo(BackendRenewalInfo)
    /// The state of a subscription; its transaction is a separate event.
    case subscriptionStatus(StoreSubscriptionStatus)
    /// These products were revoked, and the platform does not report their transactions (StoreKit 1).
    ///
    /// Every recorded transaction that still grants one of them, except consumables, is then revoked as of now, without
    /// a reason. A backend that has the transactions reports those instead.
    case entitlementsRevoked(productIDs: [String])
    /// The App Store has a message for the customer.
    case message(StoreMessage)
    /// All reports that were due at the activation, or at the call to redeliver, have been made.
    ///
    /// From then on the customer's owned products are known. The store adds this event when ``StoreBackend/activate()``
    /// or ``StoreBackend/redeliver()`` has returned, so a backend need not. A backend reports it when all reports are
    /// complete earlier, or when it has reported everything again by itself, for example after a lost connection. It
    /// never reports it while transactions are still to come.
    case caughtUp

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

/// A renewal info as a backend reports it.
public struct BackendRenewalInfo: Sendable {
    /// The renewal info.
    public var renewalInfo: StoreRenewalInfo
    /// The platform's verdict on its signature.
    public var verification: BackendTransaction.Verification

    /// Makes a renewal info to report.
    public init(_ renewalInfo: StoreRenewalInfo, verification: BackendTransaction.Verification = .verified) {
        self.renewalInfo = renewalInfo
        self.verification = verification
    }
}
