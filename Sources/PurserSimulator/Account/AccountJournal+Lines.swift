import Purser

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

// What a test does to a subscription; each is one step at one moment, before which everything that is due has happened.
extension AccountJournal {
    /// Renews a subscription before it is due: the next period begins now, and those behind it count from now.
    mutating func forcedRenewal(of name: String, at now: Timestamp) throws(BackendError) -> [BackendEvent] {
        let line = try line(named: name)
        guard let next = NextPeriod(of: line, in: catalog).product else {
            throw BackendError(
                .storeProductNotAvailable,
                "\(line.preferredProductID ?? line.productID) is not sold, so nothing renews.")
        }
        // Nobody has two products of a group: what runs of another one ends now.
        let events = next.id == line.productID ? [] : endPeriod(of: line, at: now)
        let start = book.transactions.nextPurchaseTime(of: line, at: now)
        renew(line, from: start, reported: start)
        return events
    }

    /// Ends the present period of a line now, where it runs, and reports it.
    private mutating func endPeriod(of line: SubscriptionLine, at now: Timestamp) -> [BackendEvent] {
        guard line.phase == .active, line.end > now else { return [] }
        return line.places.map { describeAnew($0, at: now) { $0.expirationTime = max(now, $0.purchaseTime) } }
    }

    /// Ends a subscription now, for a reason.
    mutating func expired(
        _ name: String, for reason: StoreRenewalInfo.ExpirationReason, at date: Timestamp
    ) throws(BackendError) -> [BackendEvent] {
        let former = try line(named: name)
        guard !former.isOver else { return [] }
        // No period ends before it was bought.
        let now = book.transactions.lastPurchaseTime(of: former).map { max(date, $0) } ?? date
        let events = endPeriod(of: former, at: now)
        var line = former
        line.expire(for: reason, at: now)
        line.sign(at: now)
        put(line)
        noticePhase(former.phase, of: line, at: now)
        return events
    }

    /// The customer switches renewal on or off.
    mutating func autoRenewed(_ isOn: Bool, _ name: String, at now: Timestamp) throws(BackendError) -> [BackendEvent] {
        let former = try line(named: name)
        var line = former
        try line.setAutoRenew(isOn)
        guard line != former else { return [] }
        line.sign(at: now)
        put(line)
        notice(.renewalStatus(isOn: isOn), of: line, at: now)
        if line.phase != former.phase { notice(.expired(.autoRenewDisabled), of: line, at: now) }
        return []
    }

    /// The payments of a subscription fail from now on, or succeed again from the next one on.
    mutating func setPayable(_ isPayable: Bool, _ name: String, at now: Timestamp) throws(BackendError)
        -> [BackendEvent]
    {
        var line = try line(named: name)
        guard line.isUnpayable == isPayable else { return [] }
        line.isUnpayable = !isPayable
        put(line)
        return []
    }

    /// A renewal that failed is paid now: in grace as of the day on which it was due, later as of now.
    mutating func resolvedIssue(_ name: String, at now: Timestamp) throws(BackendError) -> [BackendEvent] {
        var line = try line(named: name)
        line.isUnpayable = false
        switch line.phase {
        case .grace: renew(line, from: line.end, reported: now)
        case .retry: renew(line, from: now, reported: now)
        case .active, .expired, .revoked:
            throw BackendError(
                .invalidRequest, "\(line.productID) owes nothing: it is \(line.phase.state). Let a renewal fail first.")
        }
        return []
    }

    /// The store tells the customer of a higher price.
    mutating func increased(
        _ name: String, to price: Decimal?, isAgreed: Bool, at now: Timestamp
    ) throws(BackendError) -> [BackendEvent] {
        var line = try line(named: name)
        try line.increase(to: price, isAgreed: isAgreed)
        sign(line, at: now, .priceIncrease(isAgreed: isAgreed))
        return []
    }

    /// The customer answers: who declines does not renew.
    mutating func consented(_ agrees: Bool, _ name: String, at now: Timestamp) throws(BackendError) -> [BackendEvent] {
        var line = try line(named: name)
        try line.consent(agrees)
        sign(line, at: now, agrees ? .priceIncrease(isAgreed: true) : .renewalStatus(isOn: false))
        return []
    }

    /// The customer chooses how many seats the next period has.
    mutating func seatsChosen(_ seats: Int, _ name: String, at now: Timestamp) throws(BackendError) -> [BackendEvent] {
        let former = try line(named: name)
        let present = book.transactions.seats(of: former)
        var line = former
        try line.choose(seats: seats, present: present)
        guard line != former else { return [] }
        sign(line, at: now, .seats(isMore: seats == present ? nil : seats > former.renewalSeats ?? 0))
        return []
    }
}

// The app's server makes periods longer: one subscriber's, or those of everybody who has a product.
extension AccountJournal {
    /// The present period becomes longer, and those behind it later.
    mutating func extended(
        _ name: String, by length: Duration, at now: Timestamp
    ) throws(BackendError) -> [BackendEvent] {
        let line = try line(named: name)
        guard line.phase == .active else { throw line.over }
        try Self.check(length)
        return extend(line, by: length, at: now)
    }

    /// The present periods of all who have a product become longer, where they live in one of the storefronts.
    ///
    /// Who owes a payment has no present period, so that theirs fails; what the family shares is extended for whoever pays.
    ///
    /// - Parameters:
    ///   - storefronts: ISO 3166-1 alpha-3 countries; none for everywhere.
    ///   - request: the server's own name for it.
    mutating func allExtended(
        _ productID: String, by length: Duration, in storefronts: [String], request: String, at now: Timestamp
    ) throws(BackendError) -> (ServerNotification.Summary, [BackendEvent]) {
        guard catalog.unpriced(productID)?.type == .autoRenewable else {
            throw BackendError(
                .storeProductNotAvailable,
                "\(productID) is no subscription that is sold. Ask products(for:) what is.")
        }
        try Self.check(length)
        let isMeant = storefronts.isEmpty || storefronts.contains(catalog.settings.storefront.countryCode)
        let lines = book.lines.own.all.values
            .filter { isMeant && $0.productID == productID && !$0.phase.isOver }
            .sorted { $0.current < $1.current }
        let (running, owing) = (lines.filter { $0.phase == .active }, lines.filter { $0.phase != .active })
        let events = running.flatMap { extend($0, by: length, at: now) }
        for line in owing { notice(.extensionFailed, of: line, at: now) }
        let summary = ServerNotification.Summary(
            requestIdentifier: request, productID: productID, storefrontCountryCodes: storefronts,
            succeededCount: running.count, failedCount: owing.count)
        notice(.extensionEnded(summary), of: nil, at: now)
        return (summary, events)
    }

    private mutating func extend(
        _ former: SubscriptionLine, by length: Duration, at now: Timestamp
    ) -> [BackendEvent] {
        var line = former
        line.extend(by: length)
        let events = line.places.map { place in
            describeAnew(place, at: now) { fields in
                fields.expirationTime = line.end
                if let commitment = line.commitment { fields.commitmentInfo = commitment.info }
            }
        }
        sign(line, at: now, .extended)
        return events
    }

    private static func check(_ length: Duration) throws(BackendError) {
        guard length <= .zero else { return }
        throw BackendError(.invalidRequest, "A period is extended by some time, not by \(length).")
    }
}
