import Foundation
import PurserTesting
import Testing

@testable import Purser

/// Where a subscription stands, by its transactions, by what the store told of its renewal, and by the time.
@Suite("Subscriptions: states, groups and offers")
struct SubscriptionStateTests {
    private static func period(
        _ id: String, from start: Int64, to end: Int64, of line: String = "T1", in group: String = "club",
        _ change: (inout StoreTransaction.Fields) -> Void = { _ in }
    ) -> StoreTransaction {
        .sample(id, "gold", .autoRenewable, at: start) {
            $0.originalID = line
            $0.subscriptionGroupID = group
            $0.expirationTime = at(end)
            change(&$0)
        }
    }

    private static func info(_ change: (inout StoreRenewalInfo) -> Void = { _ in }) -> StoreRenewalInfo {
        var info = StoreRenewalInfo(originalTransactionID: "T1", currentProductID: "gold", willAutoRenew: true)
        change(&info)
        return info
    }

    private static func entitlements(
        _ periods: [StoreTransaction], _ infos: [StoreRenewalInfo] = [], at seconds: Int64
    ) -> StoreEntitlements {
        var ledger = LedgerState()
        var batch = PreparedBatch(capacity: 1)
        let reported = periods.map { IncomingTransaction($0, phase: .complete, token: nil, needsFinish: false) }
        ledger.prepare(reported: reported, now: at(0), into: &batch)
        ledger.prepare(renewals: infos.map { .info($0) }, now: at(0), into: &batch)
        let live = CurrentEntitlements([], trustedDate: at(0), hash: ledger.hash)
        live.apply(batch.changes, trustedDate: at(0))
        let rebuilt = EntitlementSnapshot(state: ledger.entitlements, trustedDate: at(0))
        let answer = StoreEntitlements(live.snapshot, deviceTime: at(seconds))
        let again = StoreEntitlements(rebuilt, deviceTime: at(seconds))
        #expect(Array(answer.subscriptions) == Array(again.subscriptions), "a relaunch finds the same")
        return answer
    }

