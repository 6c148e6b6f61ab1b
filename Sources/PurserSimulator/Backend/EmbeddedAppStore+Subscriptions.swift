public import Purser

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

// Subscriptions. Each call names a subscription by its product, its group, or one of its transactions. Transactions are
// reported first, then the renewal info, then the status.
extension EmbeddedAppStore {
    /// All subscriptions of the customer in their current states, including expired ones, the oldest first.
    public var subscriptions: [SimulatedSubscription] { caughtUp.journal.subscriptions }

    /// Returns one subscription in its current state; `nil` if the customer never had it.
    public func subscription(_ name: String) -> SimulatedSubscription? {
        let journal = caughtUp.journal
        return (try? journal.subscription(named: name)).map(journal.subscription)
    }

    /// Returns the history of a subscription: its periods, and the time between them; empty if the customer never had
    /// it.
    public func history(of subscription: String) -> [SubscriptionSpan] {
        let journal = caughtUp.journal
        return (try? journal.subscription(named: subscription)).map { [SubscriptionSpan](of: $0, in: journal.book) }
            ?? []
    }

    /// The subscriptions, now and after each change.
    ///
    /// Each call returns an independent sequence. Changes between two reads are combined into one value; the sequence
    /// ends with the reading task.
    public nonisolated var subscriptionUpdates: AsyncStream<[SimulatedSubscription]> {
        let last = Lock<[SimulatedSubscription]?>(nil)
        return AsyncStream(unfolding: { [changes] in
            while true {
                let seen = changes.count
                let now = await self.subscriptions
                let isChange = last.withLock { last in
                    defer { last = now }
                    return last != now
                }
                if isChange { return now }
                do { try await changes.wait(after: seen) } catch { return nil }
            }
        })
    }

    /// Renews a subscription before it is due, or an expired one: the next period begins now.
    ///
    /// Xcode's `forceRenewalOfSubscription(productIdentifier:)`.
    ///
    /// - Throws: `BackendFailure` with `.unknownTransaction` if the customer never had it, `.storeProductNotAvailable` if
    ///   the product is not sold.
    public func forceRenewal(of subscription: String) throws {
        try act { try $0.journal.forcedRenewal(of: subscription, at: $1) }
    }

    /// Ends a subscription now; planned changes of its renewal are dropped.
    ///
    /// Xcode's `expireSubscription(productIdentifier:)`.
    ///
    /// - Throws: `BackendFailure` with `.unknownTransaction` if the customer never had it.
    public func expire(
        _ subscription: String, reason: StoreRenewalInfo.ExpirationReason = .autoRenewDisabled
    ) throws {
        try act { try $0.journal.expired(subscription, for: reason, at: $1) }
    }

    /// Switches renewal off or on, like a customer in the system's settings; the current period runs to its end.
    ///
    /// Xcode's `disableAutoRenewForTransaction(identifier:)` and `enableAutoRenewForTransaction(identifier:)`.
    ///
    /// - Throws: `BackendFailure` with `.unknownTransaction` if the customer never had it, `.invalidRequest` if it is
    ///   over.
    public func setAutoRenew(_ isOn: Bool, for subscription: String) throws {
        try act { try $0.journal.autoRenewed(isOn, subscription, at: $1) }
    }

    /// Sets whether the payments of a subscription fail from its next renewal on.
    ///
    /// To resolve a failed payment, use ``resolveIssue(with:)``. If the customer buys another product of the group, or
    /// the same product again, payments succeed again.
    ///
    /// ``SimulatorSettings/failsRenewals`` is Xcode's `shouldEnterBillingRetryOnRenewal`, for all subscriptions.
    ///
    /// - Throws: `BackendFailure` with `.unknownTransaction` if the customer never had it.
    public func setPaymentsFail(_ fail: Bool, for subscription: String) throws {
        try act { try $0.journal.setPayable(!fail, subscription, at: $1) }
    }

