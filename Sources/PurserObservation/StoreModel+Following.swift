import Purser

// The loops while the model runs: one for the entitlements, one for the users, and two for each product.
extension StoreModel {
    /// Opens the store if necessary, and shows its state until it closes or the task is cancelled.
    ///
    /// Call it in a view's `task`. It may run several times, one after another or, in an app with several windows, at the same
    /// time; there is still one store. When the store cannot be opened, ``failure`` is set, and the call returns; call it again
    /// for another attempt.
    public func run() async {
        guard preview == nil, let store = await open() else { return }
        await withDiscardingTaskGroup { group in
            group.addTask { await self.followEntitlements(store) }
            group.addTask { await self.followAccounts(store) }
            group.addTask { await self.followProducts(store) }
        }
    }

    /// The store; opens it when no other run does, and waits for the other run when one does.
    private func open() async -> PurchaseStore? {
        while isOpening {
            guard (try? await changes.wait(after: changes.count)) != nil else { return nil }
        }
        if let store, phase == .open { return store }
        isOpening = true
        defer {
            isOpening = false
            changes.advance()
        }
        do {
            let opened = try await opening()
            (store, phase) = (opened, .open)
            return opened
        } catch {
            note(error)
            return nil
        }
    }

    private func followEntitlements(_ store: PurchaseStore) async {
        for await _ in store.entitlementUpdates { showOwned(store) }
        guard !Task.isCancelled else { return }
        update(\.phase, .closed)
        changes.advance()
    }

    private func followAccounts(_ store: PurchaseStore) async {
        for await _ in store.accounts { update(\.account, store.account) }
    }

    /// Shows the store's state at this moment, not that of the loop's report: so the result of a call of the model is
    /// never followed by something older.
    func catchUp(with store: PurchaseStore) {
        update(\.account, store.account)
        showOwned(store)
        for product in followed { product.update(\.state, store.state(of: product.id)) }
    }

    private func showOwned(_ store: PurchaseStore) {
        let entitlements = store.entitlements
        update(\.entitlements, entitlements)
        for product in followed { product.take(entitlements) }
    }

    /// Follows the products that there are, and those that are added, until the store closes.
    private func followProducts(_ store: PurchaseStore) async {
        await withDiscardingTaskGroup { group in
            var count = 0
            while !Task.isCancelled, phase != .closed {
                let seen = changes.count
                let new = followed[count...]
                count = followed.count
                for product in new {
                    group.addTask { await self.followState(of: product, store) }
                    group.addTask { await self.followContent(of: product, store) }
                }
                if !new.isEmpty { group.addTask { await self.load(new.map(\.id), from: store) } }
                guard (try? await changes.wait(after: seen)) != nil else { break }
            }
        }
    }

    private func followState(of product: ProductModel, _ store: PurchaseStore) async {
        for await state in store.states(of: product.id) {
            let isForgotten = state == .registered && product.product != nil
            product.update(\.state, store.state(of: product.id))
            if product.product == nil { describe(product, as: store.cachedProduct(product.id)) }
            // In another country it has another name and price.
            if isForgotten { await load([product.id], from: store) }
        }
    }

    private func followContent(of product: ProductModel, _ store: PurchaseStore) async {
        for await content in store.contentStatuses(of: product.id) { product.update(\.content, content) }
    }

    /// Gets products from the store.
    ///
    /// - Parameter refreshing: whether known ones are fetched again.
    func load(_ productIDs: [String], from store: PurchaseStore, refreshing: Bool = false) async {
        loads += 1
        defer { loads -= 1 }
        do {
            let fetched = try await store.products(for: productIDs, refreshing: refreshing)
            for product in productIDs.compactMap({ modelsByID[$0] }) { describe(product, as: fetched[product.id]) }
        } catch {
            note(error)
        }
    }

    private func describe(_ product: ProductModel, as description: StoreProduct?) {
        guard product.product != description else { return }
        product.update(\.product, description)
        // Its own subscription is found by its group.
        product.take(entitlements)
    }
}
