import Purser

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

// What a test does to a subscription; each is one step at one moment, before which everything that is due has happened.
extension SimulatedAccountState {
    /// Renews a subscription before it is due: the next period begins now, and those behind it count from now.
    mutating func forcedRenewal(of name: String, at now: Timestamp) throws(BackendError) -> [BackendEvent] {
        let line = try line(named: name)
        guard let next = nextPeriod(of: line).product else {
            throw BackendError(
                .storeProductNotAvailable,
                "\(line.preferredProductID ?? line.productID) is not sold, so nothing renews.")
        }
        // Nobody has two products of a group: what runs of another one ends now.
        let events = next.id == line.productID ? [] : ended(line, at: now)
        let start = nextPurchaseTime(of: line, at: now)
        renew(line, from: start, told: start)
        return events
    }

    /// Ends the present period of a line now, where it runs, and reports it.
    private mutating func ended(_ line: SubscriptionLine, at now: Timestamp) -> [BackendEvent] {
        guard line.phase == .active, line.end > now else { return [] }
        return line.places.map { describeAnew($0, at: now) { $0.expirationTime = max(now, $0.purchaseTime) } }
    }

    /// Ends a subscription now, for a reason.
    mutating func expired(
        _ name: String, for reason: StoreRenewalInfo.ExpirationReason, at date: Timestamp
    ) throws(BackendError) -> [BackendEvent] {
        var line = try line(named: name)
        guard !line.isOver else { return [] }
        // No period ends before it was bought.
        let now = lastPurchaseTime(of: line).map { max(date, $0) } ?? date
        let events = ended(line, at: now)
        let former = line.phase
        if former == .active, line.end > now { line.endPeriod(at: now) }
        // Only another transaction ends what a revocation has brought.
        line.ended(former == .revoked ? .revoked : .expired(for: reason))
        line.sign(at: now)
        put(line)
        noticePhase(former, of: line, at: now)
        return events
    }

    /// The customer switches renewal on or off.
    mutating func autoRenewed(_ isOn: Bool, _ name: String, at now: Timestamp) throws(BackendError) -> [BackendEvent] {
        var line = try line(named: name)
        guard line.willAutoRenew != isOn else { return [] }
        guard !line.isOver else { throw Self.isOver(line) }
        line.willAutoRenew = isOn
        // Nobody pays any more for what the customer has lost, does not want back and is not bound to.
        let former = line.phase
        if !line.isToRenew, case .retry = former { line.ended(.expired(for: .autoRenewDisabled)) }
        line.sign(at: now)
        put(line)
        notice(.renewalStatus(isOn: isOn), of: line, at: now)
        if line.phase != former { notice(.expired(.autoRenewDisabled), of: line, at: now) }
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
        case .grace: renew(line, from: line.end, told: now)
        case .retry: renew(line, from: now, told: now)
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
        guard !line.isOver else { throw Self.isOver(line) }
        if let price, !price.isFinite || price < 0 {
            throw BackendError(.invalidRequest, "\(line.productID) cannot cost \(price). Name a price of 0 or more.")
        }
        line.increase = PriceIncrease(price: price, isAgreed: isAgreed)
        line.sign(at: now)
        put(line)
        notice(.priceIncrease(isAgreed: isAgreed), of: line, at: now)
        return []
    }

    /// The customer answers: who declines does not renew.
    mutating func consented(_ agrees: Bool, _ name: String, at now: Timestamp) throws(BackendError) -> [BackendEvent] {
        var line = try line(named: name)
        guard line.increase != nil else {
            throw BackendError(
                .invalidRequest,
                "\(line.productID) has no price increase to answer. Call requestPriceIncreaseConsent(for:) first.")
        }
        if agrees {
            line.increase?.isAgreed = true
        } else {
            line.increase = nil
            line.willAutoRenew = false
        }
        line.sign(at: now)
        put(line)
        notice(agrees ? .priceIncrease(isAgreed: true) : .renewalStatus(isOn: false), of: line, at: now)
        return []
    }

    /// Why nothing can be done to a line that is over.
    static func isOver(_ line: SubscriptionLine) -> BackendError {
        BackendError(
            .invalidRequest, "\(line.productID) is over (\(line.phase.state)). Let the customer buy it again first.")
    }
}
