// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Foundation

open class SKProduct: NSObject, @unchecked Sendable {
    package let reported: Product

    package init(_ reported: Product) {
        self.reported = reported
        super.init()
    }

    open var localizedDescription: String { reported.description }
    open var localizedTitle: String { reported.displayName }
    open var productIdentifier: String { reported.id }
    open var price: NSDecimalNumber { NSDecimalNumber(decimal: reported.price) }
    open var priceLocale: Locale { Locale(identifier: "en_US@currency=\(reported.currencyCode)") }
    open var isFamilyShareable: Bool { reported.isFamilyShareable }
    open var subscriptionPeriod: SKProductSubscriptionPeriod? {
        reported.subscription.map { SKProductSubscriptionPeriod($0.subscriptionPeriod) }
    }
    open var introductoryPrice: SKProductDiscount? {
        reported.subscription?.introductoryOffer.map { SKProductDiscount($0, .introductory) }
    }
    open var subscriptionGroupIdentifier: String? { reported.subscription?.subscriptionGroupID }
    open var discounts: [SKProductDiscount] {
        reported.subscription?.promotionalOffers.map { SKProductDiscount($0, .subscription) } ?? []
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

    package init(_ reported: Product.SubscriptionPeriod) {
        numberOfUnits = reported.value
        unit =
            switch reported.unit {
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

    package let reported: Product.SubscriptionOffer
    public let type: `Type`

    package init(_ reported: Product.SubscriptionOffer, _ type: `Type`) {
        self.reported = reported
        self.type = type
        super.init()
    }

    open var price: NSDecimalNumber { NSDecimalNumber(decimal: reported.price) }
    open var identifier: String? { reported.id }
    open var subscriptionPeriod: SKProductSubscriptionPeriod { SKProductSubscriptionPeriod(reported.period) }
    open var numberOfPeriods: Int { reported.periodCount }
    open var paymentMode: PaymentMode {
        switch reported.paymentMode {
        case .payUpFront: .payUpFront
        case .freeTrial: .freeTrial
        default: .payAsYouGo
        }
    }
}
