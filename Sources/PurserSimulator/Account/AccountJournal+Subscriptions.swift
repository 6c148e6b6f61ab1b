import Purser

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

// The actions of a test on a subscription; each is one step at one moment, after all due events.
extension AccountJournal {
    /// Renews a subscription before it is due: the next period begins now, and later periods count from now.
    mutating func forcedRenewal(of name: String, at now: Timestamp) throws(BackendFailure) -> [BackendEvent] {
        let subscription = try subscription(named: name)
        guard let next = NextPeriod(of: subscription, in: catalog).product else {
            throw BackendFailure(
                .storeProductNotAvailable,
                "\(subscription.change?.productID ?? subscription.productID) is not sold, so nothing renews.")
        }
        // A customer has one product of a group at a time: the current period of another product ends now.
        let events = next.id == subscription.productID ? [] : endPeriod(of: subscription, at: now)
        let start = book.transactions.nextPurchaseTime(of: subscription, at: now)
        renew(subscription, from: start, reported: start)
        return events
    }

    /// Ends the current period of a subscription now, if it runs, and reports it.
    private mutating func endPeriod(of subscription: AccountSubscription, at now: Timestamp) -> [BackendEvent] {
        guard subscription.phase == .active, subscription.end > now else { return [] }
        return describeEach(book.transactions.withCopies(subscription.places), at: now) {
            $0.expirationTime = max(now, $0.purchaseTime)
        }
    }

    /// Ends a subscription now, for the given reason.
    mutating func expired(
        _ name: String, for reason: StoreRenewalInfo.ExpirationReason, at date: Timestamp
    ) throws(BackendFailure) -> [BackendEvent] {
        let former = try subscription(named: name)
        guard !former.isOver else { return [] }
        // A period never ends before its purchase.
        let now = book.transactions.lastPurchaseTime(of: former).map { max(date, $0) } ?? date
        let events = endPeriod(of: former, at: now)
        var subscription = former
        subscription.expire(for: reason, at: now)
        subscription.sign(at: now)
        put(subscription)
        noticePhase(former.phase, of: subscription, at: now)
        return events
    }

    /// Switches renewal on or off for the customer.
    mutating func autoRenewed(_ isOn: Bool, _ name: String, at now: Timestamp) throws(BackendFailure) -> [BackendEvent]
    {
        let former = try subscription(named: name)
        var subscription = former
        try subscription.setAutoRenew(isOn)
        guard subscription != former else { return [] }
        subscription.sign(at: now)
        put(subscription)
        notice(.renewalStatus(isOn: isOn), of: subscription, at: now)
        if subscription.phase != former.phase { notice(.expired(.autoRenewDisabled), of: subscription, at: now) }
        return []
    }

    /// Sets whether the payments of a subscription fail from the next renewal on.
    mutating func setPayable(_ isPayable: Bool, _ name: String, at now: Timestamp) throws(BackendFailure)
        -> [BackendEvent]
    {
        var subscription = try subscription(named: name)
        guard subscription.isUnpayable == isPayable else { return [] }
        subscription.isUnpayable = !isPayable
        put(subscription)
        return []
    }

    /// Pays a failed renewal now: from its due date in the grace period, otherwise from now.
    mutating func resolvedIssue(_ name: String, at now: Timestamp) throws(BackendFailure) -> [BackendEvent] {
        var subscription = try subscription(named: name)
        subscription.isUnpayable = false
        switch subscription.phase {
        case .grace: renew(subscription, from: subscription.end, reported: now)
        case .retry: renew(subscription, from: now, reported: now)
        case .active, .expired, .revoked:
            throw BackendFailure(
                .invalidRequest,
                "\(subscription.productID) has no failed payment: it is \(subscription.phase.state). Fail one first.")
        }
        return []
    }

    /// Announces a price increase to the customer.
    mutating func increased(
        _ name: String, to price: Decimal?, isAgreed: Bool, at now: Timestamp
    ) throws(BackendFailure) -> [BackendEvent] {
        var subscription = try subscription(named: name)
        try subscription.increase(to: price, isAgreed: isAgreed)
        sign(subscription, at: now, .priceIncrease(isAgreed: isAgreed))
        return []
    }

