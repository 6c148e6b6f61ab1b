extension RejectedReport {
    /// The report of a promoted purchase that the app accepted, and that Purser or the backend rejected.
    init(_ purchase: PromotedPurchase, _ failure: PurchaseFailure) {
        let isRequest = failure.code == .invalidRequest || failure.code == .invalidQuantity
        self.init(
            .promotedPurchase, id: purchase.id, productID: purchase.productID,
            reason: isRequest ? .outOfLimits : .notBought,
            message: "The promoted purchase is deferred, because it could not be made (\(failure.code)): "
                + "\(failure.message)")
    }

    /// The report of a promoted purchase for which the list of deferred ones has no space.
    init(withoutRoomFor purchase: PromotedPurchase) {
        self.init(
            .promotedPurchase, id: purchase.id, productID: purchase.productID, reason: .outOfLimits,
            message:
                "\(IntakeLimits.deferredPromotedPurchases) promoted purchases are already deferred, so this one was "
                + "dropped. Buy or decline those in deferredPromotedPurchases.")
    }
}
