import Purser

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A customer's subscription in one group, across all lapses and product changes.
///
/// It depends on no catalog, clock or account. ``nextEvent`` is the next due event, and ``step(_:under:)`` its result,
/// which the owner of this value carries out.
struct AccountSubscription: Sendable, Hashable {
    /// The place of its first transaction.
    let first: Int
    /// The place of its current transaction.
    var current: Int
    /// Its group.
    var groupID: String
    /// Whether another person pays for it: a family member, or the person who assigned a seat.
    var isShared = false
    /// Whether it is a seat that another person has assigned.
    var isAssigned = false
    /// The product of the current period.
    var productID: String
    /// The phase.
    var phase = SubscriptionPhase.active
    /// The schedule of its periods.
    var schedule: PeriodSchedule
    /// The number of the current period in the schedule; -1 for a period that ends at the anchor, with any length.
    var period = 0
    /// Whether renewal is on.
    var willAutoRenew = true
    /// Whether an introductory offer was ever used.
    var usedIntroductoryOffer = false
    /// The change of product or plan at the next renewal, or at the commitment's end.
    var change: PlannedChange?
    /// The offer of the current period.
    var offer: SubscriptionOffer?
    /// The offer of the current product that begins with the next renewal, unless that changes the product or plan.
    var nextOffer: SubscriptionOffer?
    /// The price of a period for this customer; `nil` for the product's price.
    var price: Decimal?
    /// A price increase that was announced to the customer.
    var increase: PriceIncrease?
    /// The commitment of the monthly plan.
    var commitment: SubscriptionCommitment?
    /// The places of the current period's transactions, in order; empty for a period without seats.
    var parts: [Int] = []
    /// The number of seats in the next period without a change of product or plan; `nil` without seats.
    var renewalSeats: Int?
    /// The number of renewals since the last purchase.
    var renewals = 0
    /// The app's user, as set at the purchase.
    var appAccountToken: UUID?
    /// Whether its payments fail, regardless of the settings.
    var isUnpayable = false
    /// The date on which the customer became a subscriber, not counting short breaks.
    var recentStart: Timestamp
    /// The start of its phase; `nil` for the date on which the customer became a subscriber.
    var phaseStart: Timestamp?
    /// The past phases other than paid periods, the oldest first; at most ``mostPassed``.
    var passed: [PassedPhase] = []
    /// The last signature date; each new one is later.
    var signed: Timestamp

    /// The maximum number of past phases.
    static let mostPassed = 256

    /// The subscription after a former state, with the past phases in between.
    ///
    /// The transactions show the paid periods; only the phases show grace, retry and the time without a subscription.
    func following(_ former: AccountSubscription?) -> AccountSubscription {
        guard let former, former.phase.state != phase.state else { return self }
        var subscription = self
        if former.phase != .active {
            subscription.passed =
                (former.passed + [PassedPhase(former.phase.state, former.phaseStart ?? former.recentStart, signed)])
                .suffix(Self.mostPassed)
        }
        subscription.phaseStart = signed
        return subscription
    }

    /// The end of the current period.
    var end: Timestamp { schedule.boundary(period + 1) }

    /// The places of all transactions of the current period.
    var places: [Int] { parts.isEmpty ? [current] : parts }

    /// The ownership type of its transactions.
    var ownership: StoreTransaction.OwnershipType { isAssigned ? .assigned : isShared ? .familyShared : .purchased }

    /// The subscription's identifier.
    var id: SubscriptionID { SubscriptionID(groupID: groupID, isShared: isShared) }

    /// Whether a commitment requires payment of the next period.
    var isBound: Bool { commitment?.isUnderWay == true }

    /// Whether the next period will be paid: renewal is on, or a commitment requires it.
    var isToRenew: Bool { willAutoRenew || isBound }

    /// Whether nothing more happens without a purchase.
    var isOver: Bool { phase.isOver && !(phase == .revoked && willAutoRenew) }

    /// Whether the renewal needs no decision: the next period equals this one.
    var isPlain: Bool {
        phase == .active && willAutoRenew && change == nil && nextOffer == nil && offer == nil && increase == nil
            && commitment == nil && !isUnpayable && period >= 0
    }

    /// The start of the subscription after a repurchase: a break shorter than the billing retry does not count.
    func recentStart(boughtAgainAt now: Timestamp, retry: Duration) -> Timestamp {
        let isBreak = (!phase.isEntitled || end <= now) && now >= end.advanced(by: retry)
        return isBreak ? now : recentStart
    }

    /// Updates the signature date: the given moment, or a millisecond after the last date if that is later.
    mutating func sign(at time: Timestamp) { signed = max(time, signed.advanced(by: .milliseconds(1))) }

    /// Records plain renewals that were paid when due.
    ///
    /// - Parameters:
    ///   - count: the number of renewals.
    ///   - place: the place of the last one's transaction.
    mutating func renewed(_ count: Int, to place: Int) {
        phase = .active
        period += count
        renewals += count
        begins(with: place)
        // Each renewal has its own signature date: its start, or a millisecond after the previous date.
        signed = max(schedule.boundary(period), signed.advanced(by: .milliseconds(count)))
    }

