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

extension PaymentEnding: CustomStringConvertible {
    /// The end of a payment in one line, such as `payment 5c1-2 of com.example.seeds: pending`.
    public var description: String {
        let payment = token.map { "payment \($0) of \(productID)" } ?? "a payment of \(productID)"
        let failed = failedTransactionID.map { " (failed transaction \($0))" } ?? ""
        return "\(payment): \(result)\(failed)"
    }
}

extension PaymentEnding.Result: CustomStringConvertible {
    /// `pending`, `cancelled`, or `failed` and the error.
    public var description: String {
        switch self {
        case .pending: "pending"
        case .cancelled: "cancelled"
        case .failed(let error): "failed: \(error)"
        }
    }
}

extension BackendProducts: CustomStringConvertible {
    /// How many products, and which identifiers are unknown.
    public var description: String { products.summary(unknown: invalidIDs) }
}

extension FinishRequest: CustomStringConvertible {
    /// Which transaction is to be finished.
    public var description: String { "finish of transaction \(transactionID)" }
}

extension [StoreProduct] {
    /// How many products, and which identifiers are unknown.
    package func summary(unknown: [String]) -> String {
        Wording.count(count, "product") + (unknown.isEmpty ? "" : ", unknown: \(Wording.list(unknown))")
    }
}
