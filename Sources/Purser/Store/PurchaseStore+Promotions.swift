extension PurchaseStore {
    /// Purchases begun in the App Store that the app put off.
    public var deferredPromotions: [PromotedPurchase] { engine.promotions.open }

    /// Those that are put off, as it happens, beginning with those put off before.
    public var promotionDeferrals: AsyncStream<PromotedPurchase> { engine.promotions.stream() }

    /// Buys one that was put off.
    ///
    /// - Throws: ``PurchaseFailure``, as ``purchase(_:deadline:)`` does, or `.invalidRequest` when it is not listed.
    public func purchase(
        deferred promotion: PromotedPurchase, context: [String: String] = [:], finishing: Finishing = .atomic,
        deadline: Duration? = nil
    ) async throws(PurchaseFailure) -> PurchaseOutcome {
        guard let promotion = engine.promotions.remove(promotion.id) else {
            throw PurchaseFailure(
                .invalidRequest, "This promoted purchase is not among the deferred ones; it was bought or dropped.",
                productID: promotion.productID)
        }
        return try await purchase(
            promotion.productID, context: context, offer: promotion.offer, finishing: finishing, deadline: deadline)
    }

    /// Drops one that was put off; false when it is not listed any more.
    @discardableResult
    public func drop(_ promotion: PromotedPurchase) -> Bool { engine.promotions.remove(promotion.id) != nil }
}
