import Purser

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
    /// A product, with its developer's name for it.
    func json(_ referenceName: String?) -> JSONValue {
        .members([
            "id": .string(id), "reference": referenceName.map { .string($0) }, "type": .string("\(type)"),
            "name": .string(displayName), "price": .number("\(price)"),
            "displayPrice": .string(displayPrice), "group": subscription.map { .string($0.subscriptionGroupID) },
            "period": subscription.map { .string("\($0.subscriptionPeriod)") },
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
    var json: JSONValue {
        let (what, value) = content.parts
        return .object(["date": JSONValue(date), "what": .string(what), "value": value])
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
        case .notification(let notification):
            (
                "notification",
                .members([
                    "type": .string(notification.type), "subtype": notification.subtype.map { .string($0) },
                    "transaction": notification.transaction.map { .string($0.id) },
                ])
            )
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
