#if Verification
    import Purser
    import PurserFormats
    import PurserVerification

    extension StoreTransaction {
        /// The transaction in the App Store's spelling, before it is signed.
        var signedJSON: JSONValue {
            var members = SignedMembers()
            setPurchase(&members)
            setSale(&members)
            setRevocation(&members)
            setParticulars(&members)
            members.add(unknownFields)
            return members.json
        }

        private func setPurchase(_ members: inout SignedMembers) {
            members.text("transactionId", id)
            members.text("originalTransactionId", originalID)
            members.text("previousOriginalTransactionId", previousOriginalTransactionID)
            members.text("webOrderLineItemId", webOrderLineItemID)
            members.text("bundleId", appBundleID)
            members.text("productId", productID)
            members.text("type", productType.rawValue)
            members.text("subscriptionGroupIdentifier", subscriptionGroupID)
            members.number("quantity", purchasedQuantity)
            members.time("purchaseDate", purchaseTime)
            members.time("originalPurchaseDate", originalPurchaseTime)
            members.time("expiresDate", expirationTime)
            members.time("signedDate", signedTime)
            members.uuid("appAccountToken", appAccountToken)
            members.text("inAppOwnershipType", ownershipType.rawValue)
            members.text("transactionReason", reason.rawValue)
            if isUpgraded { members.flag("isUpgraded", true) }
        }

        private func setSale(_ members: inout SignedMembers) {
            members.text("environment", environment.rawValue)
            members.text("storefront", storefrontCountryCode)
            members.text("storefrontId", storefrontID)
            members.price("price", price)
            members.text("currency", currencyCode)
            members.text("appTransactionId", appTransactionID)
            members.offer(offer)
        }

        private func setRevocation(_ members: inout SignedMembers) {
            members.time("revocationDate", revocationTime)
            members.number("revocationReason", revocationReason?.rawValue)
            members.text("revocationType", revocationType?.rawValue)
            members.number("revocationPercentage", revocationThousandths)
        }

        private func setParticulars(_ members: inout SignedMembers) {
            members.text("billingPlanType", billingPlanType?.rawValue)
            members.object("commitmentInfo", commitmentInfo?.signedMembers)
            members.text("bundleProductId", bundle?.productID)
            members.text("bundleSubscriptionGroupIdentifier", bundle?.subscriptionGroupID)
            members.text("bundleTransactionId", bundle?.transactionID)
            members.text("bundleOriginalTransactionId", bundle?.originalTransactionID)
            members.json("advancedCommerceInfo", advancedCommerceInfo)
            members.device(deviceVerification)
            members.object("multiSeatInfo", multiSeatInfo?.signedMembers)
            members.text("additionalTransactionReason", additionalTransactionReason?.rawValue)
        }
    }

    extension StoreTransaction.CommitmentInfo {
        fileprivate var signedMembers: SignedMembers {
            var members = SignedMembers()
            members.number("billingPeriodNumber", billingPeriodNumber)
            members.number("totalBillingPeriods", totalBillingPeriods)
            members.time("commitmentExpiresDate", expirationTime)
            members.price("commitmentPrice", price)
            return members
        }
    }

    extension StoreTransaction.MultiSeatInfo {
        fileprivate var signedMembers: SignedMembers {
            var members = SignedMembers()
            members.text("invitationManagement", invitationManagement.rawValue)
            members.tiers("priceTiers", priceTiers)
            members.number("revokedSeatQuantity", revokedSeatQuantity)
            return members
        }
    }
#endif
