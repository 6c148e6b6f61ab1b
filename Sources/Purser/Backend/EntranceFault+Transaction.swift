#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension StoreTransaction {
    /// What does not keep the limits; `nil` when everything does.
    package var fault: EntranceFault? {
        if let fault = EntranceFault.of(identifier: id, "transaction identifier") { return fault }
        if let fault = EntranceFault.of(identifier: productID, "product identifier") { return fault }
        // Nearly always the same text.
        if originalID != id, let fault = EntranceFault.of(identifier: originalID, "original identifier") {
            return fault
        }
        guard (1...EntranceLimits.quantity).contains(purchasedQuantity) else {
            return EntranceFault("the quantity is \(purchasedQuantity); 1 to \(EntranceLimits.quantity) are taken")
        }
        if let fault = EntranceFault.of(
            jwsRepresentation, "signed form", limit: EntranceLimits.signedFormBytes)
        {
            return fault
        }
        return faultInDates ?? faultInTexts ?? faultInOtherIdentifiers ?? particularsBox?.particulars.fault
    }

    private var faultInDates: EntranceFault? {
        EntranceFault.of(purchaseTime, "purchase date")
            ?? EntranceFault.of(originalPurchaseTime, "original purchase date")
            ?? EntranceFault.of(expirationTime, "expiration date")
            ?? EntranceFault.of(revocationTime, "revocation date")
            ?? EntranceFault.of(signedTime, "signed date")
    }

    private var faultInTexts: EntranceFault? {
        EntranceFault.of(productType.rawValue, "product type")
            ?? EntranceFault.of(ownershipType.rawValue, "ownership")
            ?? EntranceFault.of(reason.rawValue, "reason")
            ?? EntranceFault.of(environment.rawValue, "environment")
            ?? EntranceFault.of(currencyCode, "currency")
            ?? EntranceFault.of(storefrontCountryCode, "storefront")
    }

    private var faultInOtherIdentifiers: EntranceFault? {
        let limit = EntranceLimits.identifierBytes
        return EntranceFault.of(subscriptionGroupID, "group identifier", limit: limit)
            ?? EntranceFault.of(webOrderLineItemID, "line item", limit: limit)
            ?? EntranceFault.of(storefrontID, "storefront identifier", limit: limit)
            ?? EntranceFault.of(appTransactionID, "app transaction identifier", limit: limit)
            ?? EntranceFault.of(appBundleID, "bundle identifier", limit: limit)
            ?? offer?.fault
    }
}

extension StoreTransaction.Offer {
    fileprivate var fault: EntranceFault? {
        EntranceFault.of(id, "offer identifier", limit: EntranceLimits.identifierBytes)
            ?? EntranceFault.of(paymentMode?.rawValue, "payment mode")
    }
}

extension StoreTransaction.Particulars {
    fileprivate var fault: EntranceFault? {
        faultInNumbers ?? faultInTexts ?? bundle?.fault ?? multiSeatInfo?.fault
            ?? EntranceFault.of(commitmentInfo?.expirationTime, "end of the commitment")
    }

    private var faultInNumbers: EntranceFault? {
        if let part = revocationThousandths, !(0...100_000).contains(part) {
            return EntranceFault("the refunded part is \(Decimal(part) / 1_000) percent; 0 to 100 are taken")
        }
        if let bytes = deviceVerification?.hash.count, bytes > EntranceLimits.textBytes {
            return EntranceFault("the device's hash has \(bytes) bytes; at most \(EntranceLimits.textBytes) are taken")
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
