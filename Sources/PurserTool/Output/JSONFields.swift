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
                ("id", .string(product.id)), ("kind", .string(product.kind.rawValue)),
                ("name", .string(product.displayName)), ("description", .string(product.description)),
                ("price", .decimal(product.price)), ("currency", .string(product.currency)),
                ("displayPrice", .string(product.displayPrice)), ("familyShareable", .bool(product.isFamilyShareable)),
                ("subscription", .optional(product.subscription, subscription)),
            ])
    }

    private static func subscription(_ subscription: StoreProduct.Subscription) -> JSONText {
        .object([
            ("groupID", .string(subscription.groupID)), ("level", .integer(subscription.level)),
            ("period", .string(subscription.period.description)), ("offers", .array(subscription.offers.map(offer))),
        ])
    }

    private static func offer(_ offer: StoreOffer) -> JSONText {
        .object([
            ("kind", .string(name(offer.kind))), ("id", .string(offer.id)),
            ("paymentMode", .string(offer.paymentMode.rawValue)), ("price", .decimal(offer.price)),
            ("period", .string(offer.period.description)), ("periodCount", .integer(offer.periodCount)),
        ])
    }

    private static func name(_ kind: StoreOffer.Kind) -> String {
        switch kind {
        case .introductory: "introductory"
        case .promotional: "promotional"
        case .code: "code"
        case .winBack: "winBack"
        default: String(kind.rawValue)
        }
    }

    static func transaction(_ transaction: StoreTransaction) -> JSONText {
        .object([
            ("id", .string(transaction.id)), ("originalID", .string(transaction.originalID)),
            ("productID", .string(transaction.productID)), ("kind", .string(transaction.kind.rawValue)),
            ("quantity", .integer(transaction.quantity)), ("price", .optional(transaction.price, decimal)),
            ("currency", .string(transaction.currency)), ("storefront", .string(transaction.storefront)),
            ("purchaseDate", .date(transaction.purchaseDate)),
            ("expirationDate", .optional(transaction.expirationDate, date)),
            ("revocationDate", .optional(transaction.revocationDate, date)),
            ("isUpgraded", .bool(transaction.isUpgraded)),
            ("accountToken", .string(transaction.accountToken?.uuidString)),
            ("offer", .optional(transaction.offer) { .string($0.id ?? name($0.kind)) }),
        ])
    }

    static func update(_ update: StoreUpdate, as type: String = "update") -> JSONText {
        .line(
            type,
            [
                ("sequence", .integer(update.sequence)), ("phase", .string(Words.phase(update.phase))),
                ("kind", .string(update.kind.rawValue)), ("finishing", .string(update.finishing.rawValue)),
                ("context", .dictionary(update.context)), ("transaction", .transaction(update.transaction)),
            ])
    }

    static func failure(_ failure: PurchaseFailure) -> JSONText {
        .object([("code", .string(failure.code.rawValue)), ("message", .string(failure.message))])
    }

    private static func date(_ date: WallTime) -> JSONText { .integer(date.milliseconds) }
}
