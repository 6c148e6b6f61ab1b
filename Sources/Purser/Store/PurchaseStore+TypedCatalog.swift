extension PurchaseStore.Configuration {
    /// Hands over what is bought by an app's own words, also what is bought elsewhere, and deals with products that this
    /// version of the app does not know as ``TypedCatalog/unknownProducts`` says.
    ///
    /// It sets ``grant``, ``finishing``, ``manualPurchases`` and, where there are none, ``productIDs``. What an earlier version
    /// of the app left unfinished because it did not know the product is handed over and finished when the store opens.
    ///
    /// - Parameters:
    ///   - catalog: the app's products.
    ///   - grant: hands over one item; its errors are treated as those of ``grant``.
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
            // What fails here comes again at the next launch.
            guard (try? await grant(item, purchase.update)) != nil else { return }
            try? await purchase.finish()
        }
    }
}
