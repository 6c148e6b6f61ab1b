#if canImport(StoreKit)
    import Purser
    import StoreKit

    // The currency is read from a format, which only the whole of Foundation has.
    import Foundation

    @available(iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, visionOS 1.0, *)
    extension StoreProduct {
        /// A product as StoreKit describes it.
        init(_ told: Product) {
            self.init(
                id: told.id, type: .init(rawValue: told.type.rawValue), displayName: told.displayName,
                description: told.description, price: told.price, currencyCode: told.priceFormatStyle.currencyCode,
                displayPrice: told.displayPrice, isFamilyShareable: told.isFamilyShareable,
                subscription: told.subscription.map { SubscriptionInfo($0) },
                priceLocale: told.priceFormatStyle.locale)
            #if compiler(>=6.5) || STOREKIT_27_3
                if #available(iOS 27.3, macOS 27.3, tvOS 27.3, watchOS 27.3, visionOS 27.3, *) {
                    subscription?.seatPriceTiers = SubscriptionInfo.SeatPriceTier.all(of: told)
                }
            #endif
        }
    }

    @available(iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, visionOS 1.0, *)
    extension StoreProduct.SubscriptionInfo {
        /// The details of a subscription.
        init(_ told: Product.SubscriptionInfo) {
            var offers = (told.introductoryOffer.map { [$0] } ?? []) + told.promotionalOffers
            if #available(iOS 18.0, macOS 15.0, tvOS 18.0, watchOS 11.0, visionOS 2.0, *) {
                offers += told.winBackOffers
            }
            self.init(
                subscriptionGroupID: told.subscriptionGroupID, groupLevel: told.groupLevel,
                subscriptionPeriod: .init(told.subscriptionPeriod), offers: offers.map { StoreOffer($0) })
        }
    }

    #if compiler(>=6.5) || STOREKIT_27_3
        @available(iOS 27.3, macOS 27.3, tvOS 27.3, watchOS 27.3, visionOS 27.3, *)
        extension StoreProduct.SubscriptionInfo.SeatPriceTier {
            /// The prices of seats with the usual billing plan; empty when the product is not sold with seats.
            static func all(of told: Product) -> [Self] {
                guard told.supportsMultiSeatPurchase, let terms = told.subscription?.pricingTerms else { return [] }
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
        init(_ told: Product.SubscriptionOffer) {
            self.init(
                type: OfferType(told.type), id: told.id, paymentMode: PaymentMode(told.paymentMode), price: told.price,
                period: .init(told.period), periodCount: told.periodCount, displayPrice: told.displayPrice)
        }
    }

    @available(iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, visionOS 1.0, *)
    extension StoreOffer.OfferType {
        init(_ told: Product.SubscriptionOffer.OfferType) {
            switch told {
            case .introductory: self = .introductory
            case .promotional: self = .promotional
            default:
                if #available(iOS 18.0, macOS 15.0, tvOS 18.0, watchOS 11.0, visionOS 2.0, *), told == .winBack {
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
        init(_ told: Product.SubscriptionOffer.PaymentMode) {
            switch told {
            case .freeTrial: self = .freeTrial
            case .payAsYouGo: self = .payAsYouGo
            case .payUpFront: self = .payUpFront
            default: self.init(rawValue: told.rawValue)
            }
        }
    }

    @available(iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, visionOS 1.0, *)
    extension SubscriptionPeriod {
        /// A period; one of an unknown unit counts as so many days.
        init(_ told: Product.SubscriptionPeriod) {
            let unit: Unit =
                switch told.unit {
                case .day: .day
                case .week: .week
                case .month: .month
                case .year: .year
                @unknown default: .day
                }
            self.init(told.value, unit)
        }
    }

    @available(iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, visionOS 1.0, *)
    extension StoreStorefront {
        /// A storefront of StoreKit 2.
        init(_ told: Storefront) {
            self.init(countryCode: told.countryCode, currencyCode: told.currency?.identifier, id: told.id)
        }
    }

    @available(iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, visionOS 1.0, *)
    extension StoreAppTransaction {
        /// The app transaction, as far as this system reports it.
        init(_ told: AppTransaction, jws: String) {
            self.init(
                bundleID: told.bundleID, appVersion: told.appVersion, originalAppVersion: told.originalAppVersion,
                originalPurchaseDate: told.originalPurchaseDate, environment: .init(rawValue: told.environment.rawValue)
            )
            appID = told.appID
            appVersionID = told.appVersionID
            appTransactionID = told.appTransactionID.isEmpty ? nil : told.appTransactionID
            preorderDate = told.preorderDate
            signedDate = told.signedDate
            deviceVerification = DeviceVerification(
                hash: told.deviceVerification, nonce: told.deviceVerificationNonce,
                deviceID: AppStore.deviceVerificationID)
            jwsRepresentation = jws
            if #available(iOS 18.4, macOS 15.4, tvOS 18.4, watchOS 11.4, visionOS 2.4, *) {
                originalPlatform = told.originalPlatform.rawValue
            }
            #if compiler(>=6.4) || STOREKIT_27
                revocationDate = told.revocationDate
            #endif
        }
    }
#endif
