extension PurchaseStore.Configuration {
    /// Delivers purchases as items of the app's own catalog, also those bought elsewhere.
    ///
    /// Products that this version of the app does not know are treated as ``TypedCatalog/unknownProducts`` says. The
    /// method sets ``grant``, ``finishing``, ``manualPurchases`` and, if they are empty, ``productIDs``. A purchase
    /// that an earlier version of the app left unfinished, because it did not know the product, is delivered and
    /// finished when the store opens.
    ///
    /// - Parameters:
    ///   - catalog: the app's products.
    ///   - grant: delivers one item; its errors are treated as those of ``grant``.
    public mutating func deliver<Item>(
        _ catalog: TypedCatalog<Item>, with grant: @escaping @Sendable (Item, StoreUpdate) async throws -> Void
    ) {
        if productIDs.isEmpty { productIDs = catalog.ids }
        self.grant = { update in
            guard let item = catalog[update.productID] else { return }
            try await grant(item, update)
        }
        finishing = { productID in
            guard catalog[productID] == nil, case .leaveUnfinished = catalog.unknownProducts else { return .atomic }
            return .manual
        }
        manualPurchases = { purchase in
            guard let item = catalog[purchase.update.productID], purchase.update.kind.grants else { return }
            // A failed delivery comes again at the next launch.
            guard (try? await grant(item, purchase.update)) != nil else { return }
            try? await purchase.finish()
        }
    }
}
