public import Purser

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

// What a test or a tool does to subscriptions. Each call names one by its product, its group, or one of its transactions.
// What comes of it is told as always: transactions first, then how the subscription goes on, then where it stands.
extension EmbeddedAppStore {
    /// Every subscription of the customer as it is now, the oldest first, those that are over included.
    public var subscriptions: [SimulatedSubscription] { caughtUp.journal.subscriptions }

    /// One subscription as it is now; `nil` when the customer never had it.
    public func subscription(_ name: String) -> SimulatedSubscription? {
        let journal = caughtUp.journal
        return (try? journal.line(named: name)).map(journal.subscription)
    }

    /// The subscriptions, now and whenever one of them has changed.
    ///
    /// A sequence of its own for each reader. What changes while nobody asks comes as one; it ends with the reading task.
    public nonisolated var subscriptionUpdates: AsyncStream<[SimulatedSubscription]> {
        let last = Lock<[SimulatedSubscription]?>(nil)
        return AsyncStream(unfolding: { [changes] in
            while true {
                let seen = changes.count
                let now = await self.subscriptions
                let isNews = last.withLock { last in
                    defer { last = now }
                    return last != now
                }
                if isNews { return now }
                do { try await changes.wait(after: seen) } catch { return nil }
            }
        })
    }

    /// Renews a subscription before it is due, or one that is over: the next period begins now.
    ///
    /// Xcode's `forceRenewalOfSubscription(productIdentifier:)`.
    /// - Throws: `BackendError` with `.unknownTransaction` when the customer never had it, `.storeProductNotAvailable` when
    ///   the product is not sold.
    public func forceRenewal(of subscription: String) throws {
        try act { (account, now) throws(BackendError) in try account.journal.forcedRenewal(of: subscription, at: now) }
    }

    /// Ends a subscription now; what was planned for its renewal is forgotten.
    ///
    /// Xcode's `expireSubscription(productIdentifier:)`.
    /// - Throws: `BackendError` with `.unknownTransaction` when the customer never had it.
    public func expire(
        _ subscription: String, reason: StoreRenewalInfo.ExpirationReason = .autoRenewDisabled
    ) throws {
        try act { (account, now) throws(BackendError) in try account.journal.expired(subscription, for: reason, at: now)
        }
    }

    /// Switches renewal off or on, as a customer does in the system's settings; the present period runs to its end.
    ///
    /// Xcode's `disableAutoRenewForTransaction(identifier:)` and `enableAutoRenewForTransaction(identifier:)`.
    /// - Throws: `BackendError` with `.unknownTransaction` when the customer never had it, `.invalidRequest` when it is over.
    public func setAutoRenew(_ isOn: Bool, for subscription: String) throws {
        try act { (account, now) throws(BackendError) in try account.journal.autoRenewed(isOn, subscription, at: now) }
    }

    /// Lets the payments of one subscription fail from its next renewal on, or succeed again.
    ///
    /// See ``resolveIssue(with:)`` for one that has failed. Whoever buys another product of the group, or the same one anew, pays
    /// for that in another way: then they succeed again.
    ///
    /// ``SimulatorSettings/failsRenewals`` is Xcode's `shouldEnterBillingRetryOnRenewal`, for all of them.
    /// - Throws: `BackendError` with `.unknownTransaction` when the customer never had it.
    public func setPaymentsFail(_ fail: Bool, for subscription: String) throws {
        try act { (account, now) throws(BackendError) in try account.journal.setPayable(!fail, subscription, at: now) }
    }

    /// Pays a renewal that has failed: in the grace period as of the day on which it was due, later as of now.
    ///
    /// Xcode's `resolveIssueForTransaction(identifier:)`.
    /// - Throws: `BackendError` with `.unknownTransaction` when the customer never had it, `.invalidRequest` when it owes
    ///   nothing.
    public func resolveIssue(with subscription: String) throws {
        try act { (account, now) throws(BackendError) in try account.journal.resolvedIssue(subscription, at: now) }
    }

    /// Tells the customer of a higher price, to which they have to agree: who has not by the renewal loses the subscription.
    ///
    /// Xcode's `requestPriceIncreaseConsentForTransaction(identifier:)`.
    ///
    /// - Parameters:
    ///   - subscription: which one.
    ///   - price: what a period costs from the next renewal on; `nil` for what it costs now.
    /// - Throws: `BackendError` with `.unknownTransaction` when the customer never had it, `.invalidRequest` when it is over.
    public func requestPriceIncreaseConsent(for subscription: String, to price: Decimal? = nil) throws {
        try act { (account, now) throws(BackendError) in
            try account.journal.increased(subscription, to: price, isAgreed: false, at: now)
        }
    }

