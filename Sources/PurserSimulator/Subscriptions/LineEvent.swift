import Purser

/// Something that happens to a line because its time has come.
struct LineEvent: Sendable, Hashable {
    /// When it happens.
    let time: Timestamp
    /// What happens.
    let kind: Kind

    /// What happens because its time has come.
    enum Kind: Sendable {
        /// The present period ends: it renews, fails to, or is over.
        case periodEnds
        /// The customer kept it for long enough without paying.
        case graceEnds
        /// The store gives up.
        case retryEnds
    }
}

/// What a renewal depends on beyond its line.
struct RenewalConditions: Sendable {
    /// Whether the product of the next period is sold.
    var isSold = true
    /// Whether the payment succeeds.
    var isPayable = true
    /// How long the customer keeps a subscription that cannot be paid; `nil` for not at all.
    var grace: Duration?
    /// How long the store tries to be paid, from the first failure on.
    var retry: Duration
}

/// What an event comes to.
enum LineStep: Sendable, Hashable {
    /// The next period is paid and begins.
    case renews
    /// The line passes into another phase; where that is over, nothing that was planned comes any more.
    case passes(LinePhase)
}

extension SubscriptionLine {
    /// What happens to it next if nobody does anything; `nil` when nothing will.
    var nextEvent: LineEvent? {
        switch phase {
        case .active: LineEvent(end, .periodEnds)
        case .grace(let until, _): LineEvent(until, .graceEnds)
        case .retry(let until): LineEvent(until, .retryEnds)
        case .revoked: isOver ? nil : LineEvent(end, .periodEnds)
        case .expired: nil
        }
    }

    /// What an event that is due comes to.
    func step(_ kind: LineEvent.Kind, under conditions: RenewalConditions) -> LineStep {
        switch (kind, phase) {
        case (.periodEnds, _): stepAtEnd(under: conditions)
        case (.graceEnds, .grace(let until, let retryUntil)) where isToRenew && until < retryUntil:
            .passes(.retry(until: retryUntil))
        case (.graceEnds, _), (.retryEnds, _):
            .passes(.expired(for: isToRenew ? .billingError : .autoRenewDisabled))
        }
    }

    private func stepAtEnd(under conditions: RenewalConditions) -> LineStep {
        let reason = reasonToEnd(under: conditions)
        if reason == nil, conditions.isPayable { return .renews }
        // Only another transaction ends what a revocation has brought.
        if phase == .revoked { return .passes(.revoked) }
        if let reason { return .passes(.expired(for: reason)) }
        let retryUntil = end.advanced(by: conditions.retry)
        guard let grace = conditions.grace else { return .passes(.retry(until: retryUntil)) }
        return .passes(.grace(until: min(end.advanced(by: grace), retryUntil), retryUntil: retryUntil))
    }

    /// Why it is not to renew; who is bound by a commitment pays all parts of it, as long as they are sold.
    private func reasonToEnd(under conditions: RenewalConditions) -> StoreRenewalInfo.ExpirationReason? {
        if !isToRenew { return .autoRenewDisabled }
        if !isBound, increase?.isAgreed == false { return .didNotConsentToPriceIncrease }
        return conditions.isSold ? nil : .productUnavailable
    }
}

extension LineEvent {
    /// The last moment at which anything happens by itself: years later no store takes dates in.
    private static let lastMoment = Timestamp(milliseconds: 252_000_000_000_000)

    fileprivate init?(_ time: Timestamp, _ kind: Kind) {
        guard time < Self.lastMoment else { return nil }
        self.init(time: time, kind: kind)
    }
}
