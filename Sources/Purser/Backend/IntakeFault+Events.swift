extension PaymentEnding {
    var fault: IntakeFault? {
        IntakeFault.of(identifier: productID, "product identifier")
            ?? failedTransactionID.flatMap { IntakeFault.of(identifier: $0, "transaction identifier") }
    }
}

extension PromotedPurchase {
    var fault: IntakeFault? {
        IntakeFault.of(identifier: id, "identifier of the promoted purchase")
            ?? IntakeFault.of(identifier: productID, "product identifier")
            ?? IntakeFault.of(options: options)
    }
}

extension IntakeFault {
    /// The first fault of a purchase's options; `nil` when there is none.
    package static func of(options: Set<PurchaseOption>) -> IntakeFault? {
        let bytes = options.reduce(0) { $0 + $1.byteCount }
        guard bytes <= PaymentRequest.maximumOptionBytes else {
            return IntakeFault(
                "the options have \(bytes) bytes; at most \(PaymentRequest.maximumOptionBytes) are allowed")
        }
        for option in options {
            guard case .custom(_, .double(let number)) = option.value, !number.isFinite else { continue }
            return IntakeFault("\(option.subject) is \(number); only finite numbers are allowed")
        }
        return nil
    }

    func report(of event: BackendEvent) -> RejectedReport {
        let (kind, id, productID): (RejectedReport.Kind, String, String?) =
            switch event {
            case .transaction(let reported): (.transaction, reported.transaction.id, reported.transaction.productID)
            case .paymentEnded(let ending):
                (.paymentEnding, ending.token?.description ?? ending.productID, ending.productID)
            case .promotedPurchase(let purchase): (.promotedPurchase, purchase.id, purchase.productID)
            case .renewalInfo(let reported):
                (.renewalInfo, reported.renewalInfo.originalTransactionID, reported.renewalInfo.currentProductID)
            case .subscriptionStatus(let status): (.notice, status.transactionID, nil)
            case .entitlementsRevoked, .storefrontChanged, .message, .restoreEnded, .caughtUp: (.notice, "", nil)
            }
        return RejectedReport(
            kind, id: id, productID: productID, reason: .outOfLimits,
            message:
                "A report of the backend exceeds the limits: \(description). It was dropped; report this to the "
                + "backend's maker.")
    }
}

extension StoreSubscriptionStatus {
    var fault: IntakeFault? {
        IntakeFault.of(identifier: transactionID, "transaction identifier")
            ?? IntakeFault.of(subscriptionGroupID, "group identifier", limit: IntakeLimits.identifierBytes)
    }
}

extension StoreStorefront {
    var fault: IntakeFault? {
        IntakeFault.of(countryCode, "country") ?? IntakeFault.of(currencyCode, "currency")
            ?? IntakeFault.of(id, "storefront identifier", limit: IntakeLimits.identifierBytes)
    }
}
