import Foundation
import Purser

/// The owned products: transactions, subscriptions and counts of consumables.
enum OwnedRows {
    /// Writes the owned products, and the date of the App Store's last report if it is long ago.
    static func write(_ entitlements: StoreEntitlements, _ output: Output) {
        output.write(rows(entitlements), ifNone: "Nothing is owned.")
        guard entitlements.isStale, let date = entitlements.lastReportDate else { return }
        output.write(
            "The App Store's last report is of \(Words.date(date)).",
            .line("stale", ["lastReportDate": date]))
    }

    private static func rows(_ entitlements: StoreEntitlements) -> [Row] {
        let owned = entitlements.active.filter { $0.subscription == nil }.map(\.transaction).map { transaction in
            Row(
                [transaction.productID, Words.kind(transaction.productType)], "owned",
                ["productID": transaction.productID, "transaction": transaction])
        }
        let acquired = entitlements.acquiredProductIDs.sorted().map { product in
            Row([product, "acquired by a subscription"], "acquired", ["productID": product])
        }
        let balances = entitlements.purchasedQuantities.sorted { $0.key < $1.key }.filter { $0.value != 0 }
            .map { product, count in
                Row([product, "\(count) bought"], "balance", ["productID": product, "quantity": count])
            }
        return owned + entitlements.subscriptions.map(row) + acquired + balances
    }

    private static func row(_ subscription: StoreSubscription) -> Row {
        Row(
            [subscription.productID, SubscriptionWords.line(subscription)], "subscription",
            [
                "productID": subscription.productID, "groupID": subscription.subscriptionGroupID,
                "state": "\(subscription.state)", "isActive": subscription.isActive,
                "expirationDate": subscription.end, "willAutoRenew": subscription.willAutoRenew,
                "renewalProductID": subscription.renewalProductID,
                "renewalDate": subscription.renewalInfo?.renewalTime, "renewalPrice": subscription.renewalPrice,
                "currency": subscription.renewalInfo?.currencyCode, "awaitsRenewal": subscription.awaitsRenewal,
                "offerPeriodCount": subscription.offerPeriodCount,
                "priceIncreaseStatus": subscription.priceIncreaseStatus.rawValue,
                "gracePeriodExpirationDate": subscription.gracePeriodExpirationDate,
                "expirationReason": subscription.expirationReason?.rawValue,
                "isFamilyShared": subscription.isFamilyShared, "seats": subscription.seats,
                "renewalSeats": subscription.renewalSeats, "isAssigned": subscription.isAssigned,
                "eligibleWinBackOfferIDs": subscription.eligibleWinBackOfferIDs,
                "transaction": subscription.transaction,
            ])
    }
}
