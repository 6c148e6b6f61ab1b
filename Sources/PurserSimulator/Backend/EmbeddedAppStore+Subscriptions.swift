public import Purser

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

// Subscriptions. Each call names one by its product, its group, or one of its transactions. What comes of it is reported as
// always: transactions first, then how the subscription goes on, then its status.
extension EmbeddedAppStore {
    /// Every subscription of the customer as it is now, the oldest first, those that are over included.
    public var subscriptions: [SimulatedSubscription] { caughtUp.journal.subscriptions }

    /// One subscription as it is now; `nil` when the customer never had it.
    public func subscription(_ name: String) -> SimulatedSubscription? {
        let journal = caughtUp.journal
        return (try? journal.line(named: name)).map(journal.subscription)
    }

    /// The product that each subscription group changes to at its next renewal, where a downgrade was bought.
    public var pendingSubscriptionChanges: [String: String] {
        caughtUp.book.lines.own.all.compactMapValues(\.preferredProductID)
    }

    /// The life of a subscription so far: its periods, and the time between them; empty when the customer never had it.
    public func history(of subscription: String) -> [SubscriptionSpan] {
        let journal = caughtUp.journal
        return (try? journal.line(named: subscription)).map { [SubscriptionSpan](of: $0, in: journal.book) } ?? []
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
                let isChange = last.withLock { last in
                    defer { last = now }
                    return last != now
                }
                if isChange { return now }
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
        try act { try $0.journal.forcedRenewal(of: subscription, at: $1) }
    }

    /// Ends a subscription now; what was planned for its renewal is forgotten.
    ///
    /// Xcode's `expireSubscription(productIdentifier:)`.
    /// - Throws: `BackendError` with `.unknownTransaction` when the customer never had it.
    public func expire(
        _ subscription: String, reason: StoreRenewalInfo.ExpirationReason = .autoRenewDisabled
    ) throws {
        try act { try $0.journal.expired(subscription, for: reason, at: $1) }
    }

    /// Switches renewal off or on, as a customer does in the system's settings; the present period runs to its end.
    ///
    /// Xcode's `disableAutoRenewForTransaction(identifier:)` and `enableAutoRenewForTransaction(identifier:)`.
    /// - Throws: `BackendError` with `.unknownTransaction` when the customer never had it, `.invalidRequest` when it is over.
    public func setAutoRenew(_ isOn: Bool, for subscription: String) throws {
        try act { try $0.journal.autoRenewed(isOn, subscription, at: $1) }
    }

    /// Lets the payments of one subscription fail from its next renewal on, or succeed again.
    ///
    /// See ``resolveIssue(with:)`` for one that has failed. A customer who buys another product of the group, or the same one anew, pays
    /// for that in another way: then they succeed again.
    ///
    /// ``SimulatorSettings/failsRenewals`` is Xcode's `shouldEnterBillingRetryOnRenewal`, for all of them.
    /// - Throws: `BackendError` with `.unknownTransaction` when the customer never had it.
    public func setPaymentsFail(_ fail: Bool, for subscription: String) throws {
        try act { try $0.journal.setPayable(!fail, subscription, at: $1) }
    }

    /// Pays a renewal that has failed: in the grace period as of the day on which it was due, later as of now.
    ///
    /// Xcode's `resolveIssueForTransaction(identifier:)`.
    /// - Throws: `BackendError` with `.unknownTransaction` when the customer never had it, `.invalidRequest` when it owes
    ///   nothing.
    public func resolveIssue(with subscription: String) throws {
        try act { try $0.journal.resolvedIssue(subscription, at: $1) }
    }

    /// Asks the customer to agree to a higher price: without that the subscription ends at the renewal.
    ///
    /// Xcode's `requestPriceIncreaseConsentForTransaction(identifier:)`.
    ///
    /// - Parameters:
    ///   - subscription: which one.
    ///   - price: what a period costs from the next renewal on; `nil` for what it costs now.
    /// - Throws: `BackendError` with `.unknownTransaction` when the customer never had it, `.invalidRequest` when it is over.
    public func requestPriceIncreaseConsent(for subscription: String, to price: Decimal? = nil) throws {
        try act { try $0.journal.increased(subscription, to: price, isAgreed: false, at: $1) }
    }

