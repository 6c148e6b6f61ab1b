public import Foundation
public import Purser

// SwiftyStoreKit's calls, answered by its rules from a receipt.
extension ReceiptAnswer {
    /// Whether a product was bought, and neither revoked nor replaced by an upgrade, by the rows of the receipt that was sent.
    ///
    /// Finished consumables are in no receipt.
    public func verifyPurchase(productId: String) -> VerifyPurchaseResult {
        purchases.first { $0.productID == productId && $0.stands }.map { .purchased(item: $0) } ?? .notPurchased
    }

    /// Whether one subscription is valid; see ``verifySubscriptions(ofType:productIds:validUntil:)``.
    public func verifySubscription(
        ofType type: SubscriptionType = .autoRenewable, productId: String, validUntil date: Date = Date()
    ) -> VerifySubscriptionResult {
        verifySubscriptions(ofType: type, productIds: [productId], validUntil: date)
    }

    /// Whether one of these subscriptions, such as those of a group, is valid.
    ///
    /// Of all their periods that were neither revoked nor replaced by an upgrade, the one that ends last decides: the subscription
    /// is valid if the period ends after the time of the answer, by the server's clock. Periods of renewing subscriptions are ``latestPurchases``, or those in
    /// the receipt if the answer has none. A renewing subscription whose periods are over may be in a grace period. A non-renewing
    /// one ends after its original purchase by the duration of the type. The items are all periods that count.
    ///
    /// - Parameters:
    ///   - type: how the ends are found, for all of the products.
    ///   - productIds: the products.
    ///   - date: the time to check, if the answer has no time of its own.
    public func verifySubscriptions(
        ofType type: SubscriptionType = .autoRenewable, productIds: Set<String>, validUntil date: Date = Date()
    ) -> VerifySubscriptionResult {
        let moment = Timestamp(requestDate ?? date)
        let rows = type == .autoRenewable ? latestPurchases ?? purchases : purchases
        let items = rows.filter { productIds.contains($0.productID) && $0.stands }
        let ends: [(end: Timestamp, item: StoreTransaction)] = items.compactMap { item in
            switch type {
            case .autoRenewable: item.expirationTime.map { ($0, item) }
            case .nonRenewing(let length): (item.originalPurchaseTime.advanced(by: max(.zero, length)), item)
            }
        }
        let graceEnds = type == .autoRenewable ? graceEnds(of: productIds) : [:]
        let subscriptions = Dictionary(grouping: ends) { $0.item.originalID }.compactMap { id, periods in
            SubscriptionEnds(periods, graceEnd: graceEnds[id])
        }
        return SubscriptionEnds.result(of: subscriptions, at: moment)
    }

    /// The products that were ever bought, also revoked ones: those of renewing subscriptions, or all others.
    public func distinctPurchaseIds(ofType type: SubscriptionType = .autoRenewable) -> Set<String> {
        let rows = type == .autoRenewable ? latestPurchases ?? purchases : purchases
        return Set(rows.filter { (type == .autoRenewable) == ($0.expirationDate != nil) }.map(\.productID))
    }

    /// The ends of the grace periods of subscriptions that are subscriptions to these products now.
    private func graceEnds(of productIDs: Set<String>) -> [String: Timestamp] {
        let ends = renewals.filter { productIDs.contains($0.currentProductID) }.compactMap { info in
            info.gracePeriodExpirationTime.map { (info.originalTransactionID, $0) }
        }
        return Dictionary(ends, uniquingKeysWith: max)
    }
}
