import Purser
package import PurserFormats
import PurserTexts

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

// The values in the protocol: dates are milliseconds since 1970, prices are numbers, and unknown values are omitted.
extension JSONValue {
    init(_ date: Date) { self = .number("\(Timestamp(date).milliseconds)") }

    /// An object without the members that are `nil`.
    fileprivate static func members(_ members: [String: JSONValue?]) -> JSONValue {
        .object(members.compactMapValues { $0 })
    }

    /// A transaction.
    init(_ transaction: StoreTransaction) {
        self = .members([
            "id": .string(transaction.id), "originalID": .string(transaction.originalID),
            "product": .string(transaction.productID),
            "type": .string("\(transaction.productType)"), "quantity": .number("\(transaction.purchasedQuantity)"),
            "purchaseDate": JSONValue(transaction.purchaseTime.date),
            "expirationDate": transaction.expirationTime.map { JSONValue($0.date) },
            "price": transaction.price.map { .number("\($0)") },
            "currency": transaction.currencyCode.map { .string($0) },
            "refundedPercentage": transaction.revocationPercentage.map { .number("\($0)") },
            "isRenewal": .bool(transaction.reason == .renewal),
            "offer": transaction.offer.map { .string($0.id ?? "\($0.type)") },
            "isUpgraded": transaction.isUpgraded ? .bool(true) : nil,
            "ownership": transaction.ownershipType == .purchased ? nil : .string("\(transaction.ownershipType)"),
            "user": transaction.appAccountToken.map { .string($0.uuidString) },
            "revocationDate": transaction.revocationTime.map { JSONValue($0.date) },
        ])
    }
}

extension StoreProduct {
    /// A product, with its developer's name for it, and its price before rounding in the storefront's currency.
    func json(_ referenceName: String?, exactPrice: Decimal?) -> JSONValue {
        .members([
            "id": .string(id), "reference": referenceName.map { .string($0) }, "type": .string("\(type)"),
            "name": .string(displayName), "price": .number("\(price)"), "currency": currencyCode.map { .string($0) },
            "exactPrice": exactPrice.flatMap { $0 == price ? nil : .number("\($0)") },
            "displayPrice": .string(displayPrice), "group": subscription.map { .string($0.subscriptionGroupID) },
            "level": subscription.map { .number("\($0.groupLevel)") },
            "period": subscription.map { .string("\($0.subscriptionPeriod)") },
            "offers": subscription.map { .array($0.offers.map { $0.json(of: self) }) },
        ])
    }
}

extension StoreOffer {
    /// An offer of a product, with its sentence in the language of the product's prices.
    fileprivate func json(of product: StoreProduct) -> JSONValue {
        let texts = StoreTexts(locale: product.priceLocale ?? Locale(identifier: "en_US"))
        return .members([
            "type": .string("\(type)"), "id": id.map { .string($0) }, "paymentMode": .string(paymentMode.rawValue),
            "price": .number("\(price)"), "period": .string("\(period)"), "periodCount": .number("\(periodCount)"),
            "text": .string(formatted(for: product, in: texts)),
        ])
    }
}

extension SimulatedSubscription {
    var json: JSONValue {
        .members([
            "id": .string(id), "product": .string(productID), "group": .string(groupID), "state": .string("\(state)"),
            "transaction": .string(transaction.id), "periodEnd": JSONValue(periodEnd),
            "willAutoRenew": .bool(willAutoRenew), "nextProduct": nextProductID.map { .string($0) },
            "renewalDate": renewalDate.map { JSONValue($0) }, "renewalPrice": renewalPrice.map { .number("\($0)") },
            "gracePeriodEnd": gracePeriodEnd.map { JSONValue($0) },
            "billingRetryEnd": billingRetryEnd.map { JSONValue($0) },
            "nextEventDate": nextEventDate.map { JSONValue($0) }, "seats": seats.map { .number("\($0)") },
            "isFamilyShared": isFamilyShared ? .bool(true) : nil, "isAssigned": isAssigned ? .bool(true) : nil,
        ])
    }
}

extension SubscriptionSpan {
    var json: JSONValue {
        .members([
            "kind": .string(kind.rawValue), "start": JSONValue(start), "end": end.map { JSONValue($0) },
            "transaction": transactionID.map { .string($0) },
        ])
    }
}

extension PendingPayment {
    var json: JSONValue {
        .object([
            "payment": .string(id), "product": .string(payment.productID), "reason": .string(reason.rawValue),
            "since": JSONValue(since),
        ])
    }
}

extension SimulatorSettings {
    var json: JSONValue {
        .object([
            "asksToBuy": .bool(asksToBuy), "interruptsPurchases": .bool(interruptsPurchases),
            "failsRenewals": .bool(failsRenewals), "hasBillingGracePeriod": .bool(hasBillingGracePeriod),
            "locale": .string(locale), "storefront": .string(storefront.countryCode),
            "timeRate": .number("\(timeRate.rawValue)"), "environment": .string(environment.rawValue),
        ])
    }
}

extension AppStoreEvent {
    /// The event as clients get it; a notification has its signature if the App Store signs.
    package func steeringJSON(in store: EmbeddedAppStore) async -> JSONValue {
        var (what, value) = content.parts
        if case .notification(let notification) = content, case .object(var members) = value {
            members["jws"] = await store.signature(of: .notification(notification)).map { .string($0) }
            value = .object(members)
        }
        return .object(["date": JSONValue(date), "what": .string(what), "value": value])
    }
}

extension ServerNotification {
    fileprivate var json: JSONValue {
        .members([
            "type": .string(type), "subtype": subtype.map { .string($0) }, "id": .string(id.uuidString.lowercased()),
            "environment": .string(environment.rawValue), "bundleID": .string(app.bundleID),
            "state": state.map { .string("\($0)") },
            "product": (transaction?.productID ?? summary?.productID).map { .string($0) },
            "transaction": transaction.map { .string($0.id) }, "transactionInfo": transaction.map { JSONValue($0) },
        ])
    }
}

extension AppStoreEvent.Content {
    fileprivate var parts: (what: String, value: JSONValue) {
        switch self {
        case .transaction(let transaction): ("transaction", JSONValue(transaction))
        case .subscription(let subscription): ("subscription", subscription.json)
        case .paymentWaits(let payment): ("paymentWaits", payment.json)
        case .paymentAnswered(let id, let isApproved):
            ("paymentAnswered", .object(["payment": .string(id), "isApproved": .bool(isApproved)]))
        case .finished(let ids): ("finished", .object(["transactions": .array(ids.map { .string($0) })]))
        case .deleted(let id): ("deleted", .object(["transaction": .string(id)]))
        case .cleared: ("cleared", .object([:]))
        case .notification(let notification): ("notification", notification.json)
        case .storefront(let storefront): ("storefront", .object(["country": .string(storefront.countryCode)]))
        case .settings(let settings): ("settings", settings.json)
        case .faults(let plan):
            (
                "faults",
                .object([
                    "isCalm": .bool(plan.isCalm), "seed": .number("\(plan.seed)"),
                    "defects": .object(
                        Dictionary(
                            uniqueKeysWithValues: plan.defects.map { ($0.key.rawValue, .number("\($0.value)")) })),
                ])
            )
        case .network(let isOnline): ("network", .object(["isOnline": .bool(isOnline)]))
        case .payments(let areAllowed): ("payments", .object(["areAllowed": .bool(areAllowed)]))
        case .timeMoved: ("timeMoved", .object([:]))
        case .missed(let count): ("missed", .object(["count": .number("\(count)")]))
        }
    }
}
