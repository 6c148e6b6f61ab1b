import Foundation
import PurserTesting
import Testing

@testable import Purser

@Suite("E5: the period that was bought last decides")
struct DecidingPeriodTests {
    private func period(
        _ id: String, _ product: String, from start: Int64, to end: Int64, signed: Int64? = nil,
        _ change: (inout StoreTransaction.Fields) -> Void = { _ in }
    ) -> StoreTransaction {
        .sample(id, product, .autoRenewable, at: start) {
            ($0.originalID, $0.subscriptionGroupID, $0.expirationTime) = ("T1", "club", at(end))
            $0.signedTime = signed.map { at($0) }
            change(&$0)
        }
    }

    /// What is owned by a ledger that was told these at a device's date: followed, and read again.
    private func owned(_ periods: [StoreTransaction], at seconds: Int64) -> [StoreEntitlements] {
        var ledger = LedgerState()
        var batch = PreparedBatch(capacity: 1)
        let reported = periods.map { IncomingTransaction($0, phase: .complete, needsFinish: false) }
        ledger.prepare(reported: reported, now: at(seconds), into: &batch)
        let live = CurrentEntitlements(EntitlementState(hash: ledger.hash), trustedDate: at(0))
        live.apply(batch.published.changes, trustedDate: ledger.trustedDate, signedDate: ledger.trusted.latest)
        let again = EntitlementSnapshot(
            state: ledger.entitlements, trustedDate: ledger.trustedDate, signedDate: ledger.trusted.latest)
        return [live.snapshot, again].map { StoreEntitlements($0, deviceTime: at(seconds)) }
    }

    @Test("E5: bought over a product that was paid six months ahead, it is owned, and nothing falls back to that one")
    func crossgrade() {
        let halfYear = period("T1", "a", from: 0, to: 180)
        let month = period("T2", "b", from: 10, to: 40)
        for reported in [[halfYear, month], [month, halfYear]] {
            for owned in owned(reported, at: 20) {
                #expect(owned.activeProductIDs == ["b"] && owned.contains("b") && !owned.contains("a"))
                #expect(owned.active.map(\.productID) == ["b"] && owned.nextEnd == at(40))
            }
            for owned in owned(reported, at: 40) {
                #expect(owned.subscriptions.map(\.state) == [.expired] && owned.activeProductIDs.isEmpty)
            }
        }
        for owned in owned([halfYear, month, month.revoked(at: 15)], at: 20) {
            #expect(owned.subscriptions.map(\.state) == [.revoked] && !owned.contains("a") && owned["a"] == nil)
        }
    }

