/// The position of a loop over the allowed products.
struct AllowedReading: PulledIterator {
    private var updates: SessionLoop<EntitlementReading, StoreEntitlements>
    /// The same for all users.
    private let list: ProductList?
    private var last: Set<String>?

    init(updates: SessionLoop<EntitlementReading, StoreEntitlements>, list: ProductList?) {
        (self.updates, self.list) = (updates, list)
    }

    mutating func next() async -> Set<String>? {
        while let entitlements = await updates.next() {
            let allowed = entitlements.allowedProductIDs(by: list)
            guard allowed != last else { continue }
            last = allowed
            return allowed
        }
        return nil
    }
}