    /// Raises the price where the customer need not agree.
    ///
    /// - Parameters:
    ///   - subscription: which one.
    ///   - price: what a period costs from the next renewal on.
    /// - Throws: `BackendError` with `.unknownTransaction` when the customer never had it, `.invalidRequest` when it is over.
    public func increasePrice(of subscription: String, to price: Decimal) throws {
        try act { try $0.journal.increased(subscription, to: price, isAgreed: true, at: $1) }
    }

    /// The customer agrees to the higher price.
    ///
    /// Xcode's `consentToPriceIncreaseForTransaction(identifier:)`.
    /// - Throws: `BackendError` with `.unknownTransaction` when the customer never had it, `.invalidRequest` when nobody
    ///   asked them.
    public func consentToPriceIncrease(of subscription: String) throws {
        try act { try $0.journal.consented(true, subscription, at: $1) }
    }

    /// The customer declines the higher price: the subscription does not renew.
    ///
    /// Xcode's `declinePriceIncreaseForTransaction(identifier:)`.
    /// - Throws: `BackendError` with `.unknownTransaction` when the customer never had it, `.invalidRequest` when nobody
    ///   asked them.
    public func declinePriceIncrease(of subscription: String) throws {
        try act { try $0.journal.consented(false, subscription, at: $1) }
    }

    /// Makes the present period longer; all periods behind it come later.
    ///
    /// The server's `Extend a Subscription Renewal Date`.
    /// - Throws: `BackendError` with `.unknownTransaction` when the customer never had it, `.invalidRequest` unless it
    ///   runs and the length is positive.
    public func extend(_ subscription: String, by length: Duration) throws {
        try act { try $0.journal.extended(subscription, by: length, at: $1) }
    }

    /// Makes the present period of everybody who has a product longer, as ``extend(_:by:)`` does for one.
    ///
    /// The server's `Extend Subscription Renewal Dates for All Active Subscribers`. It gets `RENEWAL_EXTENDED` of each,
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
        try actWithResult {
            try $0.journal.allExtended(productID, by: length, in: storefronts, request: requestIdentifier, at: $1)
        }
    }

    /// Lets the family share a product with the customer: a subscription that another member pays for, or what they bought.
    ///
    /// It comes as `FAMILY_SHARED`, costs the customer nothing, and stands beside a subscription of their own.
    /// - Throws: `BackendError` with `.storeProductNotAvailable` when the product is not sold, `.invalidRequest` when it is
    ///   not for families.
    public func shareWithFamily(_ productID: String) throws {
        try act { try $0.sharedByFamily(productID, at: $1) }
    }

    /// Ends what ``shareWithFamily(_:)`` began: the customer's transaction is revoked.
    ///
    /// - Throws: `BackendError` with `.unknownTransaction` when the family shares no such product.
    public func stopSharing(_ productID: String) throws {
        try act { try $0.unsharedByFamily(productID, at: $1) }
    }

    /// Chooses how a subscription is paid from its next period on, or behind its commitment: month by month, or up front.
    ///
    /// The customer may choose another plan until then. Who pays up front and chooses to pay by month is bound to a new
    /// commitment from then on.
    /// - Throws: `BackendError` with `.unknownTransaction` when the customer never had it, `.invalidRequest` when it is over,
    ///   `.storeProductNotAvailable` when its product has no such plan.
    public func setBillingPlan(_ plan: StoreProduct.BillingPlanType, for subscription: String) throws {
        try act { try $0.planChosen(plan, for: subscription, at: $1) }
    }

    /// Chooses how many seats the next period has, as a customer does in the system's settings; the present period keeps its
    /// seats.
    ///
    /// More seats are bought, with `PurchaseOption.seats(_:)` and their total.
    /// - Throws: `BackendError` with `.unknownTransaction` when the customer never had it, `.invalidRequest` when it is over, has
    ///   no seats, changes to another product, or is to have more seats than now.
    public func setRenewalSeats(_ seats: Int, for subscription: String) throws {
        try act { try $0.journal.seatsChosen(seats, subscription, at: $1) }
    }

    /// Gives back what some seats of a subscription cost, the cheapest first: the transaction stands for the others and has no
    /// revocation date.
    ///
    /// Where no seat is left, the transaction is revoked, as ``refund(_:reason:percentage:)`` does. How many seats the next
    /// period has stays as it was chosen.
    ///
    /// - Parameters:
    ///   - seats: how many seats, from 1 to all that the transaction stands for.
    ///   - transactionID: which transaction; a period to which seats were added has several.
    ///   - percentage: how much of their price is given back, from 0 to 100.
    /// - Throws: `BackendError` with `.unknownTransaction` when there is no such transaction; with `.invalidRequest` when it has
    ///   no seats or fewer ones, or when the percentage is no number from 0 to 100.
    public func refundSeats(_ seats: Int, of transactionID: String, percentage: Decimal = 100) throws {
        try Self.check(percentage)
        try act { try $0.seatsRefunded(seats, of: transactionID, percentage: percentage, at: $1) }
    }

    /// Lets somebody who has bought a subscription with seats assign one of them to the customer.
    ///
    /// It comes as `ASSIGNED`, costs the customer nothing, and stands beside a subscription of their own; in a group it takes the
    /// place of what the family shares. Who bought the seats is no customer of this store.
    /// - Throws: `BackendError` with `.storeProductNotAvailable` when the product is not sold, `.invalidRequest` when it is sold
    ///   without seats, or the family shares it.
    public func assignSeat(of productID: String) throws {
        try act { try $0.seatAssigned(productID, at: $1) }
    }

    /// Ends what ``assignSeat(of:)`` began: the customer's transaction is revoked.
    ///
    /// - Throws: `BackendError` with `.unknownTransaction` when no seat of the product is assigned.
    public func unassignSeat(of productID: String) throws {
        try act { try $0.seatUnassigned(productID, at: $1) }
    }
}

