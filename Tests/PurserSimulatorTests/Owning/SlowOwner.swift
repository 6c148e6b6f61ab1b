import Foundation
import Purser

@testable import PurserSimulator

/// Works out what is owned from all that was told, slowly and plainly: the guide's rules, one after the other.
struct SlowOwner {
    /// Every description of a transaction, in the order in which it was told.
    var transactions: [StoreTransaction] = []
    /// Every renewal info, in the order in which it was told.
    var infos: [StoreRenewalInfo] = []

    /// One subscription as it is known.
    struct Subscription {
        var names: Set<String> = []
        var periods: [StoreTransaction] = []
        var info: StoreRenewalInfo?
    }

    /// Where a subscription stands.
    struct Stand {
        var transaction: StoreTransaction
        var state: StoreSubscription.RenewalState
        var end: Timestamp?
        var awaits = false
        var offerPeriods = 0
        var until: Timestamp { end ?? Timestamp(milliseconds: .max) }
        var isActive: Bool { state == .subscribed || state == .inGracePeriod }
    }

    /// Each transaction as it was signed last.
    private var latest: [StoreTransaction] {
        var latest: [String: StoreTransaction] = [:]
        for reported in transactions {
            guard let known = latest[reported.id] else {
                latest[reported.id] = reported
                continue
            }
            if reported.signed >= known.signed { latest[reported.id] = reported }
        }
        return latest.values.sorted { $0.id < $1.id }
    }

    /// The subscriptions: what shares a name, now or before, is one.
    private func subscriptions(_ latest: [StoreTransaction]) -> [Subscription] {
        var subscriptions: [Subscription] = []
        func names(_ reported: StoreTransaction) -> Set<String> {
            Set([reported.originalID, reported.previousOriginalTransactionID].compactMap { $0 })
        }
        for names in Set(transactions.map(names)) {
            let touching = subscriptions.filter { !$0.names.isDisjoint(with: names) }
            subscriptions.removeAll { !$0.names.isDisjoint(with: names) }
            subscriptions.append(Subscription(names: touching.reduce(names) { $0.union($1.names) }))
        }
        for index in subscriptions.indices {
            subscriptions[index].periods = latest.filter {
                $0.productType == .autoRenewable && subscriptions[index].names.contains($0.originalID)
            }
            for info in infos where subscriptions[index].names.contains(info.originalTransactionID) {
                if let known = subscriptions[index].info, known.signed > info.signed { continue }
                subscriptions[index].info = info
            }
        }
        return subscriptions.filter { !$0.periods.isEmpty }
    }

    /// Where a subscription stands.
    private func stand(_ subscription: Subscription, at time: Timestamp, grace: Duration) -> Stand {
        func byPurchase(_ one: StoreTransaction, _ other: StoreTransaction) -> Bool {
            (one.purchaseTime, one.id) < (other.purchaseTime, other.id)
        }
        let kept = subscription.periods.filter { !$0.isUpgraded }
        let begun = kept.filter { $0.purchaseTime <= time }
        guard var period = begun.max(by: byPurchase) ?? kept.min(by: byPurchase) else {
            let last = subscription.periods.sorted(by: byPurchase)[subscription.periods.count - 1]
            return Stand(transaction: last, state: .expired, end: last.expirationTime)
        }
        let parts = parts(of: period, in: subscription.periods).sorted(by: byPurchase)
        if period.revocationTime != nil, let other = parts.last(where: { $0.revocationTime == nil && !$0.isUpgraded }) {
            period = other
        }
        let over = period.over
        if period.revocationTime != nil { return Stand(transaction: period, state: .revoked, end: over) }
        var stand = Stand(transaction: period, state: .subscribed, end: over)
        let heads = subscription.periods.filter { other in
            self.parts(of: other, in: subscription.periods).min(by: byPurchase).map { $0.id == other.id } ?? true
        }
        let head = parts.first ?? period
        if period.offer != nil {
            stand.offerPeriods = offerPeriods(heads.filter { $0.purchaseTime <= head.purchaseTime }, head)
        }
        if time < over { return stand }
        if let until = subscription.info?.gracePeriodExpirationTime, until > time {
            (stand.state, stand.end) = (.inGracePeriod, until)
            return stand
        }
        let info = subscription.info.flatMap { $0.signed < period.purchaseTime ? nil : $0 }
        if info?.isInBillingRetry == true {
            stand.state = .inBillingRetryPeriod
            return stand
        }
        let isOff =
            info.map { !$0.willAutoRenew || $0.expirationReason != nil || $0.gracePeriodExpirationTime != nil } ?? false
        let until = over.advanced(by: grace)
        if !isOff, until > time {
            (stand.state, stand.end, stand.awaits) = (.inGracePeriod, until, true)
        } else {
            stand.state = .expired
        }
        return stand
    }

