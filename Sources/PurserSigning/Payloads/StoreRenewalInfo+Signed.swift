#if Verification
    import Purser
    import PurserFormats
    import PurserVerification

    extension StoreRenewalInfo {
        /// The renewal info in the App Store's spelling, before it is signed.
        var signedJSON: JSONValue {
            var members = SignedMembers()
            members.text("originalTransactionId", originalTransactionID)
            members.text("productId", currentProductID)
            // The App Store also names the product of a renewal that will not happen.
            members.text("autoRenewProductId", autoRenewPreference ?? currentProductID)
            members.number("autoRenewStatus", willAutoRenew ? 1 : 0)
            members.number("expirationIntent", expirationReason?.rawValue)
            members.number("priceIncreaseStatus", priceIncreaseNumber)
            members.flag("isInBillingRetryPeriod", isInBillingRetry)
            members.time("gracePeriodExpiresDate", gracePeriodExpirationTime)
            members.time("recentSubscriptionStartDate", recentSubscriptionStartTime)
            members.time("renewalDate", renewalTime)
            members.time("signedDate", signedTime)
            members.text("environment", environment.rawValue)
            members.price("renewalPrice", renewalPrice)
            members.text("currency", currencyCode)
            members.offer(offer)
            members.texts("eligibleWinBackOfferIds", eligibleWinBackOfferIDs)
            members.uuid("appAccountToken", appAccountToken)
            members.text("appTransactionId", appTransactionID)
            members.text("renewalBillingPlanType", renewalBillingPlanType?.rawValue)
            members.object("commitmentInfo", commitmentInfo?.signedMembers)
            setBundle(&members)
            members.number("renewalQuantity", renewalQuantity)
            members.object("multiSeatInfo", multiSeatInfo?.signedMembers)
            members.device(deviceVerification)
            return members.json
        }

        private func setBundle(_ members: inout SignedMembers) {
            guard let bundle else { return }
            members.text("bundleProductId", bundle.productID)
            members.text("bundleSubscriptionGroupIdentifier", bundle.subscriptionGroupID)
            members.text("bundleOriginalTransactionId", bundle.originalTransactionID)
            members.flag("willUnbundle", bundle.willUnbundle)
        }

        private var priceIncreaseNumber: Int? {
            switch priceIncreaseStatus {
            case .pending: 0
            case .agreed: 1
            default: nil
            }
        }
    }

    extension StoreRenewalInfo.CommitmentInfo {
        fileprivate var signedMembers: SignedMembers {
            var members = SignedMembers()
            members.text("commitmentAutoRenewProductId", autoRenewPreference)
            members.number("commitmentAutoRenewStatus", willAutoRenew ? 1 : 0)
            members.text("commitmentRenewalBillingPlanType", renewalBillingPlanType.rawValue)
            members.time("commitmentRenewalDate", renewalTime)
            members.price("commitmentRenewalPrice", renewalPrice)
            return members
        }
    }

    extension StoreRenewalInfo.MultiSeatInfo {
        fileprivate var signedMembers: SignedMembers {
            var members = SignedMembers()
            members.tiers("renewalPriceTiers", renewalPriceTiers)
            return members
        }
    }

    extension StoreAppTransaction {
        /// The app transaction in the App Store's spelling, before it is signed.
        var signedJSON: JSONValue {
            var members = SignedMembers()
            members.text("receiptType", environment.rawValue)
            members.number("appAppleId", appID)
            members.text("bundleId", bundleID)
            members.text("applicationVersion", appVersion)
            members.number("versionExternalIdentifier", appVersionID)
            members.time("receiptCreationDate", signedDate)
            members.time("originalPurchaseDate", originalPurchaseDate)
            members.text("originalApplicationVersion", originalAppVersion)
            members.time("preorderDate", preorderDate)
            members.text("appTransactionId", appTransactionID)
            members.text("originalPlatform", originalPlatform)
            members.time("appRevocationDate", revocationDate)
            members.device(deviceVerification)
            return members.json
        }
    }
#endif
