import Purser

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The subscriptions that a customer had in one group: one line, however often it lapsed and whatever it changed into.
///
/// It knows no catalogue, no clock and no account. What is due is ``nextEvent``, and what happens then
/// ``step(_:under:)``; who owns the line carries it out.
struct SubscriptionLine: Sendable, Hashable {
    /// The place of its first transaction.
    let first: Int
    /// The place of its present transaction.
    var current: Int
    /// The group that it is in.
    var groupID: String
    /// Whether somebody else pays for it: a member of the family, or who has assigned a seat.
    var isShared = false
    /// Whether it is a seat that somebody else has assigned.
    var isAssigned = false
    /// The product of the present period.
    var productID: String
    /// Where it stands.
    var phase = LinePhase.active
    /// When its periods end.
    var schedule: PeriodSchedule
    /// The number of the present period in the schedule; -1 for one that ends at the anchor, whatever its length.
    var period = 0
    /// Whether the customer lets it renew.
    var willAutoRenew = true
    /// Whether an introductory offer was ever used.
    var usedIntroductoryOffer = false
    /// The product to change to at the next renewal, or at the commitment's end.
    var preferredProductID: String?
    /// The plan to change to then; `nil` for the same one with the same product, and for payment up front with another.
    var preferredPlan: StoreProduct.BillingPlanType?
    /// The offer of the present period.
    var offer: LineOffer?
    /// The offer that begins with the next renewal.
    var nextOffer: LineOffer?
    /// What a period costs this customer; `nil` where it is what the product costs.
    var price: Decimal?
    /// A higher price that the customer was told of.
    var increase: PriceIncrease?
    /// The commitment that is paid in parts.
    var commitment: LineCommitment?
    /// The places of the present period's transactions, the first one first; empty for a period without seats.
    var parts: [Int] = []
    /// How many seats the next period has where product and plan stay; `nil` without seats.
    var renewalSeats: Int?
    /// How many seats the product or plan to change to has; `nil` without seats.
    var preferredSeats: Int?
    /// How often it renewed since it was last bought.
    var renewals = 0
    /// The app's own user, as given when it was bought.
    var appAccountToken: UUID?
    /// Whether its payments fail, whatever the settings say.
    var isUnpayable = false
    /// When the customer became a subscriber, short breaks left out.
    var recentStart: Timestamp
    /// When it came into its phase; `nil` where that is when the customer became a subscriber.
    var phaseStart: Timestamp?
    /// The phases that have passed, other than paid periods, the oldest first; at most ``mostPassed``.
    var passed: [PassedPhase] = []
    /// When the line was last described; each description has a later moment.
    var signed: Timestamp

    /// How many passed phases are kept.
    static let mostPassed = 256

    /// The line that follows on a former state of it, with what has passed in between.
    ///
    /// What is paid is told by the transactions: grace, retry and the time without a subscription are told by nothing else.
    func following(_ former: SubscriptionLine?) -> SubscriptionLine {
        guard let former, former.phase.state != phase.state else { return self }
        var line = self
        if former.phase != .active {
            line.passed =
                (former.passed + [PassedPhase(former.phase.state, former.phaseStart ?? former.recentStart, signed)])
                .suffix(Self.mostPassed)
        }
        line.phaseStart = signed
        return line
    }

    /// When the present period ends.
    var end: Timestamp { schedule.boundary(period + 1) }

    /// The places of all transactions of the present period.
    var places: [Int] { parts.isEmpty ? [current] : parts }

    /// Who owns its transactions.
    var ownership: StoreTransaction.OwnershipType { isAssigned ? .assigned : isShared ? .familyShared : .purchased }

    /// The line's name.
    var id: LineID { LineID(groupID: groupID, isShared: isShared) }

    /// Whether the customer is bound to pay for the next period.
    var isBound: Bool { commitment?.isUnderWay == true }

    /// Whether the next period is paid for: the customer wants it, or is bound to.
    var isToRenew: Bool { willAutoRenew || isBound }

    /// Whether nothing happens any more unless somebody buys.
    var isOver: Bool { phase.isOver && !(phase == .revoked && willAutoRenew) }

    /// Whether nothing is to be decided at a renewal: the next period is as this one.
    var isPlain: Bool {
        phase == .active && willAutoRenew && preferredProductID == nil && nextOffer == nil && offer == nil
            && preferredPlan == nil && increase == nil && commitment == nil && !isUnpayable && period >= 0
    }

    /// When the customer became a subscriber who buys again: a break shorter than the store's retries does not count.
    func recentStart(boughtAgainAt now: Timestamp, retry: Duration) -> Timestamp {
        let isBreak = (!phase.isEntitled || end <= now) && now >= end.advanced(by: retry)
        return isBreak ? now : recentStart
    }

    /// Something about it changed at this moment: its next description is signed then, or right after the last one.
    mutating func sign(at time: Timestamp) { signed = max(time, signed.advanced(by: .milliseconds(1))) }

