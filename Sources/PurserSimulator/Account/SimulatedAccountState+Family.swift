import Purser

// A member of the family buys, or stops to share, and this customer has it without paying.
extension SimulatedAccountState {
    /// The family shares a product with this customer from now on; one that it shares already stays as it is.
    mutating func sharedByFamily(_ productID: String, at now: Timestamp) throws(BackendError) -> [BackendEvent] {
        guard let product = catalog.unpriced(productID) else {
            throw BackendError(.storeProductNotAvailable, "\(productID) is not sold here. Ask products(for:) what is.")
        }
        guard product.isFamilyShareable, product.type == .nonConsumable || product.type == .autoRenewable else {
            throw BackendError(
                .invalidRequest,
                "\(productID) is not for the family. Non-consumables and subscriptions are, where isFamilyShareable says so."
            )
        }
        guard !isSharing(product) else { return [] }
        let payment = BackendPayment(token: PaymentToken(launch: 0, number: 0), productID: productID)
        let former = product.subscription.flatMap { book.sharedLines[$0.subscriptionGroupID] }
        let place = append(
            product, payment, offer: nil, token: nil, originalOf: nil, isCharged: false, isShared: true, at: now)
        noticePurchase(place, former: former, nil, at: now)
        return [reported(place, otherOrigin(of: place))]
    }

    /// The family does not share a product any more: what this customer has of it is revoked.
    mutating func unsharedByFamily(_ productID: String, at now: Timestamp) throws(BackendError) -> [BackendEvent] {
        let shared = sharedPlace(of: productID)
        guard let shared else {
            throw BackendError(
                .unknownTransaction, "The family shares no \(productID). Call shareWithFamily(_:) first.")
        }
        return try revoked(id(of: shared), reason: .other, percentage: nil, at: now)
    }

    private func isSharing(_ product: StoreProduct) -> Bool {
        guard let group = product.subscription?.subscriptionGroupID else { return sharedPlace(of: product.id) != nil }
        return book.sharedLines[group].map { !$0.phase.isOver && $0.productID == product.id } ?? false
    }

    /// The place of the transaction by which the family shares a product.
    private func sharedPlace(of productID: String) -> Int? {
        if let line = book.sharedLines.all.values.first(where: { $0.productID == productID }) {
            return line.phase.isOver ? nil : line.current
        }
        return book.records.indices.last {
            let transaction = book.records[$0].transaction
            return transaction.productID == productID && transaction.ownershipType == .familyShared
                && transaction.revocationTime == nil && !book.isDeleted($0)
        }
    }
}
