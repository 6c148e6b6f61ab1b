#if canImport(StoreKit)
    import Purser
    import StoreKit

    #if canImport(FoundationEssentials)
        import FoundationEssentials
    #else
        import Foundation
    #endif

    @available(iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, visionOS 1.0, *)
    extension StoreRenewalInfo {
        /// The renewal info of a subscription, as far as this system reports it.
        init(_ told: Product.SubscriptionInfo.RenewalInfo, jws: String) {
            self.init(
                originalTransactionID: String(told.originalTransactionID), currentProductID: told.currentProductID,
                willAutoRenew: told.willAutoRenew)
            autoRenewPreference = told.autoRenewPreference
            expirationReason = told.expirationReason.map { .init(rawValue: $0.rawValue) }
            switch told.priceIncreaseStatus {
            case .noIncreasePending: priceIncreaseStatus = .noIncreasePending
            case .pending: priceIncreaseStatus = .pending
            case .agreed: priceIncreaseStatus = .agreed
            }
            isInBillingRetry = told.isInBillingRetry
            gracePeriodExpirationDate = told.gracePeriodExpirationDate
            environment = .init(rawValue: told.environment.rawValue)
            recentSubscriptionStartDate = told.recentSubscriptionStartDate
            renewalDate = told.renewalDate
            renewalPrice = told.renewalPrice
            currencyCode = told.currency?.identifier
            appAccountToken = told.appAccountToken
            appTransactionID = told.appTransactionID.isEmpty ? nil : told.appTransactionID
            signedDate = told.signedDate
            deviceVerification = DeviceVerification(
                hash: told.deviceVerification, nonce: told.deviceVerificationNonce,
                deviceID: AppStore.deviceVerificationID)
            jwsRepresentation = jws
            readNewer(told)
        }

        /// The fields of newer systems.
        private mutating func readNewer(_ told: Product.SubscriptionInfo.RenewalInfo) {
            if #available(iOS 18.0, macOS 15.0, tvOS 18.0, watchOS 11.0, visionOS 2.0, *) {
                offer = told.offer.map { .init($0) }
                eligibleWinBackOfferIDs = told.eligibleWinBackOfferIDs
            }
            #if compiler(>=6.3.2) || STOREKIT_26_5 || STOREKIT_27
                if #available(iOS 26.4, macOS 26.4, tvOS 26.4, watchOS 26.4, visionOS 26.4, *) {
                    renewalBillingPlanType = told.renewalBillingPlanType.map { .init($0) }
                    commitmentInfo = told.commitmentInfo.map {
                        .init(
                            autoRenewPreference: $0.autoRenewPreference,
                            renewalBillingPlanType: .init($0.renewalBillingPlanType), renewalDate: $0.renewalDate,
                            renewalPrice: $0.renewalPrice, willAutoRenew: $0.willAutoRenew)
                    }
                }
            #endif
            readSeats(from: told.jsonRepresentation)
            #if compiler(>=6.4) || STOREKIT_27
                bundle = told.bundleProductID.map {
                    .init(
                        productID: $0, subscriptionGroupID: told.bundleSubscriptionGroupID,
                        originalTransactionID: told.bundleOriginalTransactionID, willUnbundle: told.willUnbundle)
                }
            #endif
        }
    }
#endif