    /// All transactions of a period that was bought with seats; none of another one.
    private func parts(of period: StoreTransaction, in all: [StoreTransaction]) -> [StoreTransaction] {
        guard let item = period.webOrderLineItemID, period.multiSeatInfo != nil else { return [] }
        return all.filter { $0.webOrderLineItemID == item }
    }

    /// How many seats the present period of a subscription has; `nil` without seats.
    private func seats(_ subscription: Subscription, _ stand: Stand) -> Int? {
        guard stand.transaction.multiSeatInfo != nil else { return nil }
        var sum = 0
        for part in parts(of: stand.transaction, in: subscription.periods)
        where part.revocationTime == nil && part.isUpgraded == stand.transaction.isUpgraded {
            sum += part.purchasedQuantity - (part.multiSeatInfo?.revokedSeatQuantity ?? 0)
        }
        return sum
    }

    private func offerPeriods(_ periods: [StoreTransaction], _ period: StoreTransaction) -> Int {
        guard let offer = period.offer else { return 0 }
        var count = 0
        for other in periods.sorted(by: { ($0.purchaseTime, $0.id) > ($1.purchaseTime, $1.id) }) {
            guard other.offer?.type == offer.type, other.offer?.id == offer.id else {
                if other.revocationTime == nil, !other.isUpgraded { return count }
                continue
            }
            count += 1
            if other.reason == .purchase { return count }
        }
        return count
    }

    /// Everything that the answer says at a moment, as texts.
    func answer(at time: Timestamp, grace: Duration) -> [String] {
        let latest = latest
        let stands = subscriptions(latest).map { (subscription: $0, stand: stand($0, at: time, grace: grace)) }
            .sorted { $0.stand.transaction.originalID < $1.stand.transaction.originalID }
        var texts = stands.map { text($0.subscription, $0.stand) }
        var active: [String: StoreTransaction] = [:]
        let running = stands.map(\.stand).filter(\.isActive)
            .sorted { ($0.until, $0.transaction.originalID) < ($1.until, $1.transaction.originalID) }
        for stand in running { active[stand.transaction.productID] = stand.transaction }
        for reported in latest where reported.productType == .nonConsumable {
            let isNewest = latest.allSatisfy {
                $0.originalID != reported.originalID || ($0.purchaseTime, $0.id) <= (reported.purchaseTime, reported.id)
            }
            guard isNewest, reported.revocationTime == nil else { continue }
            let known = active[reported.productID]
            if known.map({ ($0.purchaseTime, $0.id) < (reported.purchaseTime, reported.id) }) ?? true {
                active[reported.productID] = reported
            }
        }
        texts += active.sorted { $0.key < $1.key }.map { "may use \($0.key) by \($0.value.id)" }
        texts.append("next end \(running.compactMap(\.end).min().map { "\($0.milliseconds)" } ?? "none")")
        for group in ["group", "other"] {
            let own = stands.map(\.stand).filter { $0.transaction.subscriptionGroupID == group }
            texts.append("\(group): \(best(own)?.transaction.id ?? "none")")
            let isUsed = latest.contains {
                $0.subscriptionGroupID == group && $0.offer?.type == .introductory && $0.ownershipType == .purchased
            }
            let isOver = own.allSatisfy { $0.state == .expired || $0.state == .revoked }
            texts.append("trial of \(group): \(!isUsed && isOver)")
        }
        let coins = latest.filter {
            // Of one that was paid back in part a whole one is left.
            $0.productID == "coins" && ($0.revocationTime == nil || ($0.revocationPercentage ?? 100) < 100)
        }.count
        return texts + ["coins \(coins)"]
    }

