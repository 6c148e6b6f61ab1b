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
        let reported = periods.map { IncomingTransaction($0, phase: .complete, needsFinish: false) }
        ledger.prepare(reported: reported, now: at(0), into: &batch)
        ledger.prepare(renewals: infos.map { .info($0) }, now: at(0), into: &batch)
        let live = CurrentEntitlements(EntitlementState(hash: ledger.hash), trustedDate: at(0))
        live.apply(batch.published.changes, trustedDate: at(0))
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
        let club = try #require(owned.subscriptions[groupID: "club"])
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
        let club = try #require(Self.entitlements([trial], [info], at: 50).subscriptions[groupID: "club"])
        #expect(club.willAutoRenew == true && club.renewalProductID == "silver")
        #expect(club.renewalInfo?.offer?.id == "half")
        #expect(club.priceIncreaseStatus == .pending && club.expirationReason == nil)
        #expect(club.offer?.type == .introductory && club.eligibleWinBackOfferIDs == ["back"])
        let later = try #require(Self.entitlements([trial], [info], at: 100).subscriptions[groupID: "club"])
        #expect(later.expirationReason == .autoRenewDisabled)
        let unreported = try #require(Self.entitlements([trial], at: 50).subscriptions[groupID: "club"])
        #expect(unreported.willAutoRenew == nil && unreported.renewalProductID == nil && unreported.renewalInfo == nil)
    }

    @Test("Of a group the better subscription counts: an own one or one of the family")
    func family() throws {
        let own = Self.period("T1", from: 0, to: 100)
        let shared = Self.period("F1", from: 0, to: 200, of: "F1") { $0.ownershipType = .familyShared }
        let group = { Self.entitlements([own, shared], at: $0).subscriptions[groupID: "club"]?.transaction.id }
        #expect(group(50) == "F1" && group(150) == "F1" && group(250) == "F1")
        let alike = Self.period("F1", from: 0, to: 100, of: "F1") { $0.ownershipType = .familyShared }
        #expect(Self.entitlements([alike, own], at: 50).subscriptions[groupID: "club"]?.transaction.id == "T1")
        #expect(Self.entitlements([own], at: 50).subscriptions[groupID: "other"] == nil)
        #expect(Self.entitlements([own, shared], at: 50).subscriptions.map(\.originalTransactionID) == ["F1", "T1"])
    }

    @Test("An introductory offer is had once in a group, also when it was refunded; others do not count")
    func introductory() {
        let plain = Self.period("T1", from: 0, to: 100)
        let code = Self.period("T2", from: 0, to: 100) { $0.offer = StoreTransaction.Offer(type: .code) }
        #expect(Self.entitlements([plain, code], at: 100).isEligibleForIntroductoryOffer("club"))
        let trial = Self.period("T3", from: 0, to: 100) {
            $0.offer = StoreTransaction.Offer(type: .introductory)
            $0.revocationTime = at(1)
        }
        let owned = Self.entitlements([trial], at: 0)
        #expect(!owned.isEligibleForIntroductoryOffer("club") && owned.isEligibleForIntroductoryOffer("other"))
    }

    @Test(
        "Bundles and suites count while they are paid for, and are no purchase for good",
        arguments: ["bundle", "suite"])
    func bundles(type: String) throws {
        func owned(at seconds: Int64, _ infos: [StoreRenewalInfo] = []) -> StoreEntitlements {
            let whole = StoreTransaction.sample("B1", "all", StoreProduct.ProductType(rawValue: type)) {
                ($0.subscriptionGroupID, $0.expirationTime) = ("bundles", at(100))
            }
            return Self.entitlements([whole], infos, at: seconds)
        }
        #expect(owned(at: 99).contains("all") && owned(at: 99).subscriptions[groupID: "bundles"]?.state == .subscribed)
        #expect(!owned(at: 100).contains("all") && owned(at: 100).active.isEmpty)
        var info = StoreRenewalInfo(originalTransactionID: "B1", currentProductID: "all", willAutoRenew: true)
        info.gracePeriodExpirationTime = at(160)
        #expect(owned(at: 150, [info]).subscriptions[groupID: "bundles"]?.state == .inGracePeriod)
    }

    @Test("Who goes over to a bundle loses nothing; a member names its bundle, and why it ended when it has left that")
    func bundled() throws {
        let own = Self.period("T0", from: 0, to: 100, of: "T0") {
            $0.revocationTime = at(20)
            $0.revocationReason = .upgradedToBundle
        }
        let member = Self.period("T1", from: 20, to: 120) {
            $0.bundle = StoreTransaction.Bundle(productID: "all", originalTransactionID: "B1")
        }
        let club = try #require(Self.entitlements([own, member], at: 50).subscriptions[groupID: "club"])
        #expect(club.state == .subscribed && club.transaction.id == "T1")
        #expect(club.bundle == StoreRenewalInfo.Bundle(productID: "all", originalTransactionID: "B1"))
        let left = Self.info {
            ($0.willAutoRenew, $0.expirationReason, $0.signedTime) = (false, .unbundled, at(121))
            $0.bundle = StoreRenewalInfo.Bundle(productID: "all", willUnbundle: true)
        }
        let ended = try #require(Self.entitlements([own, member], [left], at: 150).subscriptions[groupID: "club"])
        #expect(ended.state == .expired && ended.expirationReason == .unbundled && ended.bundle?.willUnbundle == true)
    }

    @Test("Of many subscriptions the answers are the same, whether they are worked out at once or by portions")
    func portions() async {
        let periods = (0..<3_000 as Range<Int64>).map { number in
            StoreTransaction.sample("T\(number)", "plan\(number % 7)", .autoRenewable) {
                $0.expirationTime = at(100 + number)
            }
        }
        let live = CurrentEntitlements(
            EntitlementState(of: periods, hash: KeyedHash(first: 1, second: 2)), trustedDate: at(0))
        func owned(at seconds: Int64) -> StoreEntitlements { StoreEntitlements(live.snapshot, deviceTime: at(seconds)) }
        for (seconds, next) in [(0, 100), (100, 101), (3_098, 3_099), (3_099, nil)] as [(Int64, Int64?)] {
            let now = owned(at: seconds)
            #expect(await now.nextChange() == next.map { at($0) } && now.nextEnd == next.map { at($0) })
            #expect(await now.runningPeriods().count == Int(3_100 - max(100, seconds + 1)))
            #expect(now.activeSubscriptions.count == Int(3_100 - max(100, seconds + 1)))
            let before = owned(at: max(0, seconds - 1))
            #expect(await now.saysTheSame(as: before) == (seconds == 0) && (now == before) == (seconds == 0))
        }
        #expect(owned(at: 0).contains("plan3") && owned(at: 0)["plan3"]?.transaction.id == "T2999")
        #expect(!owned(at: 3_099).contains("plan3") && owned(at: 3_099)["plan3"] == nil)
    }

    @Test("E2: an introductory offer that a later description takes back was not used, before and after a relaunch")
    func correctedOffer() {
        var ledger = LedgerState()
        let live = CurrentEntitlements(EntitlementState(hash: ledger.hash), trustedDate: at(0))
        for (signed, type) in [(0, .introductory), (1, .promotional)] as [(Int64, StoreOffer.OfferType)] {
            let period = Self.period("T1", from: 0, to: 100) {
                $0.offer = StoreTransaction.Offer(type: type, id: type == .promotional ? "half" : nil)
                $0.signedTime = at(signed)
            }
            var batch = PreparedBatch(capacity: 1)
            let incoming = IncomingTransaction(period, phase: .complete, needsFinish: false)
            ledger.prepare(reported: [incoming], now: at(0), into: &batch)
            live.apply(
                batch.published.changes, rebuilt: batch.published.changes.needsRebuild ? ledger.entitlements : nil,
                trustedDate: at(0))
            #expect(
                live.snapshot.state.hasUsedIntroductoryOffer(inGroup: "club")
                    == ledger.entitlements.hasUsedIntroductoryOffer(inGroup: "club"))
        }
        #expect(!live.snapshot.state.hasUsedIntroductoryOffer(inGroup: "club"))
    }

    @Test("E4: told again after the last period began, that renewal is off counts for it, without an update")
    func confirmed() throws {
        var ledger = LedgerState()
        var records: [LedgerRecord] = []
        let live = CurrentEntitlements(
            EntitlementState(hash: ledger.hash), trustedDate: at(0), policy: EntitlementPolicy())
        func updates(_ period: StoreTransaction?, signed: Int64) -> Int {
            var batch = PreparedBatch(capacity: 1)
            let reported = [period].compactMap(\.self)
                .map { IncomingTransaction($0, phase: .complete, needsFinish: false) }
            let info = Self.info { ($0.willAutoRenew, $0.signedTime) = (false, at(signed)) }
            ledger.prepare(reported: reported, now: at(0), into: &batch)
            ledger.prepare(renewals: [.info(info)], now: at(0), into: &batch)
            records += batch.records
            live.apply(batch.published.changes, trustedDate: at(0))
            return batch.published.updates.count
        }
        func states() throws -> [StoreSubscription.RenewalState] {
            var again = LedgerState()
            for record in records { again.apply(try LedgerRecord(bytes: record.bytes)) }
            let relaunched = EntitlementSnapshot(
                state: again.entitlements, trustedDate: at(0), policy: EntitlementPolicy())
            return try [live.snapshot, relaunched].map { snapshot in
                try #require(StoreEntitlements(snapshot, deviceTime: at(250)).subscriptions.first).state
            }
        }
        #expect(updates(Self.period("T1", from: 0, to: 100), signed: 5) == 2)
        #expect(updates(Self.period("T2", from: 100, to: 200), signed: 50) == 1)
        #expect(try states() == [.inGracePeriod, .inGracePeriod])
        #expect(updates(nil, signed: 150) == 0)
        #expect(try states() == [.expired, .expired])
        let count = records.count
        #expect(updates(nil, signed: 160) == 0 && records.count == count + 1, "a later date is kept")
        #expect(updates(nil, signed: 160) == 0 && records.count == count + 1, "once is enough")
    }

    @Test("E2: a period whose end the store corrects is taken in where it stands, without working out all anew")
    func correctedEnd() {
        var ledger = LedgerState()
        let live = CurrentEntitlements(EntitlementState(hash: ledger.hash), trustedDate: at(0))
        let reported = [
            Self.period("T1", from: 0, to: 100), Self.period("T2", from: 100, to: 200),
            Self.period("T2", from: 100, to: 50) { $0.signedTime = at(150) },
            Self.period("T1", from: 0, to: 300) { $0.signedTime = at(151) },
        ]
        for (index, period) in reported.enumerated() {
            var batch = PreparedBatch(capacity: 1)
            let incoming = IncomingTransaction(period, phase: .complete, needsFinish: false)
            ledger.prepare(reported: [incoming], now: at(0), into: &batch)
            #expect(!batch.published.changes.needsRebuild)
            live.apply(batch.published.changes, trustedDate: at(0))
            #expect(live.snapshot.state.periods == ledger.entitlements.periods, "\(index)")
        }
        #expect(live.snapshot.state.periods.map { $0.map(\.id) } == [["T1", "T2"]])
    }

    @Test("A refund of an old period costs no present one, whatever is told of the renewal")
    func oldRefund() throws {
        let old = Self.period("T1", from: 0, to: 100) { $0.revocationTime = at(120) }
        let present = Self.period("T2", from: 100, to: 200)
        let club = try #require(
            Self.entitlements([old, present], [Self.info { $0.willAutoRenew = false }], at: 150).subscriptions.first)
        #expect(club.state == .subscribed && club.transaction.id == "T2")
    }

    @Test("What was refunded or replaced, and was to end long after, hides no period of an offer; what stands ends it")
    func offerPeriods() throws {
        let code = StoreTransaction.Offer(type: .code, id: "code")
        let first = Self.period("T2", from: 100, to: 200) { ($0.offer, $0.reason) = (code, .renewal) }
        let second = Self.period("T3", from: 200, to: 300) { ($0.offer, $0.reason) = (code, .renewal) }
        func count(_ year: StoreTransaction) -> Int? {
            Self.entitlements([year, first, second], at: 250).subscriptions.first?.offerPeriodCount
        }
        #expect(count(Self.period("T1", from: 0, to: 1_000) { $0.isUpgraded = true }) == 2)
        #expect(count(Self.period("T1", from: 0, to: 1_000) { $0.revocationTime = at(50) }) == 2)
        #expect(count(Self.period("T1", from: 0, to: 100)) == 2)
        // A renewal that was forced while a longer period runs.
        #expect(count(Self.period("T1", from: 0, to: 240)) == 2)
        let between = Self.period("T25", from: 200, to: 205)
        let club = Self.entitlements([first, between, second], at: 250).subscriptions.first
        #expect(club?.offerPeriodCount == 1)
    }
}