    /// Its next periods, as plain as the present one, were paid when due.
    ///
    /// - Parameters:
    ///   - count: how many.
    ///   - place: the place of the last one's transaction.
    mutating func renewed(_ count: Int, to place: Int) {
        phase = .active
        period += count
        renewals += count
        begins(with: place)
        // Signed once each, at its beginning or right after the one before.
        signed = max(schedule.boundary(period), signed.advanced(by: .milliseconds(count)))
    }

    /// A period begins, with the seats that were chosen for it.
    ///
    /// - Parameter place: the place of its transaction.
    mutating func begins(with place: Int) {
        current = place
        parts = renewalSeats == nil ? [] : [place]
    }

    /// The present period ends at this moment, whatever the schedule says; the next ones count from there.
    mutating func endPeriod(at end: Timestamp) {
        schedule.anchor = end
        period = -1
    }

    /// It is over: nothing that was planned comes any more.
    mutating func ended(_ phase: LinePhase) {
        self.phase = phase
        willAutoRenew = false
        forgetPlans()
    }

    /// Its present period was taken back: until a later transaction it is revoked.
    ///
    /// After a refund it renews at its end where that is still on; a commitment ends with its present part.
    mutating func revoked(isRefund: Bool) {
        let renews = isRefund && phase == .active && willAutoRenew && commitment == nil && !isShared
        phase = .revoked
        willAutoRenew = renews
        forgetPlans()
    }

    /// The revocation of its present period is undone; when it ends and whether it renews stay as they are.
    mutating func reinstated(at now: Timestamp) {
        phase = end > now ? .active : .expired(for: .autoRenewDisabled)
        if phase.isOver { willAutoRenew = false }
    }

    /// Another of its transactions is the present one; nothing that was planned comes any more.
    ///
    /// - Parameters:
    ///   - transaction: that transaction.
    ///   - place: its place.
    ///   - parts: the places of all transactions of its period, where it has seats.
    ///   - now: the present moment.
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
        preferredProductID = nil
        preferredPlan = nil
        preferredSeats = nil
        nextOffer = nil
        increase = nil
        commitment = nil
    }
}

/// Names a line: a customer has at most one of their own and one of somebody else's in a group.
struct LineID: Sendable, Hashable {
    let groupID: String
    let isShared: Bool
}

/// An offer as a line uses it up.
struct LineOffer: Sendable, Hashable, Codable {
    /// What its transactions say of it.
    var offer: StoreTransaction.Offer
    /// What one payment costs.
    var price: Decimal
    /// How long one payment lasts; `nil` for as long as the product's period.
    var period: SubscriptionPeriod?
    /// How many payments are left after the present one, or after now for one that has not begun.
    var left: Int

    /// An offer that has not begun.
    init(_ offer: StoreOffer) {
        self.offer = .init(type: offer.type, id: offer.id, paymentMode: offer.paymentMode)
        let isPaidAsYouGo = offer.paymentMode == .payAsYouGo
        price = offer.amount
        period = isPaidAsYouGo ? nil : offer.period
        left = isPaidAsYouGo ? max(1, offer.periodCount) : 1
    }

    /// The offer with one payment made.
    var used: LineOffer {
        var used = self
        used.left -= 1
        return used
    }
}

/// A higher price that a customer was told of.
struct PriceIncrease: Sendable, Hashable, Codable {
    /// The price; `nil` where nobody said how high it is.
    var price: Decimal?
    /// Whether the customer agreed, or need not; who has not by the renewal loses the subscription.
    var isAgreed: Bool
}

/// A commitment that is paid in parts.
struct LineCommitment: Sendable, Hashable, Codable {
    /// The number of the present part, from 1 on; 0 while an offer comes before the first.
    var part = 0
    /// How many parts there are.
    var parts = MonthlyPlan.payments
    /// When it ends.
    var end = Timestamp(milliseconds: 0)
    /// What all parts cost together.
    var price: Decimal
    /// What one part costs.
    var partPrice: Decimal

    /// Whether parts are left, which the customer is bound to pay.
    var isUnderWay: Bool { part > 0 && part < parts }

    /// The same number of parts at another price.
    func repriced(_ price: Decimal) -> LineCommitment {
        LineCommitment(parts: parts, price: price * Decimal(parts), partPrice: price)
    }

    /// Its next part; the first one of an equal commitment behind the last.
    ///
    /// - Parameter isOffer: whether an offer with a length of its own comes first, which is no part.
    func advanced(isOffer: Bool) -> LineCommitment {
        var next = self
        next.part = isUnderWay ? part + 1 : isOffer ? 0 : 1
        return next
    }

    /// The same where the present part is a period of this number: as many more follow as there are parts left.
    func ending(with number: Int, of schedule: PeriodSchedule) -> LineCommitment {
        var commitment = self
        commitment.end = schedule.boundary(number + 1 + parts - part)
        return commitment
    }

    /// How its transactions report it; `nil` while an offer comes before its first part.
    var info: StoreTransaction.CommitmentInfo? {
        guard part > 0 else { return nil }
        return .init(billingPeriodNumber: part, totalBillingPeriods: parts, expirationDate: end.date, price: price)
    }
}