    /// Pays a failed renewal: from its due date in the grace period, otherwise from now.
    ///
    /// It also ends the effect of ``setPaymentsFail(_:for:)``: later renewals of the subscription succeed. But while
    /// ``SimulatorSettings/failsRenewals`` is on, they fail again.
    ///
    /// Xcode's `resolveIssueForTransaction(identifier:)`.
    ///
    /// - Throws: `BackendFailure` with `.unknownTransaction` if the customer never had it, `.invalidRequest` if no
    ///   payment is due.
    public func resolveIssue(with subscription: String) throws {
        try act { try $0.journal.resolvedIssue(subscription, at: $1) }
    }

    /// Requests the customer's consent to a price increase; without it, the subscription ends at the renewal.
    ///
    /// Xcode's `requestPriceIncreaseConsentForTransaction(identifier:)`.
    ///
    /// - Parameters:
    ///   - subscription: the subscription.
    ///   - price: the price of a period from the next renewal on; `nil` for the current price.
    /// - Throws: `BackendFailure` with `.unknownTransaction` if the customer never had it, `.invalidRequest` if it is
    ///   over.
    public func requestPriceIncreaseConsent(for subscription: String, to price: Decimal? = nil) throws {
        try act { try $0.journal.increased(subscription, to: price, isAgreed: false, at: $1) }
    }

    /// Raises the price without the customer's consent.
    ///
    /// - Parameters:
    ///   - subscription: the subscription.
    ///   - price: the price of a period from the next renewal on.
    /// - Throws: `BackendFailure` with `.unknownTransaction` if the customer never had it, `.invalidRequest` if it is
    ///   over.
    public func increasePrice(of subscription: String, to price: Decimal) throws {
        try act { try $0.journal.increased(subscription, to: price, isAgreed: true, at: $1) }
    }

    /// Agrees to the price increase for the customer.
    ///
    /// Xcode's `consentToPriceIncreaseForTransaction(identifier:)`.
    ///
    /// - Throws: `BackendFailure` with `.unknownTransaction` if the customer never had it, `.invalidRequest` if no
    ///   consent was requested.
    public func consentToPriceIncrease(of subscription: String) throws {
        try act { try $0.journal.consented(true, subscription, at: $1) }
    }

    /// Declines the price increase for the customer: the subscription does not renew.
    ///
    /// Xcode's `declinePriceIncreaseForTransaction(identifier:)`.
    ///
    /// - Throws: `BackendFailure` with `.unknownTransaction` if the customer never had it, `.invalidRequest` if no
    ///   consent was requested.
    public func declinePriceIncrease(of subscription: String) throws {
        try act { try $0.journal.consented(false, subscription, at: $1) }
    }

    /// Extends the current period; all later periods move.
    ///
    /// The server's `Extend a Subscription Renewal Date`.
    ///
    /// - Throws: `BackendFailure` with `.unknownTransaction` if the customer never had it, `.invalidRequest` unless it is
    ///   active and the length is positive.
    public func extend(_ subscription: String, by length: Duration) throws {
        try act { try $0.journal.extended(subscription, by: length, at: $1) }
    }

    /// Extends the current periods of all subscribers of a product, as ``extend(_:by:)`` does for one subscription.
    ///
    /// The server's `Extend Subscription Renewal Dates for All Active Subscribers`. The app's server gets
    /// `RENEWAL_EXTENDED` for each subscriber, `RENEWAL_EXTENSION` with `FAILURE` for each subscriber with a due
    /// payment, and finally the result with `SUMMARY`.
    ///
    /// - Parameters:
    ///   - productID: the subscription.
    ///   - length: the length of the extension.
    ///   - storefronts: the storefronts, as ISO 3166-1 alpha-3 countries; empty for all.
    ///   - requestIdentifier: the server's identifier of its request, which the summary contains.
    /// - Returns: the summary.
    /// - Throws: `BackendFailure` with `.storeProductNotAvailable` if no such subscription is sold, `.invalidRequest`
    ///   unless the length is positive.
    @discardableResult
    public func extendAll(
        _ productID: String, by length: Duration, in storefronts: [String] = [], requestIdentifier: String
    ) throws -> ServerNotification.Summary {
        try actWithResult {
            try $0.journal.allExtended(productID, by: length, in: storefronts, request: requestIdentifier, at: $1)
        }
    }