    /// Begins a period with the selected seats.
    ///
    /// - Parameter place: the place of its transaction.
    mutating func begins(with place: Int) {
        current = place
        parts = renewalSeats == nil ? [] : [place]
    }

    /// Ends the current period at a moment, regardless of the schedule; later periods count from there.
    mutating func endPeriod(at end: Timestamp) {
        schedule.anchor = end
        period = -1
    }

    /// Ends the subscription: planned changes are dropped.
    mutating func ended(_ phase: SubscriptionPhase) {
        self.phase = phase
        willAutoRenew = false
        forgetPlans()
    }

    /// Revokes the current period: the subscription stays revoked until a later transaction.
    ///
    /// After a refund it renews at the end of the period if renewal is still on; a commitment ends with its current
    /// part.
    mutating func revoked(isRefund: Bool) {
        let renews = isRefund && phase == .active && willAutoRenew && commitment == nil && !isShared
        phase = .revoked
        willAutoRenew = renews
        forgetPlans()
    }

    /// Undoes the revocation of the current period; its end and its renewal stay unchanged.
    mutating func reinstated(at now: Timestamp) {
        phase = end > now ? .active : .expired(for: .autoRenewDisabled)
        if phase.isOver { willAutoRenew = false }
    }

    /// Makes another transaction the current one; planned changes are dropped.
    ///
    /// - Parameters:
    ///   - transaction: the transaction.
    ///   - place: its place.
    ///   - parts: the places of all transactions of its period, if it has seats.
    ///   - now: the current moment.
    mutating func goBack(to transaction: StoreTransaction, at place: Int, parts: [Int], now: Timestamp) {
        if place != current, !parts.contains(current) { offer = nil }
        current = place
        self.parts = parts
        productID = transaction.productID
        endPeriod(at: transaction.expirationTime ?? now)
        willAutoRenew = false
        forgetPlans()
        phase =
            transaction.revocationTime != nil
            ? .revoked : end > now && !transaction.isUpgraded ? .active : .expired(for: .autoRenewDisabled)
    }

    private mutating func forgetPlans() {
        change = nil
        nextOffer = nil
        increase = nil
        commitment = nil
    }
}

/// The identifier of a subscription: a customer has at most one own and one shared subscription in a group.
struct SubscriptionID: Sendable, Hashable {
    let groupID: String
    let isShared: Bool
}

/// An offer in a subscription, with its remaining payments.
struct SubscriptionOffer: Sendable, Hashable, Codable {
    /// The offer in its transactions.
    var offer: StoreTransaction.Offer
    /// The price of one payment.
    var price: Decimal
    /// The period of one payment; `nil` for the product's period.
    var period: SubscriptionPeriod?
    /// The number of payments after the current one; all payments if it has not begun.
    var left: Int

    /// Makes an offer that has not begun.
    init(_ offer: StoreOffer) {
        self.offer = .init(type: offer.type, id: offer.id, paymentMode: offer.paymentMode)
        let isPaidAsYouGo = offer.paymentMode == .payAsYouGo
        price = offer.amount
        period = isPaidAsYouGo ? nil : offer.period
        left = isPaidAsYouGo ? max(1, offer.periodCount) : 1
    }

    /// The offer after one payment.
    var used: SubscriptionOffer {
        var used = self
        used.left -= 1
        return used
    }
}

/// A price increase that was announced to a customer.
struct PriceIncrease: Sendable, Hashable, Codable {
    /// The new price; `nil` if it is not known.
    var price: Decimal?
    /// Whether the customer agreed, or need not; without agreement, the subscription ends at the renewal.
    var isAgreed: Bool
}

/// The commitment of a monthly plan.
struct SubscriptionCommitment: Sendable, Hashable, Codable {
    /// The number of the current part, from 1; 0 while an offer precedes the first part.
    var part = 0
    /// The number of parts.
    var parts = MonthlyPlan.payments
    /// The end of the commitment.
    var end = Timestamp(milliseconds: 0)
    /// The total price of all parts.
    var price: Decimal
    /// The price of one part.
    var partPrice: Decimal

    /// Whether there are remaining parts, which the customer must pay.
    var isUnderWay: Bool { part > 0 && part < parts }

    /// The same number of parts, with another price.
    func repriced(_ price: Decimal) -> SubscriptionCommitment {
        SubscriptionCommitment(parts: parts, price: price * Decimal(parts), partPrice: price)
    }

    /// The next part; after the last part, the first one of an equal commitment.
    ///
    /// - Parameter isOffer: whether an offer with its own length comes first, which is not a part.
    func advanced(isOffer: Bool) -> SubscriptionCommitment {
        var next = self
        next.part = isUnderWay ? part + 1 : isOffer ? 0 : 1
        return next
    }

    /// The same commitment, with its end set: the current part is the period with this number, and the remaining parts
    /// follow.
    func ending(with number: Int, of schedule: PeriodSchedule) -> SubscriptionCommitment {
        var commitment = self
        commitment.end = schedule.boundary(number + 1 + parts - part)
        return commitment
    }

    /// The commitment in its transactions; `nil` while an offer precedes its first part.
    var info: StoreTransaction.CommitmentInfo? {
        guard part > 0 else { return nil }
        return .init(billingPeriodNumber: part, totalBillingPeriods: parts, expirationDate: end.date, price: price)
    }
}