    /// A rule of Apple's documentation of renewal states, with the moment at which it is asked.
    struct Rule: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var change: @Sendable (inout StoreRenewalInfo) -> Void = { _ in }
        var moment: Int64 = 150
        var isRevoked = false
        var state: StoreSubscription.RenewalState
        var end: Int64? = 100
    }

    private static let rules = [
        Rule(testDescription: "paid for", moment: 99, state: .subscribed),
        Rule(
            testDescription: "paid for, though it will not renew", change: { $0.willAutoRenew = false }, moment: 99,
            state: .subscribed),
        Rule(
            testDescription: "paid for, whatever is said of retry", change: { $0.isInBillingRetry = true }, moment: 99,
            state: .subscribed),
        Rule(testDescription: "over", state: .expired),
        Rule(testDescription: "over at the very moment", moment: 100, state: .expired),
        Rule(
            testDescription: "in grace",
            change: {
                $0.gracePeriodExpirationTime = at(160)
                $0.isInBillingRetry = true
            }, state: .inGracePeriod, end: 160),
        Rule(
            testDescription: "in grace, retry unsaid", change: { $0.gracePeriodExpirationTime = at(160) },
            state: .inGracePeriod, end: 160),
        Rule(
            testDescription: "grace over, in retry",
            change: {
                $0.gracePeriodExpirationTime = at(150)
                $0.isInBillingRetry = true
            }, state: .inBillingRetryPeriod),
        Rule(testDescription: "in retry", change: { $0.isInBillingRetry = true }, state: .inBillingRetryPeriod),
        Rule(
            testDescription: "given up", change: { $0.expirationReason = .billingError }, state: .expired),
        Rule(testDescription: "taken back", moment: 99, isRevoked: true, state: .revoked),
        Rule(
            testDescription: "taken back, whatever is said of grace",
            change: { $0.gracePeriodExpirationTime = at(160) },
            isRevoked: true, state: .revoked),
    ]

    @Test("T2: the state follows from transactions, renewal info and time", arguments: rules)
    func state(rule: Rule) throws {
        let period = Self.period("T1", from: 0, to: 100) { if rule.isRevoked { $0.revocationTime = at(50) } }
        let owned = Self.entitlements([period], [Self.info(rule.change)], at: rule.moment)
        let club = try #require(owned.subscriptions[group: "club"])
        #expect(club.state == rule.state)
        #expect(club.expirationDate == rule.end.map { at($0).date })
        #expect(owned.contains("gold") == club.isActive && (owned["gold"] != nil) == club.isActive)
        #expect(owned.nextEnd == (club.isActive ? club.end : nil))
    }

    @Test("What is coming is told: the next product, its offer, the price asked for, and why it ended")
    func coming() throws {
        let info = Self.info {
            $0.autoRenewPreference = "silver"
            $0.offer = StoreTransaction.Offer(type: .promotional, id: "half")
            $0.priceIncreaseStatus = .pending
            $0.expirationReason = .autoRenewDisabled
            $0.eligibleWinBackOfferIDs = ["back"]
        }
        let trial = Self.period("T1", from: 0, to: 100) { $0.offer = StoreTransaction.Offer(type: .introductory) }
        let club = try #require(Self.entitlements([trial], [info], at: 50).subscriptions[group: "club"])
        #expect(club.willAutoRenew == true && club.renewalProductID == "silver" && club.renewalOffer?.id == "half")
        #expect(club.priceIncreaseStatus == .pending && club.expirationReason == nil)
        #expect(club.offer?.type == .introductory && club.eligibleWinBackOfferIDs == ["back"])
        let later = try #require(Self.entitlements([trial], [info], at: 100).subscriptions[group: "club"])
        #expect(later.expirationReason == .autoRenewDisabled)
        let untold = try #require(Self.entitlements([trial], at: 50).subscriptions[group: "club"])
        #expect(untold.willAutoRenew == nil && untold.renewalProductID == nil && untold.renewalInfo == nil)
    }

    @Test("Of a group the better subscription counts: an own one or one of the family")
    func family() throws {
        let own = Self.period("T1", from: 0, to: 100)
        let shared = Self.period("F1", from: 0, to: 200, of: "F1") { $0.ownershipType = .familyShared }
        let group = { Self.entitlements([own, shared], at: $0).subscriptions[group: "club"]?.transaction.id }
        #expect(group(50) == "F1" && group(150) == "F1" && group(250) == "F1")
        let alike = Self.period("F1", from: 0, to: 100, of: "F1") { $0.ownershipType = .familyShared }
        #expect(Self.entitlements([alike, own], at: 50).subscriptions[group: "club"]?.transaction.id == "T1")
        #expect(Self.entitlements([own], at: 50).subscriptions[group: "other"] == nil)
        #expect(Self.entitlements([own, shared], at: 50).subscriptions.map(\.originalTransactionID) == ["F1", "T1"])
    }

    @Test("An introductory offer is had once in a group, also when it was refunded; others do not count")
    func introductory() {
        let plain = Self.period("T1", from: 0, to: 100)
        let code = Self.period("T2", from: 0, to: 100) { $0.offer = StoreTransaction.Offer(type: .code) }
        #expect(Self.entitlements([plain, code], at: 0).isEligibleForIntroductoryOffer("club"))
        let trial = Self.period("T3", from: 0, to: 100) {
            $0.offer = StoreTransaction.Offer(type: .introductory)
            $0.revocationTime = at(1)
        }
        let owned = Self.entitlements([trial], at: 0)
        #expect(!owned.isEligibleForIntroductoryOffer("club") && owned.isEligibleForIntroductoryOffer("other"))
    }

    @Test("A refund of an old period costs no present one, whatever is told of the renewal")
    func oldRefund() throws {
        let old = Self.period("T1", from: 0, to: 100) { $0.revocationTime = at(120) }
        let present = Self.period("T2", from: 100, to: 200)
        let club = try #require(
            Self.entitlements([old, present], [Self.info { $0.willAutoRenew = false }], at: 150).subscriptions.first)
        #expect(club.state == .subscribed && club.transaction.id == "T2")
    }
}
