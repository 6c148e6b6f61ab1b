#if canImport(StoreKit)
    import Purser
    import StoreKit

    // The currency is read from a format, which only the whole of Foundation has.
    import Foundation

    @available(iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, visionOS 1.0, *)
    extension StoreProduct {
        /// A product as StoreKit describes it.
        init(_ reported: Product) {
            self.init(
                id: reported.id, type: .init(rawValue: reported.type.rawValue), displayName: reported.displayName,
                description: reported.description, price: reported.price,
                currencyCode: reported.priceFormatStyle.currencyCode,
                displayPrice: reported.displayPrice, isFamilyShareable: reported.isFamilyShareable,
                subscription: reported.subscription.map { SubscriptionInfo($0) },
                priceLocale: reported.priceFormatStyle.locale)
            #if compiler(>=6.5) || STOREKIT_27_3
                if #available(iOS 27.3, macOS 27.3, tvOS 27.3, watchOS 27.3, visionOS 27.3, *) {
                    subscription?.seatPriceTiers = SubscriptionInfo.SeatPriceTier.all(of: reported)
                }
            #endif
        }
    }

    @available(iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, visionOS 1.0, *)
    extension StoreProduct.SubscriptionInfo {
        /// The details of a subscription.
        init(_ reported: Product.SubscriptionInfo) {
            var offers = (reported.introductoryOffer.map { [$0] } ?? []) + reported.promotionalOffers
            if #available(iOS 18.0, macOS 15.0, tvOS 18.0, watchOS 11.0, visionOS 2.0, *) {
                offers += reported.winBackOffers
            }
            self.init(
                subscriptionGroupID: reported.subscriptionGroupID, groupLevel: reported.groupLevel,
                subscriptionPeriod: .init(reported.subscriptionPeriod), offers: offers.map { StoreOffer($0) })
        }
    }

    #if compiler(>=6.5) || STOREKIT_27_3
        @available(iOS 27.3, macOS 27.3, tvOS 27.3, watchOS 27.3, visionOS 27.3, *)
        extension StoreProduct.SubscriptionInfo.SeatPriceTier {
            /// The prices of seats with the usual billing plan; empty when the product is not sold with seats.
            static func all(of reported: Product) -> [Self] {
                guard reported.supportsMultiSeatPurchase, let terms = reported.subscription?.pricingTerms else {
                    return []
                }
                for case .seatBased(let pricing) in terms.lazy.map(\.pricingModel) {
                    return pricing.priceTiers.map {
                        Self(
                            minimumSeats: $0.minimumSeats, maximumSeats: $0.maximumSeats, price: $0.billingInfo.price,
                            displayPrice: $0.billingInfo.displayPrice)
                    }
                }
                return []
            }
        }
    #endif

    @available(iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, visionOS 1.0, *)
    extension StoreOffer {
        /// An offer of a subscription.
        init(_ reported: Product.SubscriptionOffer) {
            self.init(
                type: OfferType(reported.type), id: reported.id, paymentMode: PaymentMode(reported.paymentMode),
                price: reported.price,
                period: .init(reported.period), periodCount: reported.periodCount, displayPrice: reported.displayPrice)
        }
    }

    @available(iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, visionOS 1.0, *)
    extension StoreOffer.OfferType {
        init(_ reported: Product.SubscriptionOffer.OfferType) {
            switch reported {
            case .introductory: self = .introductory
            case .promotional: self = .promotional
            default:
                if #available(iOS 18.0, macOS 15.0, tvOS 18.0, watchOS 11.0, visionOS 2.0, *), reported == .winBack {
                    self = .winBack
                } else {
                    // StoreKit spells it, and this has a number: one that no type has.
                    self.init(rawValue: 0)
                }
            }
        }
    }

    @available(iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, visionOS 1.0, *)
    extension StoreOffer.PaymentMode {
        init(_ reported: Product.SubscriptionOffer.PaymentMode) {
            switch reported {
            case .freeTrial: self = .freeTrial
            case .payAsYouGo: self = .payAsYouGo
            case .payUpFront: self = .payUpFront
            default: self.init(rawValue: reported.rawValue)
            }
        }
    }

    @available(iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, visionOS 1.0, *)
    extension SubscriptionPeriod {
        /// Makes a period; an unknown unit counts as days.
        init(_ reported: Product.SubscriptionPeriod) {
            let unit: Unit =
                switch reported.unit {
                case .day: .day
                case .week: .week
                case .month: .month
                case .year: .year
                @unknown default: .day
                }
            self.init(reported.value, unit)
        }
    }

    @available(iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, visionOS 1.0, *)
    extension StoreStorefront {
        /// A storefront of StoreKit 2.
        init(_ reported: Storefront) {
            self.init(countryCode: reported.countryCode, currencyCode: reported.currency?.identifier, id: reported.id)
        }
    }

    @available(iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, visionOS 1.0, *)
    extension StoreAppTransaction {
        /// The app transaction, as far as this system reports it.
        init(_ reported: AppTransaction, jws: String) {
            self.init(
                bundleID: reported.bundleID, appVersion: reported.appVersion,
                originalAppVersion: reported.originalAppVersion,
                originalPurchaseDate: reported.originalPurchaseDate,
                environment: .init(rawValue: reported.environment.rawValue)
            )
            appID = reported.appID
            appVersionID = reported.appVersionID
            appTransactionID = reported.appTransactionID.isEmpty ? nil : reported.appTransactionID
            preorderDate = reported.preorderDate
            signedDate = reported.signedDate
            deviceVerification = DeviceVerification(
                hash: reported.deviceVerification, nonce: reported.deviceVerificationNonce,
                deviceID: AppStore.deviceVerificationID)
            jwsRepresentation = jws
            if #available(iOS 18.4, macOS 15.4, tvOS 18.4, watchOS 11.4, visionOS 2.4, *) {
                originalPlatform = reported.originalPlatform.rawValue
            }
            #if compiler(>=6.4) || STOREKIT_27
                revocationDate = reported.revocationDate
            #endif
        }
    }
#endif
