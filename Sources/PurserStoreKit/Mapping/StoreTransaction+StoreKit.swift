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
        init(_ told: Transaction, jws: String) {
            self.init(
                id: String(told.id), productID: told.productID, productType: .init(rawValue: told.productType.rawValue),
                purchasedQuantity: told.purchasedQuantity, purchaseDate: told.purchaseDate)
            originalID = String(told.originalID)
            originalPurchaseDate = told.originalPurchaseDate
            expirationDate = told.expirationDate
            revocationDate = told.revocationDate
            revocationReason = told.revocationReason.map { .init(rawValue: $0.rawValue) }
            isUpgraded = told.isUpgraded
            ownershipType = .init(rawValue: told.ownershipType.rawValue)
            subscriptionGroupID = told.subscriptionGroupID
            appAccountToken = told.appAccountToken
            #if !os(visionOS)
                reason = .init(rawValue: told.reason.rawValue)
            #else
                if #available(visionOS 1.1, *) { reason = .init(rawValue: told.reason.rawValue) }
            #endif
            price = told.price
            currencyCode = told.currency?.identifier
            storefrontCountryCode = told.storefront.countryCode
            storefrontID = told.storefront.id
            environment = .init(rawValue: told.environment.rawValue)
            webOrderLineItemID = told.webOrderLineItemID
            signedDate = told.signedDate
            jwsRepresentation = jws
            appTransactionID = told.appTransactionID.isEmpty ? nil : told.appTransactionID
            appBundleID = told.appBundleID
            deviceVerification = DeviceVerification(
                hash: told.deviceVerification, nonce: told.deviceVerificationNonce,
                deviceID: AppStore.deviceVerificationID)
            readNewer(told)
        }

        /// The fields of newer systems.
        private mutating func readNewer(_ told: Transaction) {
            if #available(iOS 17.2, macOS 14.2, tvOS 17.2, watchOS 10.2, visionOS 1.1, *) {
                offer = told.offer.map { .init($0) }
            }
            if #available(iOS 18.4, macOS 15.4, tvOS 18.4, watchOS 11.4, visionOS 2.4, *),
                told.advancedCommerceInfo != nil
            {
                advancedCommerceInfo = told.jsonRepresentation.jsonMember("advancedCommerceInfo")
            }
            #if compiler(>=6.3.2) || STOREKIT_26_5 || STOREKIT_27
                revocationPercentage = told.revocationPercentage
                if #available(iOS 26.4, macOS 26.4, tvOS 26.4, watchOS 26.4, visionOS 26.4, *) {
                    revocationType = told.revocationType.map { .init(rawValue: $0.rawValue) }
                    billingPlanType = told.billingPlanType.map { .init($0) }
                    commitmentInfo = told.commitmentInfo.map {
                        .init(
                            billingPeriodNumber: Int(clamping: $0.billingPeriodNumber),
                            totalBillingPeriods: Int(clamping: $0.totalBillingPeriods),
                            expirationDate: $0.expirationDate, price: $0.price)
                    }
                }
            #endif
            if told.revocationDate != nil { fillRevocation(from: told.jsonRepresentation) }
            if told.productType == .autoRenewable { readSeats(from: told.jsonRepresentation) }
            #if compiler(>=6.4) || STOREKIT_27
                previousOriginalTransactionID = told.previousOriginalTransactionID.map { String($0) }
                guard told.bundleProductID != nil || told.bundleOriginalTransactionID != nil else { return }
                bundle = .init(
                    productID: told.bundleProductID, subscriptionGroupID: told.bundleSubscriptionGroupID,
                    transactionID: told.bundleTransactionID, originalTransactionID: told.bundleOriginalTransactionID)
            #endif
        }
    }

    extension StoreTransaction.Fields {
        /// The refunded part, when this SDK or this system has no property for it: without it, a partial refund would
        /// count as a full one.
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
        init(_ told: Transaction.Offer) {
            self.init(
                type: .init(rawValue: told.type.rawValue), id: told.id, paymentMode: told.paymentMode.map { .init($0) })
            if #available(iOS 18.4, macOS 15.4, tvOS 18.4, watchOS 11.4, visionOS 2.4, *) {
                period = told.period.map { .init($0) }
            }
        }
    }

    @available(iOS 17.2, macOS 14.2, tvOS 17.2, watchOS 10.2, visionOS 1.1, *)
    extension StoreOffer.PaymentMode {
        /// How an applied offer was paid; an unknown way keeps its spelling.
        init(_ told: Transaction.Offer.PaymentMode) {
            switch told {
            case .freeTrial: self = .freeTrial
            case .payAsYouGo: self = .payAsYouGo
            case .payUpFront: self = .payUpFront
            // By its spelling: the property needs Xcode 26.
            default: self.init(rawValue: told.rawValue == "ONE_TIME" ? Self.oneTime.rawValue : told.rawValue)
            }
        }
    }

    #if compiler(>=6.3.2) || STOREKIT_26_5 || STOREKIT_27
        @available(iOS 26.4, macOS 26.4, tvOS 26.4, watchOS 26.4, visionOS 26.4, *)
        extension StoreProduct.BillingPlanType {
            /// How a subscription is billed; an unknown way keeps its spelling.
            init(_ told: Product.SubscriptionInfo.BillingPlanType) {
                switch told {
                case .monthly: self = .monthly
                case .upFront: self = .upFront
                default: self.init(rawValue: told.rawValue)
                }
            }
        }
    #endif
#endif