    /// Begins family sharing of a product with the customer: a family member's subscription or purchase.
    ///
    /// It is reported as `FAMILY_SHARED`, costs the customer nothing, and is separate from the customer's own
    /// subscription.
    ///
    /// - Throws: `BackendFailure` with `.storeProductNotAvailable` if the product is not sold, `.invalidRequest` if it is
    ///   not family shareable.
    public func shareWithFamily(_ productID: String) throws {
        try act { try $0.sharedByFamily(productID, at: $1) }
    }

    /// Ends family sharing of a product: the customer's transaction is revoked.
    ///
    /// - Throws: `BackendFailure` with `.unknownTransaction` if the family shares no such product.
    public func stopSharing(_ productID: String) throws {
        try act { try $0.unsharedByFamily(productID, at: $1) }
    }

    /// Sets the billing plan of a subscription from its next period on, or after its commitment: monthly or up front.
    ///
    /// The customer may change the plan until then. A change from up-front to monthly payment begins a new commitment
    /// at that time.
    ///
    /// - Throws: `BackendFailure` with `.unknownTransaction` if the customer never had it, `.invalidRequest` if it is
    ///   over, `.storeProductNotAvailable` if its product has no such plan.
    public func setBillingPlan(_ plan: StoreProduct.BillingPlanType, for subscription: String) throws {
        try act { try $0.planChosen(plan, for: subscription, at: $1) }
    }

    /// Sets the number of seats of the next period, like a customer in the system's settings; the current period keeps
    /// its seats.
    ///
    /// To buy more seats, use `PurchaseOption.seats(_:)` with the new total.
    ///
    /// - Throws: `BackendFailure` with `.unknownTransaction` if the customer never had it, `.invalidRequest` if it is
    ///   over, has no seats, changes to another product, or would get more seats than now.
    public func setRenewalSeats(_ seats: Int, for subscription: String) throws {
        try act { try $0.journal.seatsChosen(seats, subscription, at: $1) }
    }

    /// Refunds some seats of a subscription, the cheapest first: the transaction keeps the others and gets no
    /// revocation date.
    ///
    /// If no seats remain, the transaction is revoked, as by ``refund(_:reason:percentage:)``. The number of seats of
    /// the next period stays unchanged.
    ///
    /// - Parameters:
    ///   - seats: the number of seats, from 1 to all seats of the transaction.
    ///   - transactionID: the transaction; a period with added seats has several.
    ///   - percentage: the refunded part of their price, from 0 to 100.
    /// - Throws: `BackendFailure` with `.unknownTransaction` if there is no such transaction; with `.invalidRequest` if
    ///   it has no seats or fewer seats, or if the percentage is not a number from 0 to 100.
    public func refundSeats(_ seats: Int, of transactionID: String, percentage: Decimal = 100) throws {
        try Self.check(percentage)
        try act { try $0.seatsRefunded(seats, of: transactionID, percentage: percentage, at: $1) }
    }

    /// Assigns the customer a seat of a subscription that another person bought.
    ///
    /// It is reported as `ASSIGNED`, costs the customer nothing, and is separate from the customer's own subscription;
    /// in its group, it replaces the family's shared subscription. The buyer of the seats is not a customer of this App
    /// Store.
    ///
    /// - Throws: `BackendFailure` with `.storeProductNotAvailable` if the product is not sold, `.invalidRequest` if it is
    ///   sold without seats, or the family shares it.
    public func assignSeat(of productID: String) throws {
        try act { try $0.seatAssigned(productID, at: $1) }
    }

