import Purser

// Somebody else pays, a member of the family or who has bought seats, and this customer has it for nothing.
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
        return got(product, from: .familyShared, at: now)
    }

    /// Somebody who has bought seats assigns one to this customer; who has one already keeps it.
    mutating func seatAssigned(_ productID: String, at now: Timestamp) throws(BackendError) -> [BackendEvent] {
        guard let product = catalog.unpriced(productID) else {
            throw BackendError(.storeProductNotAvailable, "\(productID) is not sold here. Ask products(for:) what is.")
        }
        guard product.subscription?.supportsMultiSeatPurchase == true else {
            throw BackendError(
                .invalidRequest, "\(productID) is sold without seats. Only what has seatPriceTiers can be assigned.")
        }
        if isSharing(product) {
            guard let group = product.subscription?.subscriptionGroupID, book.sharedLines[group]?.isAssigned == true
            else {
                throw BackendError(
                    .invalidRequest, "The family shares \(productID) with the customer. Call stopSharing(_:) first.")
            }
            return []
        }
        return got(product, from: .assigned, at: now)
    }

    /// A seat is not assigned to this customer any more: what they have of it is revoked.
    mutating func seatUnassigned(_ productID: String, at now: Timestamp) throws(BackendError) -> [BackendEvent] {
        let line = book.sharedLines.all.values.first { $0.isAssigned && $0.productID == productID && !$0.phase.isOver }
        guard let line else {
            throw BackendError(
                .unknownTransaction, "No seat of \(productID) is assigned to the customer. Call assignSeat(of:) first.")
        }
        return try revoked(id(of: line.current), reason: .other, percentage: nil, at: now)
    }

    /// This customer gets what somebody else pays for.
    private mutating func got(
        _ product: StoreProduct, from owner: StoreTransaction.OwnershipType, at now: Timestamp
    ) -> [BackendEvent] {
        let payment = BackendPayment(token: PaymentToken(launch: 0, number: 0), productID: product.id)
        let former = product.subscription.flatMap { book.sharedLines[$0.subscriptionGroupID] }
        let place = append(
            product, payment, offer: nil, token: nil, originalOf: nil, isCharged: false, owner: owner, at: now)
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
        if let line = book.sharedLines.all.values.first(where: { $0.productID == productID && !$0.isAssigned }) {
            return line.phase.isOver ? nil : line.current
        }
        return book.records.indices.last {
            let transaction = book.records[$0].transaction
            return transaction.productID == productID && transaction.ownershipType == .familyShared
                && transaction.revocationTime == nil && !book.isDeleted($0)
        }
    }
}
