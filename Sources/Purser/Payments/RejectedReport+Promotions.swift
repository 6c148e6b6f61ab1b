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

    /// The report of a promoted purchase whose payment was rejected.
    ///
    /// - Parameter failure: the reason; `nil` when the payment was made in an earlier session, or never submitted.
    init(_ returned: PromotedPurchasesState.Returned, _ failure: PurchaseFailure?) {
        let purchase = returned.purchase
        if !returned.isDeferred {
            self.init(withoutRoomFor: purchase)
        } else if let failure {
            self.init(purchase, failure)
        } else {
            self.init(
                .promotedPurchase, id: purchase.id, productID: purchase.productID, reason: .notBought,
                message: "The promoted purchase is deferred again, because its payment was not made. Buy or decline it."
            )
        }
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
