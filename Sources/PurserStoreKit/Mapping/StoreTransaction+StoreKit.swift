#if canImport(StoreKit)
    import Purser
    import StoreKit

    #if canImport(FoundationEssentials)
        import FoundationEssentials
    #else
        import Foundation
    #endif

    @available(iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, visionOS 1.0, *)
    extension StoreTransaction.Fields {
        /// The fields of StoreKit's transaction, as far as this system reports them.
        init(_ reported: Transaction, jws: String) {
            self.init(
                id: String(reported.id), productID: reported.productID,
                productType: .init(rawValue: reported.productType.rawValue),
                purchasedQuantity: reported.purchasedQuantity, purchaseDate: reported.purchaseDate)
            originalID = String(reported.originalID)
            originalPurchaseDate = reported.originalPurchaseDate
            expirationDate = reported.expirationDate
            revocationDate = reported.revocationDate
            revocationReason = reported.revocationReason.map { .init(rawValue: $0.rawValue) }
            isUpgraded = reported.isUpgraded
            ownershipType = .init(rawValue: reported.ownershipType.rawValue)
            subscriptionGroupID = reported.subscriptionGroupID
            appAccountToken = reported.appAccountToken
            #if !os(visionOS)
                reason = .init(rawValue: reported.reason.rawValue)
            #else
                if #available(visionOS 1.1, *) { reason = .init(rawValue: reported.reason.rawValue) }
            #endif
            price = reported.price?.exactPrice
            currencyCode = reported.currency?.identifier
            storefrontCountryCode = reported.storefront.countryCode
            storefrontID = reported.storefront.id
            environment = .init(rawValue: reported.environment.rawValue)
            webOrderLineItemID = reported.webOrderLineItemID
            signedDate = reported.signedDate
            jwsRepresentation = jws
            appTransactionID = reported.appTransactionID.isEmpty ? nil : reported.appTransactionID
            appBundleID = reported.appBundleID
            deviceVerification = DeviceVerification(
                hash: reported.deviceVerification, nonce: reported.deviceVerificationNonce,
                deviceID: AppStore.deviceVerificationID)
            readNewer(reported)
        }

        /// Reads the fields of newer systems.
        private mutating func readNewer(_ reported: Transaction) {
            if #available(iOS 17.2, macOS 14.2, tvOS 17.2, watchOS 10.2, visionOS 1.1, *) {
                offer = reported.offer.map { .init($0) }
            }
            if #available(iOS 18.4, macOS 15.4, tvOS 18.4, watchOS 11.4, visionOS 2.4, *),
                reported.advancedCommerceInfo != nil
            {
                advancedCommerceInfo = reported.jsonRepresentation.jsonMember("advancedCommerceInfo")
            }
            #if compiler(>=6.3.2) || STOREKIT_26_5 || STOREKIT_27
                revocationPercentage = reported.revocationPercentage
                if #available(iOS 26.4, macOS 26.4, tvOS 26.4, watchOS 26.4, visionOS 26.4, *) {
                    revocationType = reported.revocationType.map { .init(rawValue: $0.rawValue) }
                    billingPlanType = reported.billingPlanType.map { .init($0) }
                    commitmentInfo = reported.commitmentInfo.map {
                        .init(
                            billingPeriodNumber: Int(clamping: $0.billingPeriodNumber),
                            totalBillingPeriods: Int(clamping: $0.totalBillingPeriods),
                            expirationDate: $0.expirationDate, price: $0.price)
                    }
                }
            #endif
            if reported.revocationDate != nil { fillRevocation(from: reported.jsonRepresentation) }
            if reported.productType == .autoRenewable { readSeats(from: reported.jsonRepresentation) }
            #if compiler(>=6.4) || STOREKIT_27
                previousOriginalTransactionID = reported.previousOriginalTransactionID.map { String($0) }
                guard reported.bundleProductID != nil || reported.bundleOriginalTransactionID != nil else { return }
                bundle = .init(
                    productID: reported.bundleProductID, subscriptionGroupID: reported.bundleSubscriptionGroupID,
                    transactionID: reported.bundleTransactionID,
                    originalTransactionID: reported.bundleOriginalTransactionID)
            #endif
        }
    }

    extension StoreTransaction.Fields {
        /// Reads the refunded part, when this SDK or this system has no property for it: without it, a partial refund
        /// would count as a full one.
        private mutating func fillRevocation(from json: Data) {
            // In thousandths of a percent.
            if revocationPercentage == nil, let number = json.jsonMember("revocationPercentage").flatMap({ Int($0) }) {
                revocationPercentage = Decimal(number) / 1_000
            }
            if revocationType == nil, let text = json.jsonMember("revocationType"), text.first == "\"" {
                revocationType = .init(rawValue: String(text.dropFirst().dropLast()))
            }
        }
    }

    @available(iOS 17.2, macOS 14.2, tvOS 17.2, watchOS 10.2, visionOS 1.1, *)
    extension StoreTransaction.Offer {
        /// An offer that was applied.
        init(_ reported: Transaction.Offer) {
            self.init(
                type: .init(rawValue: reported.type.rawValue), id: reported.id,
                paymentMode: reported.paymentMode.map { .init($0) })
            if #available(iOS 18.4, macOS 15.4, tvOS 18.4, watchOS 11.4, visionOS 2.4, *) {
                period = reported.period.map { .init($0) }
            }
        }
    }

    @available(iOS 17.2, macOS 14.2, tvOS 17.2, watchOS 10.2, visionOS 1.1, *)
    extension StoreOffer.PaymentMode {
        /// How an applied offer was paid; an unknown way keeps its spelling.
        init(_ reported: Transaction.Offer.PaymentMode) {
            switch reported {
            case .freeTrial: self = .freeTrial
            case .payAsYouGo: self = .payAsYouGo
            case .payUpFront: self = .payUpFront
            // By its spelling: the property needs Xcode 26.
            default: self.init(rawValue: reported.rawValue == "ONE_TIME" ? Self.oneTime.rawValue : reported.rawValue)
            }
        }
    }

    #if compiler(>=6.3.2) || STOREKIT_26_5 || STOREKIT_27
        @available(iOS 26.4, macOS 26.4, tvOS 26.4, watchOS 26.4, visionOS 26.4, *)
        extension StoreProduct.BillingPlanType {
            /// How a subscription is billed; an unknown way keeps its spelling.
            init(_ reported: Product.SubscriptionInfo.BillingPlanType) {
                switch reported {
                case .monthly: self = .monthly
                case .upFront: self = .upFront
                default: self.init(rawValue: reported.rawValue)
                }
            }
        }
    #endif
#endif
