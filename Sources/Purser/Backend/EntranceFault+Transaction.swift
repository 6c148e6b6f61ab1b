#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension EntranceFault {
    /// A transaction's first violation of the limits; `nil` when there is none.
    package static func of(_ transaction: StoreTransaction) -> EntranceFault? {
        if let fault = of(identifier: transaction.id, "transaction identifier") { return fault }
        if let fault = of(identifier: transaction.productID, "product identifier") { return fault }
        // Nearly always the same text.
        if transaction.originalID != transaction.id,
            let fault = of(identifier: transaction.originalID, "original identifier")
        {
            return fault
        }
        guard (1...EntranceLimits.quantity).contains(transaction.purchasedQuantity) else {
            return EntranceFault(
                "the quantity is \(transaction.purchasedQuantity); 1 to \(EntranceLimits.quantity) are allowed")
        }
        if let fault = of(transaction.jwsRepresentation, "signed form", limit: EntranceLimits.signedFormBytes) {
            return fault
        }
        return inDates(of: transaction) ?? inTexts(of: transaction) ?? inOtherIdentifiers(of: transaction)
            ?? transaction.particularsBox?.particulars.fault
    }

    private static func inDates(of transaction: StoreTransaction) -> EntranceFault? {
        of(transaction.purchaseTime, "purchase date")
            ?? of(transaction.originalPurchaseTime, "original purchase date")
            ?? of(transaction.expirationTime, "expiration date")
            ?? of(transaction.revocationTime, "revocation date")
            ?? of(transaction.signedTime, "signed date")
    }

    private static func inTexts(of transaction: StoreTransaction) -> EntranceFault? {
        of(transaction.productType.rawValue, "product type")
            ?? of(transaction.ownershipType.rawValue, "ownership")
            ?? of(transaction.reason.rawValue, "reason")
            ?? of(transaction.environment.rawValue, "environment")
            ?? of(transaction.currencyCode, "currency")
            ?? of(transaction.storefrontCountryCode, "storefront")
    }

    private static func inOtherIdentifiers(of transaction: StoreTransaction) -> EntranceFault? {
        let limit = EntranceLimits.identifierBytes
        return of(transaction.subscriptionGroupID, "group identifier", limit: limit)
            ?? of(transaction.webOrderLineItemID, "line item", limit: limit)
            ?? of(transaction.storefrontID, "storefront identifier", limit: limit)
            ?? of(transaction.appTransactionID, "app transaction identifier", limit: limit)
            ?? of(transaction.appBundleID, "bundle identifier", limit: limit)
            ?? transaction.offer?.fault
    }
}

extension StoreTransaction.Offer {
    fileprivate var fault: EntranceFault? {
        EntranceFault.of(id, "offer identifier", limit: EntranceLimits.identifierBytes)
            ?? EntranceFault.of(paymentMode?.rawValue, "payment mode")
    }
}

extension TransactionParticulars {
    fileprivate var fault: EntranceFault? {
        faultInNumbers ?? faultInTexts ?? bundle?.fault ?? multiSeatInfo?.fault
            ?? EntranceFault.of(commitmentInfo?.expirationTime, "end of the commitment")
    }

    private var faultInNumbers: EntranceFault? {
        if let part = revocationThousandths, !(0...100_000).contains(part) {
            return EntranceFault("the refunded part is \(Decimal(part) / 1_000) percent; 0 to 100 are allowed")
        }
        if let bytes = deviceVerification?.hash.count, bytes > EntranceLimits.textBytes {
            return EntranceFault(
                "the device's hash has \(bytes) bytes; at most \(EntranceLimits.textBytes) are allowed")
        }
        return nil
    }

    private var faultInTexts: EntranceFault? {
        EntranceFault.of(revocationType?.rawValue, "revocation type")
            ?? EntranceFault.of(billingPlanType?.rawValue, "billing plan")
            ?? EntranceFault.of(additionalTransactionReason?.rawValue, "additional reason")
            ?? EntranceFault.of(
                previousOriginalTransactionID, "earlier original identifier", limit: EntranceLimits.identifierBytes)
            ?? EntranceFault.of(advancedCommerceInfo, "advanced commerce's JSON", limit: EntranceLimits.rawFieldBytes)
            ?? EntranceFault.of(unknownFields, "JSON of unknown fields", limit: EntranceLimits.rawFieldBytes)
    }
}

extension StoreTransaction.Bundle {
    fileprivate var fault: EntranceFault? {
        let limit = EntranceLimits.identifierBytes
        return EntranceFault.of(productID, "bundle's product", limit: limit)
            ?? EntranceFault.of(subscriptionGroupID, "bundle's group", limit: limit)
            ?? EntranceFault.of(transactionID, "bundle's transaction", limit: limit)
            ?? EntranceFault.of(originalTransactionID, "bundle's original transaction", limit: limit)
    }
}
