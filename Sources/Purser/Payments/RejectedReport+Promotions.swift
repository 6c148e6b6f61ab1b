extension RejectedReport {
    /// The report of a promoted purchase that the app accepted, and that Purser or the backend rejected.
    init(_ purchase: PromotedPurchase, _ failure: PurchaseFailure) {
        let isRequest = failure.code == .invalidRequest || failure.code == .invalidQuantity
        self.init(
            .promotedPurchase, id: purchase.id, productID: purchase.productID,
            reason: isRequest ? .outOfLimits : .notBought,
            message: "It is kept for later, because it could not be bought (\(failure.code)): \(failure.message)")
    }

    /// The report of a promoted purchase for which the list of deferred ones has no space.
    init(withoutRoomFor purchase: PromotedPurchase) {
        self.init(
            .promotedPurchase, id: purchase.id, productID: purchase.productID, reason: .outOfLimits,
            message:
                "\(EntranceLimits.deferredPromotedPurchases) promoted purchases are deferred already, so this one is "
                + "not kept. Buy or decline those of deferredPromotedPurchases.")
    }
}
