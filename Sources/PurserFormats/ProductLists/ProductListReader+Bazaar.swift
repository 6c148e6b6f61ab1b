import Purser

extension ProductListReader {
    /// Reads an entry of a Bazaar product list, with its copies.
    mutating func bazaarEntry(_ object: JSONObject) {
        guard let identifier = object.string("identifier", insteadOf: ["id", "productID"], &log) else {
            log.error(object.path(to: "identifier"), "the product's identifier is missing; the entry is skipped")
            return
        }
        let path = object.path(to: "identifier")
        guard let id = ProductIdentifier.checked(identifier, at: path, &log), let type = type(of: object, id) else {
            return
        }
        var entry = ProductList.Entry(id: id, type: type)
        if let parameters = object["contentFetcherParameters"] {
            do throws(ContentFault) {
                entry.content = try content(parameters)
            } catch {
                log.error(
                    error.path, "\"\(id)\" \(error.message); the product is kept, and its content cannot be fetched")
                entry.contentFault = "\(error.path): \(error.message)"
            }
        }
        entry.isSubscribersOnly = object.bool("isSubscribersOnly", &log) ?? false
        entry.isPreAcquired = object.bool("preAcquired", &log) ?? false
        entry.isPreAcquiredViaSubscription = object.bool("preAcquiredViaSubscription", &log) ?? false
        entry.fullPriceProductID = object.string("fullPriceProductIdentifier", &log)
        entry.enablesProducts = object.strings("enablesProducts", &log)
        entry.variants = identifiers(object, "variants")
        entry.discountedProducts = identifiers(object, "discountedProducts")
        expand(entry, object)
    }

    /// Adds the entry, its copies at a lower price, and the variants of each of them.
    private mutating func expand(_ entry: ProductList.Entry, _ object: JSONObject) {
        var copies = [(entry, object.path(to: "identifier"))]
        for (index, id) in entry.discountedProducts.enumerated() {
            var copy = entry
            copy.id = id
            copy.discountedProducts = []
            copy.fullPriceProductID = entry.id
            copies.append((copy, "\(object.path(to: "discountedProducts"))[\(index)]"))
        }
        for (copy, path) in copies {
            guard add(copy, at: path) else { continue }
            for (index, suffix) in copy.variants.enumerated() where entries.count < Self.maximumEntries {
                var variant = copy
                variant.id = copy.id + ProductList.Entry.variantMark + suffix
                variant.variants = []
                variant.discountedProducts = []
                add(variant, at: "\(object.path(to: "variants"))[\(index)]")
            }
        }
    }

    /// Reads valid identifiers, or endings of them, each once.
    private mutating func identifiers(_ object: JSONObject, _ key: String) -> [String] {
        let path = object.path(to: key)
        var seen: Set<String> = []
        return (object.strings(key, &log) ?? []).filter { id in
            guard ProductIdentifier.checked(id, at: path, &log) != nil else { return false }
            guard seen.insert(id).inserted else {
                log.warn(path, "\"\(id)\" occurs twice; remove one of the two")
                return false
            }
            return true
        }
    }

    private mutating func type(of object: JSONObject, _ id: String) -> StoreProduct.ProductType? {
        switch object.string("productType", &log) {
        case "consumable": return .consumable
        case "nonConsumable": return .nonConsumable
        case "renewableSubscription": return .autoRenewable
        case "nonRenewingSubscription": return .nonRenewable
        default:
            log.error(
                object.path(to: "productType"),
                "the type of \"\(id)\" must be consumable, nonConsumable, renewableSubscription or "
                    + "nonRenewingSubscription; the entry is skipped")
            return nil
        }
    }
}
