#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension IntakeFault {
    /// A transaction's first violation of the limits; `nil` when there is none.
    package static func of(_ transaction: StoreTransaction) -> IntakeFault? {
        if let fault = of(identifier: transaction.id, "transaction identifier") { return fault }
        if let fault = of(identifier: transaction.productID, "product identifier") { return fault }
        // Nearly always the same text.
        if transaction.originalID != transaction.id,
            let fault = of(identifier: transaction.originalID, "original identifier")
        {
            return fault
        }
        guard (1...IntakeLimits.quantity).contains(transaction.purchasedQuantity) else {
            return IntakeFault(
                "the quantity is \(transaction.purchasedQuantity); 1 to \(IntakeLimits.quantity) are allowed")
        }
        if let fault = of(transaction.jwsRepresentation, "signed form", limit: IntakeLimits.signedFormBytes) {
            return fault
        }
        return inDates(of: transaction) ?? inTexts(of: transaction) ?? inOtherIdentifiers(of: transaction)
            ?? transaction.particularsBox?.particulars.fault
    }

    private static func inDates(of transaction: StoreTransaction) -> IntakeFault? {
        of(transaction.purchaseTime, "purchase date")
            ?? of(transaction.originalPurchaseTime, "original purchase date")
            ?? of(transaction.expirationTime, "expiration date")
            ?? of(transaction.revocationTime, "revocation date")
            ?? of(transaction.signedTime, "signed date")
    }

    private static func inTexts(of transaction: StoreTransaction) -> IntakeFault? {
        of(transaction.productType.rawValue, "product type")
            ?? of(transaction.ownershipType.rawValue, "ownership")
            ?? of(transaction.reason.rawValue, "reason")
            ?? of(transaction.environment.rawValue, "environment")
            ?? of(transaction.currencyCode, "currency")
            ?? of(transaction.storefrontCountryCode, "storefront")
    }

    private static func inOtherIdentifiers(of transaction: StoreTransaction) -> IntakeFault? {
        let limit = IntakeLimits.identifierBytes
        return of(transaction.subscriptionGroupID, "group identifier", limit: limit)
            ?? of(transaction.webOrderLineItemID, "line item", limit: limit)
            ?? of(transaction.storefrontID, "storefront identifier", limit: limit)
            ?? of(transaction.appTransactionID, "app transaction identifier", limit: limit)
            ?? of(transaction.appBundleID, "bundle identifier", limit: limit)
            ?? transaction.offer?.fault
    }
}

extension StoreTransaction.Offer {
    fileprivate var fault: IntakeFault? {
        IntakeFault.of(id, "offer identifier", limit: IntakeLimits.identifierBytes)
            ?? IntakeFault.of(paymentMode?.rawValue, "payment mode")
    }
}

extension TransactionParticulars {
    fileprivate var fault: IntakeFault? {
        faultInNumbers ?? faultInTexts ?? bundle?.fault ?? multiSeatInfo?.fault
            ?? IntakeFault.of(commitmentInfo?.expirationTime, "end of the commitment")
    }

    private var faultInNumbers: IntakeFault? {
        if let part = revocationThousandths, !(0...100_000).contains(part) {
            return IntakeFault("the refunded part is \(Decimal(part) / 1_000) percent; 0 to 100 are allowed")
        }
        if let bytes = deviceVerification?.hash.count, bytes > IntakeLimits.textBytes {
            return IntakeFault(
                "the device's hash has \(bytes) bytes; at most \(IntakeLimits.textBytes) are allowed")
        }
        return nil
    }

    private var faultInTexts: IntakeFault? {
        IntakeFault.of(revocationType?.rawValue, "revocation type")
            ?? IntakeFault.of(billingPlanType?.rawValue, "billing plan")
            ?? IntakeFault.of(additionalTransactionReason?.rawValue, "additional reason")
            ?? IntakeFault.of(
                previousOriginalTransactionID, "earlier original identifier", limit: IntakeLimits.identifierBytes)
            ?? IntakeFault.of(advancedCommerceInfo, "advanced commerce's JSON", limit: IntakeLimits.rawFieldBytes)
            ?? IntakeFault.of(unknownFields, "JSON of unknown fields", limit: IntakeLimits.rawFieldBytes)
    }
}

extension StoreTransaction.Bundle {
    fileprivate var fault: IntakeFault? {
        let limit = IntakeLimits.identifierBytes
        return IntakeFault.of(productID, "bundle's product", limit: limit)
            ?? IntakeFault.of(subscriptionGroupID, "bundle's group", limit: limit)
            ?? IntakeFault.of(transactionID, "bundle's transaction", limit: limit)
            ?? IntakeFault.of(originalTransactionID, "bundle's original transaction", limit: limit)
    }
}