// What the app's server receives, and who signs what goes out.
extension EmbeddedAppStore {
    /// Notes from now on the notifications to the app's server; see ``takeNotifications()``.
    ///
    /// Notifications are kept in memory until they are taken, also where the account is kept in a folder.
    public func startNotifications() {
        try? catchUp()
        kept.state.journal.notices.start()
    }

    /// Takes the notifications since the last call, in the order of what they tell, up to the present moment.
    ///
    /// A life gives the same ones whether time passes in small steps or in a jump. Of the types that the App Store knows, those
    /// of Advanced Commerce and of purchases outside the store never come: this one has neither.
    public func takeNotifications() -> [ServerNotification] {
        try? catchUp()
        return kept.state.journal.notices.take()
    }

    /// Makes a token for purchases outside the App Store, as `ExternalPurchase.presentNoticeSheet()` gives one to the app when the
    /// customer goes on; the server gets `EXTERNAL_PURCHASE_TOKEN` with `CREATED`.
    public func makeExternalPurchaseToken() -> ExternalPurchaseToken {
        try? catchUp()
        let now = clock.timestamp()
        let token = plans.externalPurchaseToken(by: settings, at: now)
        kept.state.journal.notice(.externalPurchase(token, isReminder: false), of: nil, at: now)
        publish()
        return token
    }

    /// Lets the App Store miss the report of what was bought by a token: the server gets `EXTERNAL_PURCHASE_TOKEN` with
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

    /// Lets a parent withdraw their consent to the app: the server gets `RESCIND_CONSENT`, with the customer's copy of the app.
    ///
    /// Nothing that was bought changes. The system keeps a child from opening the app, which no store can see.
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

    /// Checks from now on what proves an offer.
    package func setOfferChecker(_ checker: (any OfferChecking)?) { kept.state.offers.checker = checker }

    /// Signs something; `nil` where nobody signs.
    package func signature(of subject: SignedSubject, isGenuine: Bool = true) -> String? {
        route.signer.jws(of: subject, isGenuine: isGenuine, by: settings)
    }
}
