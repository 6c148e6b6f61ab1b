import Purser

extension SignedFields {
    /// Whether it says anything under a key.
    func says(_ key: String) -> Bool { members[key] ?? .null != .null }

    /// What seats cost, under a key: none where nothing is said, `nil` when it cannot be read.
    func priceTiers(_ key: String) -> [StoreTransaction.MultiSeatInfo.PriceTier]? {
        guard says(key) else { return [] }
        guard case .array(let values) = members[key] else { return nil }
        var tiers: [StoreTransaction.MultiSeatInfo.PriceTier] = []
        for value in values {
            guard let tier = value.asMembers, let price = tier["tierPrice"]?.asPrice,
                let quantity = tier["tierQuantity"]?.asInt
            else { return nil }
            tiers.append(.init(price: price, quantity: quantity))
        }
        return tiers
    }
}
