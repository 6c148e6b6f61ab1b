#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension PurchaseStore {
    /// The purchases begun in the App Store to which the app answered `.later`, and those that it wanted to buy and that
    /// were refused; oldest first, at most ``EntranceLimits/deferredPromotedPurchases``.
    public var deferredPromotedPurchases: [PromotedPurchase] { engine.promotions.open }

    /// A stream of the purchases that are put off, beginning with those of ``deferredPromotedPurchases``.
    public var promotedPurchaseDeferrals: AsyncStream<PromotedPurchase> { engine.promotions.stream() }

    /// Buys a promoted purchase that was put off, with the offer that came along with it.
    ///
    /// It leaves the list. When the store refuses it and the customer is not charged, it is on the list again, whether
    /// the call still waits or not; once it was bought or put off, or the customer cancelled, it is over. One that
    /// ``Configuration/productList`` has for subscribers only is acquired in place of a payment, as by
    /// ``purchase(_:confirmIn:deadline:)``; it stays on the list where no subscription enables it.
    ///
    /// - Parameters:
    ///   - promotion: one of ``deferredPromotedPurchases``.
    ///   - appAccountToken: the app's own user; it comes back on the transaction. When the store's account is a user,
    ///     it is that user, and `nil` gives it.
    ///   - context: what the app wants to find again on the update.
    ///   - finishing: `.atomic` lets Purser finish, `.manual` leaves that to the app; `nil` does as
    ///     ``Configuration/finishing`` says.
    ///   - presentation: where the customer is asked; `nil` leaves that to the backend.
    ///   - deadline: how long to wait at most, counted from now; `nil` waits as long as ``CallLimits`` let it.
    /// - Throws: ``PurchaseFailure`` with `.invalidRequest` when it is not among the deferred ones any more; otherwise
    ///   with the codes of ``purchase(_:confirmIn:deadline:)``.
    public func purchase(
        deferred promotion: PromotedPurchase, appAccountToken: UUID? = nil, context: [String: String] = [:],
        finishing: Finishing? = nil, confirmIn presentation: PurchasePresentation? = nil,
        deadline: Duration? = nil
    ) async throws(PurchaseFailure) -> PurchaseOutcome {
        guard engine.promotions.isOpen(promotion.id) else { throw .notDeferred(promotion) }
        if isForSubscribersOnly(promotion.productID) {
            let outcome = try await acquire(promotion.productID)
            _ = engine.promotions.remove(promotion.id)
            return outcome
        }
        // A request that is refused leaves it among the deferred ones.
        let (engine, intent) = try admitted(
            PaymentRequest(
                productID: promotion.productID, appAccountToken: appAccountToken, context: context,
                options: promotion.options, finishing: finishing))
        guard engine.promotions.beginBuying(promotion, with: intent.token) else { throw .notDeferred(promotion) }
        let payment = BackendPayment(intent, presentation: presentation)
        return try engine.outcome(await engine.queue.purchase(payment, deadline: deadline), of: payment.token)
    }

    /// Declines a promoted purchase that was put off.
    ///
    /// - Returns: whether it was among the deferred ones.
    @discardableResult
    public func declinePromotedPurchase(_ promotion: PromotedPurchase) -> Bool {
        engine.promotions.remove(promotion.id) != nil
    }
}

extension PurchaseFailure {
    /// A promoted purchase is not, or not any more, among those that were put off.
    fileprivate static func notDeferred(_ promotion: PromotedPurchase) -> PurchaseFailure {
        PurchaseFailure(
            .invalidRequest, "This promoted purchase is not among the deferred ones; it was bought or dropped.",
            productID: promotion.productID)
    }
}
