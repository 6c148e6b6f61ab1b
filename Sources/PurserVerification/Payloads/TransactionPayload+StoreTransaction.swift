public import Purser
import PurserFormats

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension TransactionPayload {
    /// The transaction as a `StoreTransaction`, without its signed form.
    ///
    /// - Throws: ``SignedDataFailure`` with ``SignedDataFailure/Code/unreadableField`` when the identifier, the product or the purchase
    ///   date is missing, and when one of these has an unknown type: the original identifier, the quantity, the expiration, the
    ///   revocation, the ownership, or whether it was upgraded.
    public func storeTransaction() throws(SignedDataFailure) -> StoreTransaction {
        StoreTransaction(try storeFields())
    }

    /// The fields that a store requires, or must not guess; a verifier checks them too, so that verified data can be
    /// recorded.
    func decidingFields(_ check: SignedDataCheck) throws(SignedDataFailure) -> StoreTransaction.Fields {
        let id = try fields.needed("transactionId", transactionID, check)
        var result = StoreTransaction.Fields(
            id: id, productID: try fields.needed("productId", productID, check), productType: productType ?? .unknown,
            purchasedQuantity: try fields.known("quantity", quantity, check) ?? 1,
            purchaseTime: try fields.needed("purchaseDate", fields.time("purchaseDate"), check))
        result.originalID = try fields.known("originalTransactionId", originalTransactionID, check) ?? id
        result.expirationTime = try fields.known("expiresDate", fields.time("expiresDate"), check)
        result.isUpgraded = try fields.known("isUpgraded", isUpgraded, check) ?? false
        result.ownershipType = try fields.known("inAppOwnershipType", ownershipType, check) ?? .purchased
        result.revocationTime = try fields.known("revocationDate", fields.time("revocationDate"), check)
        return result
    }

    /// Its fields.
    func storeFields() throws(SignedDataFailure) -> StoreTransaction.Fields {
        var result = try decidingFields(.form)
        result.originalPurchaseTime = fields.time("originalPurchaseDate") ?? result.purchaseTime
        result.signedTime = fields.time("signedDate")
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
        result.revocationReason = revocationReason
        var particulars = TransactionParticulars()
        particulars.revocationType = revocationType
        particulars.revocationThousandths = revocationThousandths
        particulars.billingPlanType = billingPlanType
        particulars.commitmentInfo = commitmentInfo
        particulars.bundle = bundle
        particulars.previousOriginalTransactionID = previousOriginalTransactionID
        particulars.advancedCommerceInfo = advancedCommerceInfo
        particulars.deviceVerification = deviceVerification
        particulars.unknownFields = unknownFields
        particulars.multiSeatInfo = multiSeatInfo
        particulars.additionalTransactionReason = additionalTransactionReason
        result.particulars = particulars
    }
}

extension SignedFields {
    /// The value of a required field.
    func needed<Value>(
        _ key: String, _ value: Value?, _ check: SignedDataCheck = .form
    ) throws(SignedDataFailure) -> Value {
        if let value { return value }
        throw unreadable(
            key, members[key] == nil ? "is missing" : "has a type that this version does not support", check)
    }

    /// The value of a field that may be missing, but must not have another type: a default in its place would be a
    /// guess.
    @discardableResult
    func known<Value>(
        _ key: String, _ value: Value?, _ check: SignedDataCheck = .form
    ) throws(SignedDataFailure) -> Value? {
        guard value == nil, members[key] ?? .null != .null else { return value }
        throw unreadable(key, "is too large or has a type that this version does not support", check)
    }

    private func unreadable(_ key: String, _ state: String, _ check: SignedDataCheck) -> SignedDataFailure {
        SignedDataFailure(
            .unreadableField, check,
            "The field \(key) \(state). Keep the signed form, and verify it with a newer version."
        )
    }
}
