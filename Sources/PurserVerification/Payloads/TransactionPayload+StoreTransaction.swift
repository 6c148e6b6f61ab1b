public import Purser

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension TransactionPayload {
    /// The transaction that a store records, without its signed form.
    ///
    /// - Throws: ``SignedDataError`` with ``SignedDataError/Code/unreadableField`` when it does not name its identifier, its
    ///   product or its date.
    public func storeTransaction() throws(SignedDataError) -> StoreTransaction {
        StoreTransaction(try storeFields())
    }

    /// Its fields.
    func storeFields() throws(SignedDataError) -> StoreTransaction.Fields {
        let id = try fields.needed("transactionId", transactionID)
        var result = StoreTransaction.Fields(
            id: id, productID: try fields.needed("productId", productID), productType: productType ?? .unknown,
            purchasedQuantity: quantity ?? 1,
            purchaseTime: try fields.needed("purchaseDate", fields.time("purchaseDate")))
        result.originalID = originalTransactionID ?? id
        result.originalPurchaseTime = fields.time("originalPurchaseDate") ?? result.purchaseTime
        result.expirationTime = fields.time("expiresDate")
        result.signedTime = fields.time("signedDate")
        result.isUpgraded = isUpgraded ?? false
        result.ownershipType = ownershipType ?? .purchased
        result.subscriptionGroupID = subscriptionGroupID
        result.appAccountToken = appAccountToken
        result.offer = offer
        result.reason = reason ?? .purchase
        result.environment = environment ?? .production
        result.webOrderLineItemID = webOrderLineItemID
        result.appTransactionID = appTransactionID
        result.appBundleID = bundleID
        setSale(of: &result)
        setParticulars(of: &result)
        return result
    }

    private func setSale(of result: inout StoreTransaction.Fields) {
        result.price = price
        result.currencyCode = currencyCode
        result.storefrontCountryCode = storefrontCountryCode
        result.storefrontID = storefrontID
    }

    private func setParticulars(of result: inout StoreTransaction.Fields) {
        result.revocationTime = fields.time("revocationDate")
        result.revocationReason = revocationReason
        var particulars = StoreTransaction.Particulars()
        particulars.revocationType = revocationType
        particulars.revocationThousandths = revocationThousandths
        particulars.billingPlanType = billingPlanType
        particulars.commitmentInfo = commitmentInfo
        particulars.bundle = bundle
        particulars.previousOriginalTransactionID = previousOriginalTransactionID
        particulars.advancedCommerceInfo = advancedCommerceInfo
        particulars.deviceVerification = deviceVerification
        particulars.unknownFields = unknownFields
        result.particulars = particulars
    }
}

extension SignedFields {
    /// The value of a field without which nothing can be made.
    func needed<Value>(_ key: String, _ value: Value?) throws(SignedDataError) -> Value {
        if let value { return value }
        let state = members[key] == nil ? "is missing" : "has a type that this version does not know"
        throw SignedDataError(
            .unreadableField, .form, "The field \(key) \(state). Keep the signed form, and judge it by a newer version."
        )
    }
}