    /// Ends the assignment of a seat: the customer's transaction is revoked.
    ///
    /// - Throws: `BackendFailure` with `.unknownTransaction` if no seat of the product is assigned.
    public func unassignSeat(of productID: String) throws {
        try act { try $0.seatUnassigned(productID, at: $1) }
    }
}

// Notifications to the app's server, and signatures.
extension EmbeddedAppStore {
    /// Records notifications to the app's server from now on; see ``takeNotifications()``.
    ///
    /// They stay in memory until they are taken, even if the account is stored in a folder.
    public func startNotifications() { startNotifications(for: .test) }

    /// Records notifications for a reader from now on.
    func startNotifications(for reader: ServerNotices.Reader) {
        try? catchUp()
        kept.state.journal.notices.record(for: reader)
    }

    /// Whether ``startNotifications()`` was called.
    package var recordsNotifications: Bool { kept.state.journal.notices.areRecorded(for: .test) }

    /// Returns the notifications since the last call, in the order of their events, up to now.
    ///
    /// They are the same whether time passes in small steps or in a jump. Notifications of Advanced Commerce are never among
    /// them, because this App Store does not have it.
    public func takeNotifications() -> [ServerNotification] { takeNotifications(for: .test) }

    /// Returns the notifications since the last call for a reader, up to now.
    func takeNotifications(for reader: ServerNotices.Reader) -> [ServerNotification] {
        try? catchUp()
        return kept.state.journal.notices.take(for: reader)
    }

    /// Makes a token for purchases outside the App Store, as `ExternalPurchase.presentNoticeSheet()` returns to the app
    /// when the customer continues; the server gets `EXTERNAL_PURCHASE_TOKEN` with `CREATED`.
    public func makeExternalPurchaseToken() -> ExternalPurchaseToken {
        try? catchUp()
        let now = clock.timestamp()
        let token = plans.externalPurchaseToken(by: settings, at: now)
        kept.state.journal.notice(.externalPurchase(token, isReminder: false), of: nil, at: now)
        publish()
        return token
    }

    /// Simulates a missing report of purchases with a token: the server gets `EXTERNAL_PURCHASE_TOKEN` with
    /// `UNREPORTED`.
    public func remindOfReport(for token: ExternalPurchaseToken) {
        try? catchUp()
        kept.state.journal.notice(.externalPurchase(token, isReminder: true), of: nil, at: clock.timestamp())
        publish()
    }

    /// Sends a notification of the type `TEST`, as the server's `Request a Test Notification` does.
    public func requestTestNotification() {
        kept.state.journal.notice(.test, of: nil, at: clock.timestamp())
        publish()
    }

    /// Withdraws a parent's consent to the app: the server gets `RESCIND_CONSENT`, with the customer's app transaction.
    ///
    /// Purchases do not change. The system stops the child from opening the app, which a store cannot observe.
    public func rescindConsent() {
        try? catchUp()
        let now = clock.timestamp()
        let app = kept.state.catalog.settings.appTransaction(
            since: kept.state.book.transactions.firstPurchaseTime, at: now)
        kept.state.journal.notice(.consentRescinded(app), of: nil, at: now)
        publish()
    }

    /// Signs all reports from now on.
    package func setSigner(_ signer: (any StoreSigner)?) { route.signer.signer = signer }

    /// Whether reports are signed.
    package var signs: Bool { route.signer.signer != nil }

    /// Sets the check of offer signatures from now on.
    package func setOfferChecker(_ checker: (any OfferChecking)?) { kept.state.offers.checker = checker }

    /// Signs a subject; `nil` without a signer.
    package func signature(of subject: SignedSubject, isGenuine: Bool = true) -> String? {
        route.signer.jws(of: subject, isGenuine: isGenuine, by: settings)
    }
}