    private func best(_ stands: [Stand]) -> Stand? {
        for state in [.subscribed, .inGracePeriod, .inBillingRetryPeriod, .expired, .revoked]
            as [StoreSubscription.RenewalState]
        {
            let alike = stands.filter { $0.state == state }
            guard let longest = alike.compactMap(\.end).max() else { continue }
            let last = alike.filter { $0.end == longest }
            let own = last.filter { $0.transaction.ownershipType == .purchased }
            return (own.isEmpty ? last : own).max { $0.transaction.originalID < $1.transaction.originalID }
        }
        return nil
    }

    private func text(_ subscription: Subscription, _ stand: Stand) -> String {
        let (reported, info) = (stand.transaction, subscription.info)
        let isOver = stand.state == .expired || stand.state == .inBillingRetryPeriod
        // What was signed before a period began says nothing of its end.
        let isKnown = info.map { $0.signed >= reported.purchaseTime } ?? false
        return OwnedText.subscription(
            reported, "\(stand.state)\(stand.awaits ? " awaiting" : "")", end: stand.end,
            renews: info?.willAutoRenew, into: info?.willAutoRenew == true ? info?.autoRenewPreference : nil,
            grace: info?.gracePeriodExpirationTime, reason: isOver && isKnown ? info?.expirationReason?.rawValue : nil,
            price: info?.priceIncreaseStatus ?? .noIncreasePending, next: info?.offer?.id,
            offerPeriods: stand.offerPeriods, winBack: info?.eligibleWinBackOfferIDs ?? [],
            seats: seats(subscription, stand),
            renewalSeats: info?.willAutoRenew == true ? info?.renewalQuantity : nil)
    }
}

extension StoreTransaction {
    /// What the embedded App Store always says.
    fileprivate var signed: Timestamp { signedTime ?? purchaseTime }
    fileprivate var over: Timestamp { expirationTime ?? purchaseTime }
}

extension StoreRenewalInfo {
    fileprivate var signed: Timestamp { signedTime ?? Timestamp(milliseconds: 0) }
}

/// The words in which two answers are compared.
enum OwnedText {
    static func subscription(
        _ transaction: StoreTransaction, _ state: String, end: Timestamp?, renews: Bool?, into next: String?,
        grace: Timestamp?, reason: Int?, price: StoreRenewalInfo.PriceIncreaseStatus, next offer: String?,
        offerPeriods: Int, winBack: [String], seats: Int?, renewalSeats: Int?
    ) -> String {
        let parts: [Any?] = [
            transaction.originalID, transaction.productID, transaction.subscriptionGroupID, transaction.id, state,
            end?.milliseconds, renews, next, grace?.milliseconds, reason, price, offer, transaction.offer?.id,
            offerPeriods, winBack, seats, renewalSeats,
        ]
        return parts.map { part in part.map { "\($0)" } ?? "-" }.joined(separator: " ")
    }

    /// What an answer of the library says, in the same words.
    static func answer(_ owned: StoreEntitlements) -> [String] {
        var texts = owned.subscriptions.map { club in
            subscription(
                club.transaction, "\(club.state)\(club.awaitsRenewal ? " awaiting" : "")", end: club.end,
                renews: club.willAutoRenew, into: club.renewalProductID,
                grace: club.gracePeriodExpirationDate.map { Timestamp($0) }, reason: club.expirationReason?.rawValue,
                price: club.priceIncreaseStatus, next: club.renewalInfo?.offer?.id, offerPeriods: club.offerPeriodCount,
                winBack: club.eligibleWinBackOfferIDs, seats: club.seats, renewalSeats: club.renewalSeats)
        }
        texts += owned.active.map { "may use \($0.productID) by \($0.transaction.id)" }
        texts.append("next end \(owned.nextEnd.map { "\($0.milliseconds)" } ?? "none")")
        for group in ["group", "other"] {
            texts.append("\(group): \(owned.subscriptions[groupID: group]?.transaction.id ?? "none")")
            texts.append("trial of \(group): \(owned.isEligibleForIntroductoryOffer(group))")
        }
        return texts + ["coins \(owned.purchasedQuantity(of: "coins"))"]
    }
}
