// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Foundation

open class SKProduct: NSObject, @unchecked Sendable {
    package let told: Product

    package init(_ told: Product) {
        self.told = told
        super.init()
    }

    open var localizedDescription: String { told.description }
    open var localizedTitle: String { told.displayName }
    open var productIdentifier: String { told.id }
    open var price: NSDecimalNumber { NSDecimalNumber(decimal: told.price) }
    open var priceLocale: Locale { Locale(identifier: "en_US@currency=\(told.currencyCode)") }
    open var isFamilyShareable: Bool { told.isFamilyShareable }
    open var subscriptionPeriod: SKProductSubscriptionPeriod? {
        told.subscription.map { SKProductSubscriptionPeriod($0.subscriptionPeriod) }
    }
    open var introductoryPrice: SKProductDiscount? {
        told.subscription?.introductoryOffer.map { SKProductDiscount($0, .introductory) }
    }
    open var subscriptionGroupIdentifier: String? { told.subscription?.subscriptionGroupID }
    open var discounts: [SKProductDiscount] {
        told.subscription?.promotionalOffers.map { SKProductDiscount($0, .subscription) } ?? []
    }

    public enum PeriodUnit: UInt, Sendable {
        case day = 0
        case week
        case month
        case year
    }
}

open class SKProductSubscriptionPeriod: NSObject, @unchecked Sendable {
    public let numberOfUnits: Int
    public let unit: SKProduct.PeriodUnit

    package init(_ told: Product.SubscriptionPeriod) {
        numberOfUnits = told.value
        unit =
            switch told.unit {
            case .day: .day
            case .week: .week
            case .month: .month
            case .year: .year
            }
        super.init()
    }
}

open class SKProductDiscount: NSObject, @unchecked Sendable {
    public enum PaymentMode: UInt, Sendable {
        case payAsYouGo = 0
        case payUpFront
        case freeTrial
    }

    // In backticks: `Type` alone is something else in Swift.
    public enum `Type`: UInt, Sendable {
        case introductory = 0
        case subscription
    }

    package let told: Product.SubscriptionOffer
    public let type: `Type`

    package init(_ told: Product.SubscriptionOffer, _ type: `Type`) {
        self.told = told
        self.type = type
        super.init()
    }

    open var price: NSDecimalNumber { NSDecimalNumber(decimal: told.price) }
    open var identifier: String? { told.id }
    open var subscriptionPeriod: SKProductSubscriptionPeriod { SKProductSubscriptionPeriod(told.period) }
    open var numberOfPeriods: Int { told.periodCount }
    open var paymentMode: PaymentMode {
        switch told.paymentMode {
        case .payUpFront: .payUpFront
        case .freeTrial: .freeTrial
        default: .payAsYouGo
        }
    }
}