    /// Raises the price where the customer need not agree.
    ///
    /// - Parameters:
    ///   - subscription: which one.
    ///   - price: what a period costs from the next renewal on.
    /// - Throws: `BackendError` with `.unknownTransaction` when the customer never had it, `.invalidRequest` when it is over.
    public func increasePrice(of subscription: String, to price: Decimal) throws {
        try act { (account, now) throws(BackendError) in
            try account.journal.increased(subscription, to: price, isAgreed: true, at: now)
        }
    }

    /// The customer agrees to the higher price.
    ///
    /// Xcode's `consentToPriceIncreaseForTransaction(identifier:)`.
    /// - Throws: `BackendError` with `.unknownTransaction` when the customer never had it, `.invalidRequest` when nobody
    ///   asked them.
    public func consentToPriceIncrease(of subscription: String) throws {
        try act { (account, now) throws(BackendError) in try account.journal.consented(true, subscription, at: now) }
    }

    /// The customer declines the higher price: the subscription does not renew.
    ///
    /// Xcode's `declinePriceIncreaseForTransaction(identifier:)`.
    /// - Throws: `BackendError` with `.unknownTransaction` when the customer never had it, `.invalidRequest` when nobody
    ///   asked them.
    public func declinePriceIncrease(of subscription: String) throws {
        try act { (account, now) throws(BackendError) in try account.journal.consented(false, subscription, at: now) }
    }

    /// Makes the present period longer; all periods behind it come later.
    ///
    /// The server's `Extend a Subscription Renewal Date`.
    /// - Throws: `BackendError` with `.unknownTransaction` when the customer never had it, `.invalidRequest` unless it
    ///   runs and the length is positive.
    public func extend(_ subscription: String, by length: Duration) throws {
        try act { (account, now) throws(BackendError) in try account.journal.extended(subscription, by: length, at: now)
        }
    }

    /// Makes the present period of everybody who has a product longer, as ``extend(_:by:)`` does for one.
    ///
    /// The server's `Extend Subscription Renewal Dates for All Active Subscribers`. It is told `RENEWAL_EXTENDED` of each,
    /// `RENEWAL_EXTENSION` with `FAILURE` of who owes a payment, and at last how it went with `SUMMARY`.
    ///
    /// - Parameters:
    ///   - productID: the subscription.
    ///   - length: by how much.
    ///   - storefronts: the storefronts in which it is extended, as ISO 3166-1 alpha-3 countries; none for all.
    ///   - requestIdentifier: the server's own name for its request, which comes back in the summary.
    /// - Returns: how it went.
    /// - Throws: `BackendError` with `.storeProductNotAvailable` when no such subscription is sold, `.invalidRequest` unless
    ///   the length is positive.
    @discardableResult
    public func extendAll(
        _ productID: String, by length: Duration, in storefronts: [String] = [], requestIdentifier: String
    ) throws -> ServerNotification.Summary {
        try actWithResult { (account, now) throws(BackendError) in
            try account.journal.allExtended(productID, by: length, in: storefronts, request: requestIdentifier, at: now)
        }
    }

    /// Lets the family share a product with the customer: a subscription that another member pays for, or what they bought.
    ///
    /// It comes as `FAMILY_SHARED`, costs the customer nothing, and stands beside a subscription of their own.
    /// - Throws: `BackendError` with `.storeProductNotAvailable` when the product is not sold, `.invalidRequest` when it is
    ///   not for families.
    public func shareWithFamily(_ productID: String) throws {
        try act { (account, now) throws(BackendError) in try account.sharedByFamily(productID, at: now) }
    }

    /// Ends what ``shareWithFamily(_:)`` began: the customer's transaction is revoked.
    ///
    /// - Throws: `BackendError` with `.unknownTransaction` when the family shares no such product.
    public func stopSharing(_ productID: String) throws {
        try act { (account, now) throws(BackendError) in try account.unsharedByFamily(productID, at: now) }
    }

    /// Lets the customer redeem an offer code outside the app.
    ///
    /// - Parameters:
    ///   - offerID: the offer, by its reference name.
    ///   - productID: the subscription that has it.
    /// - Returns: the transaction; that of the present period where the offer begins with the next one.
    /// - Throws: `BackendError` with `.invalidOfferIdentifier` when there is no such offer, `.ineligibleForOffer` when it is
    ///   for other customers.
    @discardableResult
    public func redeemCode(_ offerID: String, for productID: String) throws -> StoreTransaction {
        let place = try actWithResult { (account, now) throws(BackendError) in
            try account.redeemed(offerID, for: productID, at: now)
        }
        return account.book.transactions[place].transaction
    }

    /// Says which code the customer enters when the app shows the sheet for codes next; without one they close the sheet.
    public func enterCode(_ offerID: String, for productID: String) { codes.append((offerID, productID)) }
}
