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
        init(_ reported: Product.SubscriptionInfo.RenewalInfo, jws: String) {
            self.init(
                originalTransactionID: String(reported.originalTransactionID),
                currentProductID: reported.currentProductID,
                willAutoRenew: reported.willAutoRenew)
            autoRenewPreference = reported.autoRenewPreference
            expirationReason = reported.expirationReason.map { .init(rawValue: $0.rawValue) }
            switch reported.priceIncreaseStatus {
            case .noIncreasePending: priceIncreaseStatus = .noIncreasePending
            case .pending: priceIncreaseStatus = .pending
            case .agreed: priceIncreaseStatus = .agreed
            }
            isInBillingRetry = reported.isInBillingRetry
            gracePeriodExpirationDate = reported.gracePeriodExpirationDate
            environment = .init(rawValue: reported.environment.rawValue)
            recentSubscriptionStartDate = reported.recentSubscriptionStartDate
            renewalDate = reported.renewalDate
            renewalPrice = reported.renewalPrice?.exactPrice
            currencyCode = reported.currency?.identifier
            appAccountToken = reported.appAccountToken
            appTransactionID = reported.appTransactionID.isEmpty ? nil : reported.appTransactionID
            signedDate = reported.signedDate
            deviceVerification = DeviceVerification(
                hash: reported.deviceVerification, nonce: reported.deviceVerificationNonce,
                deviceID: AppStore.deviceVerificationID)
            jwsRepresentation = jws
            readNewer(reported)
        }

        /// Reads the fields of newer systems.
        private mutating func readNewer(_ reported: Product.SubscriptionInfo.RenewalInfo) {
            if #available(iOS 18.0, macOS 15.0, tvOS 18.0, watchOS 11.0, visionOS 2.0, *) {
                offer = reported.offer.map { .init($0) }
                eligibleWinBackOfferIDs = reported.eligibleWinBackOfferIDs
            }
            #if compiler(>=6.3.2) || STOREKIT_26_5 || STOREKIT_27
                if #available(iOS 26.4, macOS 26.4, tvOS 26.4, watchOS 26.4, visionOS 26.4, *) {
                    renewalBillingPlanType = reported.renewalBillingPlanType.map { .init($0) }
                    commitmentInfo = reported.commitmentInfo.map {
                        .init(
                            autoRenewPreference: $0.autoRenewPreference,
                            renewalBillingPlanType: .init($0.renewalBillingPlanType), renewalDate: $0.renewalDate,
                            renewalPrice: $0.renewalPrice, willAutoRenew: $0.willAutoRenew)
                    }
                }
            #endif
            readSeats(from: reported.jsonRepresentation)
            #if compiler(>=6.4) || STOREKIT_27
                bundle = reported.bundleProductID.map {
                    .init(
                        productID: $0, subscriptionGroupID: reported.bundleSubscriptionGroupID,
                        originalTransactionID: reported.bundleOriginalTransactionID, willUnbundle: reported.willUnbundle
                    )
                }
            #endif
        }
    }
#endif
