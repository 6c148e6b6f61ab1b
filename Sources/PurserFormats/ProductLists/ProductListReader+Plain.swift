import Purser

// Lists of other libraries than Bazaar: objects with little more than identifiers, and dictionaries by identifiers.
extension ProductListReader {
    private static let identifierKeys = ["ProductId", "ProductID", "productId", "productID", "product_id"]
    private static let typeKeys = ["ProductType", "productType", "product_type", "Type", "type"]

    /// Whether an object names its product by a key of its own, as `{"ProductId": …}`.
    func isPlain(_ object: JSONObject) -> Bool {
        object["identifier"] == nil && Self.identifierKeys.contains { object[$0] != nil }
    }

    /// Reads an entry with its identifier, and its type if the word for it is known.
    mutating func plainEntry(_ object: JSONObject) {
        guard let node = Self.identifierKeys.lazy.compactMap({ object[$0] }).first else { return }
        var entry = ProductList.Entry(id: "")
        if let type = Self.typeKeys.lazy.compactMap({ object[$0] }).first { entry.type = self.type(type) }
        identifier(node, entry)
    }

    private mutating func type(_ node: JSONNode) -> StoreProduct.ProductType? {
        if case .string(let text) = node.value {
            switch text.lowercased().filter(\.isLetter) {
            case "consumable": return .consumable
            case "nonconsumable": return .nonConsumable
            case "subscription", "autorenewable", "autorenewablesubscription", "renewablesubscription":
                return .autoRenewable
            case "nonrenewable", "nonrenewing", "nonrenewingsubscription", "nonrenewablesubscription":
                return .nonRenewable
            default: break
            }
        }
        log.warn(
            node.path,
            "the type must be consumable, nonConsumable, subscription or nonRenewing; it counts as unknown")
        return nil
    }

    /// The reason why the keys of a dictionary are not product identifiers; `nil` when they may be.
    func reasonAgainstIdentifiers(_ root: JSONObject) -> String? {
        let forms =
            "a product list is an array of identifiers, a dictionary with Products, or a dictionary by identifier with texts or "
            + "dictionaries as values"
        for key in root.members.keys.sorted() where Self.isBundleKey(key) {
            return "\(key.prefix(64)) is a key of an app's Info.plist, not a product; \(forms)"
        }
        for (key, value) in root.members.sorted(by: { $0.key < $1.key }) {
            switch value {
            case .string, .object: continue
            default: return "under \(key.prefix(64)) there is \(value.kind), so it is not a product; \(forms)"
            }
        }
        return nil
    }

    /// Whether a key is one of those by which Apple's bundles describe themselves.
    private static func isBundleKey(_ key: String) -> Bool {
        let prefixes = [
            "CFBundle", "CFAppleHelp", "NS", "UI", "LS", "DT", "ITS", "SK", "WK", "AVF", "MK", "GK", "CK", "BG",
        ]
        let names = ["BuildMachineOSBuild", "MinimumOSVersion", "APIKey"]
        return names.contains(key)
            || !key.contains(".")
                && prefixes.contains { key.hasPrefix($0) && key.dropFirst($0.count).first?.isUppercase == true }
    }
}
