import Purser
import PurserFormats

extension ConfigurationReader {
    typealias Product = StoreKitConfiguration.Product

    mutating func products(_ root: JSONObject, _ key: String, expected: StoreProduct.ProductType?) -> [Product] {
        var products: [Product] = []
        for object in root.objects(key, &log) {
            guard let kind = kind(object, expected: expected) else { continue }
            if expected == nil, kind == .nonRenewable {
                log.warn(object.path, "move it to \"nonRenewableSubscriptions\"")
            }
            if kind == .autoRenewable {
                log.error(object.path, "a subscription belongs in a group in \"subscriptionGroups\"; it is skipped")
            } else if let product = product(object, kind) {
                products.append(product)
            }
        }
        return products
    }

    /// The fields that all products share; the identifier is reserved last, so that a bad entry reserves none.
    mutating func product(_ object: JSONObject, _ kind: StoreProduct.ProductType) -> Product? {
        guard let node = object.node("productID", insteadOf: ["id", "productId", "identifier"], &log) else {
            log.error(object.path(to: "productID"), "the product identifier is missing; the entry is skipped")
            return nil
        }
        guard case .string(let text) = node.value else {
            log.error(node.path, "the product identifier is text, not \(node.value.kind); the entry is skipped")
            return nil
        }
        guard let id = ProductIdentifier.checked(text, at: node.path, &log), let price = object.price(&log),
            claim(id, in: object, at: node.path)
        else { return nil }
        return Product(
            id: id, type: kind, price: price,
            isFamilyShareable: object.bool("familyShareable", insteadOf: Self.misspelledFamily, &log) ?? false,
            internalID: object.string("internalID", &log), referenceName: object.string("referenceName", &log),
            localizations: localizations(object), subscription: nil)
    }

    private static let misspelledFamily = ["familySharable", "isFamilyShareable", "familyShareEnabled"]

    private mutating func claim(_ id: String, in entry: JSONObject, at path: String) -> Bool {
        if let first = seen[id] {
            log.error(path, "the product \"\(id)\" is already at \(first.id); this one is skipped")
            return false
        }
        seen[id] = (entry.path, path)
        return true
    }

    /// The type of an entry, or the type that its list implies.
    mutating func kind(_ object: JSONObject, expected: StoreProduct.ProductType?) -> StoreProduct.ProductType? {
        let path = object.path(to: "type")
        guard let text = object.string("type", &log) else {
            if let expected {
                log.warn(path, "the type is missing; \"\(spelling(expected))\" is used")
                return expected
            }
            log.error(path, "the type is missing; write \"Consumable\" or \"NonConsumable\"; the entry is skipped")
            return nil
        }
        guard let kind = kind(named: text) else {
            log.error(path, "\"\(text.prefix(64))\" is not a product type; the entry is skipped")
            return nil
        }
        if let expected, kind != expected {
            log.error(path, "only \"\(spelling(expected))\" belongs here, not \"\(text)\"; the entry is skipped")
            return nil
        }
        if text != spelling(kind) { log.warn(path, "the type is spelled \"\(spelling(kind))\"") }
        return kind
    }

    private func kind(named text: String) -> StoreProduct.ProductType? {
        switch String(text.lowercased().filter { $0.isLetter }) {
        case "consumable": .consumable
        case "nonconsumable": .nonConsumable
        case "nonrenewingsubscription", "nonrenewable", "nonrenewing": .nonRenewable
        case "recurringsubscription", "autorenewablesubscription", "autorenewable", "subscription": .autoRenewable
        default: nil
        }
    }

    private func spelling(_ kind: StoreProduct.ProductType) -> String {
        switch kind {
        case .consumable: "Consumable"
        case .nonConsumable: "NonConsumable"
        case .nonRenewable: "NonRenewingSubscription"
        default: "RecurringSubscription"
        }
    }

    mutating func localizations(_ object: JSONObject) -> [StoreKitConfiguration.Localization] {
        var localizations: [StoreKitConfiguration.Localization] = []
        for entry in object.objects("localizations", &log) {
            guard let locale = entry.string("locale", &log), !locale.isEmpty else {
                log.error(entry.path(to: "locale"), "the locale is missing, such as \"en_US\"; the entry is skipped")
                continue
            }
            let name = entry.string("displayName", insteadOf: ["name", "title"], &log)
            localizations.append(
                StoreKitConfiguration.Localization(
                    locale: locale, displayName: name ?? "", description: entry.string("description", &log) ?? ""))
        }
        return localizations
    }
}
