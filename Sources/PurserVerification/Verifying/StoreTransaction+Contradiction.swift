#if Verification
    #if canImport(FoundationEssentials)
        import FoundationEssentials
    #else
        import Foundation
    #endif
    import Purser

    extension StoreTransaction {
        /// The first field that differs from the signed form; `nil` when none does.
        ///
        /// Fields that a platform cannot report may be missing, except those that end or revoke a purchase.
        func contradiction(to signed: StoreTransaction) -> String? {
            if !id.hasBytes(of: signed.id) { return "transactionId" }
            if !productID.hasBytes(of: signed.productID) { return "productId" }
            if !originalID.hasBytes(of: signed.originalID) { return "originalTransactionId" }
            if purchasedQuantity != signed.purchasedQuantity { return "quantity" }
            if productType != .unknown, productType != signed.productType { return "type" }
            if !Self.agree(purchaseTime, signed.purchaseTime) { return "purchaseDate" }
            if !Self.agree(expirationTime, signed.expirationTime) { return "expiresDate" }
            if !Self.agree(revocationTime, signed.revocationTime) { return "revocationDate" }
            if isUpgraded != signed.isUpgraded { return "isUpgraded" }
            if let seats, let signedSeats = signed.seats, seats != signedSeats { return "multiSeatInfo" }
            if ownershipType != signed.ownershipType { return "inAppOwnershipType" }
            if environment != .unknown, environment != signed.environment { return "environment" }
            if let subscriptionGroupID, signed.subscriptionGroupID?.hasBytes(of: subscriptionGroupID) != true {
                return "subscriptionGroupIdentifier"
            }
            if let appAccountToken, appAccountToken != signed.appAccountToken { return "appAccountToken" }
            if let appBundleID, signed.appBundleID?.hasBytes(of: appBundleID) != true { return "bundleId" }
            return nil
        }

        /// The first field that differs from the signed form's, of those that either may leave out.
        func contradiction(to signed: TransactionPayload) -> String? {
            let texts: [(key: String, reported: String?, signed: String?)] = [
                ("currency", currencyCode?.uppercased(), signed.currencyCode?.uppercased()),
                ("offerIdentifier", offer?.id, signed.offer?.id),
                ("storefront", storefrontCountryCode, signed.storefrontCountryCode),
                ("storefrontId", storefrontID, signed.storefrontID),
                ("webOrderLineItemId", webOrderLineItemID, signed.webOrderLineItemID),
                ("appTransactionId", appTransactionID, signed.appTransactionID),
            ]
            for text in texts {
                if let reported = text.reported, let signed = text.signed, !reported.hasBytes(of: signed) {
                    return text.key
                }
            }
            if let reported = offer, let signed = signed.offer, reported.type != signed.type { return "offerType" }
            if Self.differ(signedTime, signed.fields.time("signedDate")) { return "signedDate" }
            // A backend without these two fields reports the purchase's own date, and a purchase.
            if originalPurchaseTime != purchaseTime,
                Self.differ(originalPurchaseTime, signed.fields.time("originalPurchaseDate"))
            {
                return "originalPurchaseDate"
            }
            if reason != .purchase, let signed = signed.reason, reason != signed { return "transactionReason" }
            return nil
        }

        private static func differ(_ reported: Timestamp?, _ signed: Timestamp?) -> Bool {
            reported != nil && signed != nil && !agree(reported, signed)
        }

        /// Whether two moments are the same to the millisecond that rounding may change.
        private static func agree(_ reported: Timestamp?, _ signed: Timestamp?) -> Bool {
            guard let reported, let signed else { return reported == nil && signed == nil }
            let (difference, overflow) = reported.milliseconds.subtractingReportingOverflow(signed.milliseconds)
            return !overflow && (-1...1).contains(difference)
        }
    }

    extension String {
        /// Whether it is the same text to the byte; `==` also accepts two spellings of a letter as equal.
        func hasBytes(of other: String) -> Bool { utf8.elementsEqual(other.utf8) }
    }
#endif