    @Test("T1: a later period that begins after a gap is noticed when it begins")
    func laterPeriod() {
        let (first, later) = (period("T1", "a", from: 0, to: 30), period("T2", "a", from: 50, to: 80, signed: 10))
        for owned in owned([first, later], at: 40) { #expect(!owned.contains("a") && owned.nextEnd == at(50)) }
    }

    @Test("E2: a copy that was dated after the end of its period counts before the renewal of that period")
    func copyOfAnEndedPeriod() {
        let (first, renewal) = (period("T1", "a", from: 0, to: 30), period("T2", "a", from: 30, to: 60))
        // StoreKit 1 answers a repeated purchase so: with a new transaction that ends with the present period.
        let copy = period("T3", "a", from: 35, to: 30)
        for reported in [[first, copy, renewal], [copy, renewal, first], [renewal, copy, first]] {
            for owned in owned(reported, at: 40) {
                #expect(owned.activeProductIDs == ["a"] && owned.contains("a") && owned.nextEnd == at(60))
            }
        }
    }

    @Test("E2, E5: of two of one date the identifier that sorts last decides, whichever was signed again later")
    func ties() {
        let second = period("T3", "b", from: 10, to: 40, signed: 10)
        for signed: Int64 in [9, 10, 11, 5_000] {
            let first = period("T2", "a", from: 10, to: 180, signed: signed)
            for owned in owned([first, second], at: 20) + owned([second, first], at: 20) {
                #expect(owned.activeProductIDs == ["b"] && !owned.contains("a"))
            }
            for owned in owned([first.revoked(at: 15), second], at: 20) { #expect(owned.activeProductIDs == ["b"]) }
        }
    }

    @Test("E5: of an upgrade the one that replaced the other decides")
    func upgraded() {
        let (first, second) = (period("T1", "a", from: 5, to: 180), period("T2", "b", from: 10, to: 40))
        let upgraded = period("T3", "b", from: 15, to: 45) { $0.isUpgraded = true }
        for owned in owned([first, second, upgraded], at: 20) { #expect(owned.activeProductIDs == ["b"]) }
    }

    @Test("E5: a renewal that is reported before it begins leaves the present product until then")
    func early() {
        let present = period("T1", "a", from: 0, to: 100, signed: 0)
        let next = period("T2", "b", from: 100, to: 200, signed: 80) { $0.reason = .renewal }
        for owned in owned([present, next], at: 99) { #expect(owned.activeProductIDs == ["a"] && !owned.contains("b")) }
        for owned in owned([present, next], at: 100) { #expect(owned.activeProductIDs == ["b"] && owned.contains("b")) }
        for owned in owned([next], at: 90) { #expect(owned.activeProductIDs == ["b"]) }
    }

    @Test("E5: bought with a device's clock that is hours or years behind, it is owned")
    func clockBehind() {
        let day: Int64 = 86_400
        let lapsed = period("T1", "a", from: 0, to: 30 * day, signed: 0)
        let again = period("T2", "b", from: 60 * day, to: 90 * day, signed: 60 * day)
        for clock in [60 * day - 10_800, 40 * day, -5_000 * day] {
            for owned in owned([lapsed, again], at: clock) { #expect(owned.contains("b") && !owned.contains("a")) }
        }
    }

    @Test("E3: a grace period beyond all that a store grants ends 28 days after the period")
    func longGrace() throws {
        let day: Int64 = 86_400
        var info = StoreRenewalInfo(originalTransactionID: "T1", currentProductID: "a", willAutoRenew: true)
        info.gracePeriodExpirationTime = Timestamp(milliseconds: 253_402_300_799_000)
        info.isInBillingRetry = true
        let reported = ReportedRenewal(info, nil)
        let line = SubscriptionPeriods(periods: [period("T1", "a", from: 0, to: day)], renewal: reported)
        let inGrace = try #require(StoreSubscription(line, at: at(29 * day - 1)))
        #expect(inGrace.state == .inGracePeriod && inGrace.expirationDate == at(29 * day).date)
        #expect(StoreSubscription(line, at: at(29 * day))?.state == .inBillingRetryPeriod)
    }

    @Test("E3: a grace period that is reported without its end counts for 28 days, until another report")
    func graceWithoutEnd() throws {
        let day: Int64 = 86_400
        var info = StoreRenewalInfo(originalTransactionID: "T1", currentProductID: "a", willAutoRenew: true)
        (info.isInBillingRetry, info.signedTime) = (true, at(day))
        var (over, before) = (info, info)
        (over.isInBillingRetry, over.expirationReason, before.signedTime) = (false, .billingError, at(-1))
        func line(_ info: StoreRenewalInfo?, _ state: StoreSubscription.RenewalState) -> SubscriptionPeriods {
            SubscriptionPeriods(periods: [period("T1", "a", from: 0, to: day)], renewal: ReportedRenewal(info, state))
        }
        for info in [info, nil] {
            let inGrace = try #require(StoreSubscription(line(info, .inGracePeriod), at: at(29 * day - 1)))
            #expect(inGrace.state == .inGracePeriod && inGrace.expirationDate == at(29 * day).date)
            #expect(inGrace.billingProblem != nil && !inGrace.awaitsRenewal)
            #expect(StoreSubscription(line(info, .inGracePeriod), at: at(29 * day))?.isActive == false)
            #expect(StoreSubscription(line(info, .inBillingRetryPeriod), at: at(day))?.isActive == false)
        }
        for outdated in [over, before] {
            #expect(StoreSubscription(line(outdated, .inGracePeriod), at: at(day))?.isActive == false)
        }
    }

    @Test("No trial is promised while a subscription of the group is paid for, in grace or in retry; later it is")
    func introductory() {
        for (seconds, isEligible) in [(50, false), (100, true)] as [(Int64, Bool)] {
            for owned in owned([period("T1", "a", from: 0, to: 100)], at: seconds) {
                #expect(owned.isEligibleForIntroductoryOffer("club") == isEligible)
                #expect(owned.isEligibleForIntroductoryOffer("other"))
            }
        }
        for isInGrace in [true, false] {
            var info = StoreRenewalInfo(originalTransactionID: "T1", currentProductID: "a", willAutoRenew: true)
            (info.isInBillingRetry, info.gracePeriodExpirationTime) = (true, isInGrace ? at(160) : nil)
            let live = CurrentEntitlements(
                EntitlementState(
                    of: [period("T1", "a", from: 0, to: 100)],
                    renewals: [SubscriptionRenewal("T1", ReportedRenewal(info, nil))],
                    hash: KeyedHash(first: 1, second: 2)),
                trustedDate: at(0))
            let owned = StoreEntitlements(live.snapshot, deviceTime: at(150))
            #expect(!owned.isEligibleForIntroductoryOffer("club"))
        }
    }

    @Test("A full refund of which the store says no percentage is one of 100 percent")
    func fullRefund() {
        var fields = period("T1", "a", from: 0, to: 100).fields
        (fields.revocationTime, fields.revocationType) = (at(5), .fullRefund)
        #expect(StoreTransaction(fields).revocationPercentage == 100)
        fields.revocationType = .familyRevocation
        #expect(StoreTransaction(fields).revocationPercentage == nil)
    }
}
