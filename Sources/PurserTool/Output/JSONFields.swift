import Purser

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

// The model as JSON; every member is described in CommandLineTool.md in Purser.docc.
extension JSONText {
    static func product(_ product: StoreProduct) -> JSONText {
        .line(
            "product",
            [
                ("id", .string(product.id)), ("kind", .string(product.type.rawValue)),
                ("name", .string(product.displayName)), ("description", .string(product.description)),
                ("price", .decimal(product.price)), ("currency", .string(product.currencyCode)),
                ("displayPrice", .string(product.displayPrice)), ("familyShareable", .bool(product.isFamilyShareable)),
                ("subscription", .optional(product.subscription) { subscription($0, of: product) }),
            ])
    }

    private static func subscription(_ subscription: StoreProduct.SubscriptionInfo, of product: StoreProduct)
        -> JSONText
    {
        .object([
            ("groupID", .string(subscription.subscriptionGroupID)), ("level", .integer(subscription.groupLevel)),
            ("period", .string(subscription.subscriptionPeriod.description)),
            ("displayPricePerPeriod", .string(product.displayPricePerPeriod(in: Words.texts(product)))),
            ("displayPricePerWeek", .string(product.displayPrice(per: .week))),
            ("displayPricePerMonth", .string(product.displayPrice(per: .month))),
            ("displayPricePerYear", .string(product.displayPrice(per: .year))),
            ("offers", .array(subscription.offers.map { offer($0, of: product) })),
            ("seatPriceTiers", .array(subscription.seatPriceTiers.map(seatPriceTier))),
        ])
    }

    private static func seatPriceTier(_ tier: StoreProduct.SubscriptionInfo.SeatPriceTier) -> JSONText {
        .object([
            ("minimumSeats", .integer(tier.minimumSeats)), ("maximumSeats", .optional(tier.maximumSeats, integer)),
            ("price", .decimal(tier.price)),
        ])
    }

    private static func offer(_ offer: StoreOffer, of product: StoreProduct) -> JSONText {
        .object([
            ("kind", .string(offer.type.description)), ("id", .string(offer.id)),
            ("paymentMode", .string(offer.paymentMode.rawValue)), ("price", .decimal(offer.price)),
            ("period", .string(offer.period.description)), ("periodCount", .integer(offer.periodCount)),
            ("text", .string(offer.formatted(for: product, in: Words.texts(product)))),
        ])
    }

    static func transaction(_ transaction: StoreTransaction) -> JSONText {
        .object([
            ("id", .string(transaction.id)), ("originalID", .string(transaction.originalID)),
            ("productID", .string(transaction.productID)), ("kind", .string(transaction.productType.rawValue)),
            ("quantity", .integer(transaction.purchasedQuantity)), ("price", .optional(transaction.price, decimal)),
            ("currency", .string(transaction.currencyCode)), ("storefront", .string(transaction.storefrontCountryCode)),
            ("storefrontID", .string(transaction.storefrontID)),
            ("appTransactionID", .string(transaction.appTransactionID)),
            ("purchaseDate", .date(transaction.purchaseTime)),
            ("expirationDate", .optional(transaction.expirationTime, date)),
            ("revocationDate", .optional(transaction.revocationTime, date)),
            ("revocationType", .string(transaction.revocationType?.rawValue)),
            ("revocationPercentage", .optional(transaction.revocationPercentage, decimal)),
            ("isUpgraded", .bool(transaction.isUpgraded)), ("seats", .optional(transaction.seats, integer)),
            ("additionalTransactionReason", .string(transaction.additionalTransactionReason?.rawValue)),
            ("appAccountToken", .string(transaction.appAccountToken?.uuidString)),
            ("offer", .optional(transaction.offer) { .string($0.id ?? $0.type.description) }),
        ])
    }

    static func update(_ update: StoreUpdate, as type: String = "update") -> JSONText {
        .line(
            type,
            [
                ("sequence", .integer(update.sequence)), ("key", .string("\(update.key)")),
                ("account", .string(update.account.userID?.uuidString ?? "\(update.account)")),
                ("phase", .string(Words.phase(update.phase))),
                ("kind", .string(update.kind.rawValue)), ("finishing", .string(update.finishing.rawValue)),
                ("context", .dictionary(update.context)), ("transaction", .transaction(update.transaction)),
                ("renewalInfo", .optional(update.renewalInfo, renewalInfo)),
                ("renewalState", .optional(update.renewalState) { .integer($0.rawValue) }),
            ])
    }

    private static func renewalInfo(_ info: StoreRenewalInfo) -> JSONText {
        .object([
            ("originalTransactionID", .string(info.originalTransactionID)),
            ("currentProductID", .string(info.currentProductID)), ("willAutoRenew", .bool(info.willAutoRenew)),
            ("autoRenewPreference", .string(info.autoRenewPreference)),
            ("expirationReason", .optional(info.expirationReason) { .integer($0.rawValue) }),
            ("priceIncreaseStatus", .string(info.priceIncreaseStatus.rawValue)),
            ("isInBillingRetry", .bool(info.isInBillingRetry)),
            ("gracePeriodExpirationDate", .optional(info.gracePeriodExpirationTime, date)),
            ("renewalDate", .optional(info.renewalTime, date)), ("renewalPrice", .optional(info.renewalPrice, decimal)),
            ("currency", .string(info.currencyCode)), ("signedDate", .optional(info.signedTime, date)),
            ("renewalQuantity", .optional(info.renewalQuantity, integer)),
        ])
    }

    static func failure(_ failure: PurchaseFailure) -> JSONText {
        .object([("code", .string(failure.code.rawValue)), ("message", .string(failure.message))])
    }

    private static func date(_ date: Timestamp) -> JSONText { .integer(date.milliseconds) }
}
