import Purser

/// The owned products: transactions, subscriptions and counts of consumables.
enum OwnedRows {
    /// The owned products, for people.
    static func lines(_ entitlements: StoreEntitlements) -> [String] {
        let owned = forGood(entitlements).map { [Line.single($0.productID), Words.kind($0.productType)] }
        let subscriptions = entitlements.subscriptions.map { subscription in
            [Line.single(subscription.productID), SubscriptionWords.line(subscription)]
        }
        let balances = entitlements.purchasedQuantities.sorted { $0.key < $1.key }.filter { $0.value != 0 }
            .map { [Line.single($0.key), "\($0.value) bought"] }
        let acquired = entitlements.acquiredProductIDs.sorted().map { [Line.single($0), "acquired by a subscription"] }
        let rows = owned + subscriptions + acquired + balances
        let stale = silence(entitlements).map { "The App Store's last report is of \(Words.date($0))." }
        return (rows.isEmpty ? ["Nothing is owned."] : Table.lines(rows)) + [stale].compactMap(\.self)
    }

    /// The last date of a report from the App Store, if it is long ago.
    private static func silence(_ entitlements: StoreEntitlements) -> Timestamp? {
        entitlements.isStale ? entitlements.lastReportDate.map { Timestamp($0) } : nil
    }

    /// The owned products, for programs.
    static func json(_ entitlements: StoreEntitlements) -> [JSONText] {
        let owned = forGood(entitlements).map { transaction in
            JSONText.line(
                "owned",
                [("productID", .string(transaction.productID)), ("transaction", .transaction(transaction))])
        }
        let subscriptions = entitlements.subscriptions.map { JSONText.line("subscription", members(of: $0)) }
        let balances = entitlements.purchasedQuantities.sorted { $0.key < $1.key }.filter { $0.value != 0 }
            .map { balance in
                JSONText.line(
                    "balance", [("productID", .string(balance.key)), ("quantity", .integer(balance.value))])
            }
        let acquired = entitlements.acquiredProductIDs.sorted().map { product in
            JSONText.line("acquired", [("productID", .string(product))])
        }
        return owned + subscriptions + acquired + balances
            + [silence(entitlements)].compactMap(\.self).map { lastReport in
                JSONText.line("stale", [("lastReportDate", .integer(lastReport.milliseconds))])
            }
    }

    /// The members of a subscription.
    private static func members(of subscription: StoreSubscription) -> [(String, JSONText)] {
        [
            ("productID", .string(subscription.productID)),
            ("groupID", .string(subscription.subscriptionGroupID)),
            ("state", .string("\(subscription.state)")), ("isActive", .bool(subscription.isActive)),
            ("expirationDate", .optional(subscription.end) { .integer($0.milliseconds) }),
            ("willAutoRenew", .optional(subscription.willAutoRenew) { .bool($0) }),
            ("renewalProductID", .string(subscription.renewalProductID)),
            ("renewalDate", .optional(subscription.renewalInfo?.renewalTime) { .integer($0.milliseconds) }),
            ("renewalPrice", .optional(subscription.renewalPrice, JSONText.decimal)),
            ("currency", .string(subscription.renewalInfo?.currencyCode)),
            ("awaitsRenewal", .bool(subscription.awaitsRenewal)),
            ("offerPeriodCount", .integer(subscription.offerPeriodCount)),
            ("priceIncreaseStatus", .string(subscription.priceIncreaseStatus.rawValue)),
            (
                "gracePeriodExpirationDate",
                .optional(subscription.gracePeriodExpirationDate) { .integer(Timestamp($0).milliseconds) }
            ),
            (
                "expirationReason",
                .optional(subscription.expirationReason) { .integer($0.rawValue) }
            ),
            ("isFamilyShared", .bool(subscription.isFamilyShared)),
            ("seats", .optional(subscription.seats) { .integer($0) }),
            ("renewalSeats", .optional(subscription.renewalSeats) { .integer($0) }),
            ("isAssigned", .bool(subscription.isAssigned)),
            ("eligibleWinBackOfferIDs", .array(subscription.eligibleWinBackOfferIDs.map { .string($0) })),
            ("transaction", .transaction(subscription.transaction)),
        ]
    }

    /// The transactions of products that are owned without an expiration date.
    private static func forGood(_ entitlements: StoreEntitlements) -> [StoreTransaction] {
        entitlements.active.filter { $0.subscription == nil }.map(\.transaction)
    }
}