    /// Records the customer's answer to a price increase; a declined increase ends the renewal.
    mutating func consented(_ agrees: Bool, _ name: String, at now: Timestamp) throws(BackendFailure) -> [BackendEvent]
    {
        var subscription = try subscription(named: name)
        try subscription.consent(agrees)
        sign(subscription, at: now, agrees ? .priceIncrease(isAgreed: true) : .renewalStatus(isOn: false))
        return []
    }

    /// Sets the number of seats of the next period.
    mutating func seatsChosen(_ seats: Int, _ name: String, at now: Timestamp) throws(BackendFailure) -> [BackendEvent]
    {
        let former = try subscription(named: name)
        let present = book.transactions.seats(of: former)
        var subscription = former
        try subscription.choose(seats: seats, present: present)
        guard subscription != former else { return [] }
        sign(subscription, at: now, .seats(isMore: seats == present ? nil : seats > former.renewalSeats ?? 0))
        return []
    }
}

// Extensions by the app's server, for one subscriber or for all subscribers of a product.
extension AccountJournal {
    /// Extends the current period, which moves all later periods.
    mutating func extended(
        _ name: String, by length: Duration, at now: Timestamp
    ) throws(BackendFailure) -> [BackendEvent] {
        let subscription = try subscription(named: name)
        guard subscription.phase == .active else { throw subscription.over }
        try Self.check(length)
        return extend(subscription, by: length, at: now)
    }

    /// Extends the current periods of all subscribers of a product in the given storefronts.
    ///
    /// A subscription with a failed payment has no current period, so its extension fails; a family-shared subscription
    /// is extended for the payer.
    ///
    /// - Parameters:
    ///   - storefronts: ISO 3166-1 alpha-3 countries; empty for all.
    ///   - request: the server's identifier of the request.
    mutating func allExtended(
        _ productID: String, by length: Duration, in storefronts: [String], request: String, at now: Timestamp
    ) throws(BackendFailure) -> (ServerNotification.Summary, [BackendEvent]) {
        guard catalog.unpriced(productID)?.type == .autoRenewable else {
            throw BackendFailure(
                .storeProductNotAvailable,
                "\(productID) is not a subscription for sale. products(for:) returns what is sold.")
        }
        try Self.check(length)
        let isMeant = storefronts.isEmpty || storefronts.contains(catalog.settings.storefront.countryCode)
        let subscriptions = book.subscriptions.own.all.values
            .filter { isMeant && $0.productID == productID && !$0.phase.isOver }
            .sorted { $0.current < $1.current }
        let (running, owing) = (
            subscriptions.filter { $0.phase == .active }, subscriptions.filter { $0.phase != .active }
        )
        let events = running.flatMap { extend($0, by: length, at: now) }
        for subscription in owing { notice(.extensionFailed, of: subscription, at: now) }
        let summary = ServerNotification.Summary(
            requestIdentifier: request, productID: productID, storefrontCountryCodes: storefronts,
            succeededCount: running.count, failedCount: owing.count)
        notice(.extensionEnded(summary), of: nil, at: now)
        return (summary, events)
    }

    private mutating func extend(
        _ former: AccountSubscription, by length: Duration, at now: Timestamp
    ) -> [BackendEvent] {
        var subscription = former
        subscription.extend(by: length)
        let events = describeEach(book.transactions.withCopies(subscription.places), at: now) { fields in
            fields.expirationTime = subscription.end
            fields.commitmentInfo =
                subscription.commitment?.payable(in: fields.currencyCode).info ?? fields.commitmentInfo
        }
        sign(subscription, at: now, .extended)
        return events
    }

    private static func check(_ length: Duration) throws(BackendFailure) {
        guard length <= .zero else { return }
        throw BackendFailure(.invalidRequest, "A period cannot be extended by \(length). Pass a positive length.")
    }
}
