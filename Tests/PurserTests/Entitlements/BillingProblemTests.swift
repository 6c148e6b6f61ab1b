import Foundation
import Testing

@testable import Purser

@Suite("Since when a subscription is not paid, and that it was not before")
struct BillingProblemTests {
    private static let day: Int64 = 86_400

    private static func period(
        _ id: String, _ product: String = "gold", from start: Int64, to end: Int64?,
        _ reason: StoreTransaction.Reason = .renewal, _ change: (inout StoreTransaction.Fields) -> Void = { _ in }
    ) -> StoreTransaction {
        .sample(id, product, .autoRenewable, at: start) {
            $0.originalID = "T1"
            $0.expirationTime = end.map { at($0) }
            $0.reason = reason
            change(&$0)
        }
    }

    private static func owned(
        _ periods: [StoreTransaction], at seconds: Int64, _ change: ((inout StoreRenewalInfo) -> Void)? = nil
    ) -> StoreEntitlements {
        var info = StoreRenewalInfo(originalTransactionID: "T1", currentProductID: "gold", willAutoRenew: true)
        change?(&info)
        let hash = KeyedHash(first: 1, second: 2)
        let state = EntitlementState(
            of: periods, joined: JoinedOriginals(of: periods, hash),
            renewals: change == nil ? [] : [SubscriptionRenewal("T1", ReportedRenewal(info, nil))], hash: hash)
        var policy = EntitlementPolicy()
        policy.renewalGrace = .seconds(10)
        return StoreEntitlements(
            EntitlementSnapshot(state: state, trustedDate: at(0), policy: policy), deviceTime: at(seconds))
    }

    private static func problems(
        _ periods: [StoreTransaction], at seconds: Int64 = 400 * day,
        _ change: ((inout StoreRenewalInfo) -> Void)? = nil
    ) throws -> [BillingProblem] {
        let owned = owned(periods, at: seconds, change)
        return owned.billingProblems(of: try #require(owned.subscriptions.first))
    }

    @Test(
        "A present one begins with the end of the paid period: in grace, in retry, and once it has ended the subscription"
    )
    func present() throws {
        let paid = [Self.period("T1", from: 0, to: 100, .purchase)]
        let began = [BillingProblem(start: at(100))]
        #expect(try Self.problems(paid, at: 99) { $0.isInBillingRetry = true } == [])
        #expect(try Self.problems(paid, at: 150) { $0.gracePeriodExpirationTime = at(160) } == began)
        #expect(try Self.problems(paid, at: 150) { $0.isInBillingRetry = true } == began)
        #expect(try Self.problems(paid, at: 150) { $0.expirationReason = .billingError } == began)
        let club = try #require(Self.owned(paid, at: 150) { $0.isInBillingRetry = true }.subscriptions.first)
        #expect(club.billingProblem?.startDate == at(100).date && club.billingProblem?.recoveryDate == nil)
        // What did not fail, or is not reported to have failed.
        #expect(try Self.problems(paid, at: 150) { $0.expirationReason = .autoRenewDisabled } == [])
        #expect(try Self.problems(paid, at: 105) == [], "it waits for the report of its renewal")
        #expect(try Self.problems(paid, at: 150) == [])
        let revoked = [paid[0].revoked(at: 60)]
        #expect(try Self.problems(revoked, at: 150) { $0.isInBillingRetry = true } == [])
    }

    @Test("What was signed before the period began says nothing of its end")
    func outdated() throws {
        let paid = [Self.period("T1", from: 200, to: 300, .purchase)]
        let owned = Self.owned(paid, at: 400) {
            $0.expirationReason = .billingError
            $0.signedTime = at(150)
        }
        let club = try #require(owned.subscriptions.first)
        #expect(club.state == .expired && club.expirationReason == nil && club.billingProblem == nil)
    }

    @Test("An earlier one is a gap before a renewal")
    func gaps() throws {
        let month = 30 * Self.day
        let first = Self.period("T1", from: 0, to: month, .purchase)
        let late = Self.period("T2", from: month + 5 * Self.day + 7_777, to: 3 * month)
        let again = Self.period("T3", from: 3 * month + 60, to: 4 * month + 60)
        let gap = BillingProblem(start: at(month), recovery: late.purchaseTime)
        #expect(try Self.problems([first, late]) == [gap])
        #expect(
            try Self.problems([again, first, late]) == [
                gap, BillingProblem(start: at(3 * month), recovery: again.purchaseTime),
            ])
        #expect(try Self.problems([first, late], at: month + Self.day) == [], "it has not begun yet")
        let present = try Self.problems([first, late]) { $0.isInBillingRetry = true }
        #expect(present == [gap, BillingProblem(start: at(3 * month))])
    }

    @Test("What is no gap, no renewal, or not known is none")
    func none() throws {
        let month = 30 * Self.day
        let first = Self.period("T1", from: 0, to: month, .purchase)
        let start = month + 5 * Self.day + 7_777
        let others: [StoreTransaction] = [
            Self.period("T2", from: month, to: 2 * month), Self.period("T2", from: month - 60, to: 2 * month),
            Self.period("T2", from: start, to: 3 * month, .purchase),
            Self.period("T2", from: start, to: 3 * month) { $0.isUpgraded = true },
            Self.period("T2", from: month + 91 * Self.day + 7_777, to: 6 * month),
        ]
        for other in others { #expect(try Self.problems([first, other]) == [], "\(other)") }
        #expect(
            try Self.problems([Self.period("T1", from: 0, to: nil), Self.period("T2", from: start, to: nil)]) == [])
        var close = first.fields
        close.expirationTime = Timestamp(milliseconds: at(month).milliseconds - 999)
        #expect(try Self.problems([StoreTransaction(close), others[0]]) == [], "stores differ by less than a second")
        for extreme in [Int64.min, .max] {
            var fields = first.fields
            fields.expirationTime = Timestamp(milliseconds: extreme)
            fields.purchaseTime = Timestamp(milliseconds: extreme == .min ? .min : -.max)
            _ = try? Self.problems([StoreTransaction(fields), others[0]])
        }
    }

    @Test("An upgrade with a longer period hides no later gap, and is none itself")
    func upgrade() throws {
        let year = Self.period("T1", "year", from: 0, to: 365 * Self.day, .purchase) { $0.isUpgraded = true }
        let month = Self.period("T2", from: 10 * Self.day, to: 40 * Self.day, .purchase)
        let late = Self.period("T3", from: 43 * Self.day + 7_777, to: 73 * Self.day)
        #expect(
            try Self.problems([year, month, late]) == [
                BillingProblem(start: at(40 * Self.day), recovery: late.purchaseTime)
            ])
    }

    @Test("Whole periods that were never reported are none, across months and changes of the clock")
    func missing() throws {
        func problems(_ dates: [String]) throws -> Int {
            let times = try dates.map { Timestamp(try Date($0, strategy: .iso8601)) }
            let periods = stride(from: 0, to: times.count, by: 2).map { index in
                StoreTransaction.sample("T\(index)", "gold", .autoRenewable) {
                    ($0.originalID, $0.reason) = ("T0", .renewal)
                    ($0.purchaseTime, $0.expirationTime) = (times[index], times[index + 1])
                }
            }
            let owned = StoreEntitlements(periods, at: Date(timeIntervalSince1970: 4_000_000_000))
            return owned.billingProblems(of: try #require(owned.subscriptions.first)).count
        }
        let january = ["2026-01-31T12:00:00Z", "2026-02-28T12:00:00Z"]
        #expect(try problems(january + ["2026-03-31T11:00:00Z", "2026-04-30T11:00:00Z"]) == 0, "March is missing")
        #expect(try problems(january + ["2026-04-30T11:00:00Z", "2026-05-31T11:00:00Z"]) == 0)
        #expect(try problems(january + ["2026-03-31T15:00:00Z", "2026-04-30T15:00:00Z"]) == 1)
        #expect(try problems(january + ["2026-03-10T12:00:00Z", "2026-04-10T12:00:00Z"]) == 1)
        let week = ["2026-01-01T00:00:00Z", "2026-01-08T00:00:00Z"]
        #expect(try problems(week + ["2026-01-22T00:00:00Z", "2026-01-29T00:00:00Z"]) == 0)
        #expect(try problems(week + ["2026-01-11T00:00:00Z", "2026-01-18T00:00:00Z"]) == 1)
        let year = ["2025-01-01T00:00:00Z", "2026-01-01T00:00:00Z"]
        #expect(try problems(year + ["2026-02-14T00:00:00Z", "2027-02-14T00:00:00Z"]) == 1)
        #expect(
            try problems([
                "2026-01-01T00:00:00Z", "2026-01-01T00:05:00Z", "2026-01-01T00:10:00Z", "2026-01-01T00:15:00Z",
            ]) == 0)
        #expect(
            try problems([
                "2026-01-01T00:00:00Z", "2026-01-01T00:05:00Z", "2026-01-01T00:07:00Z", "2026-01-01T00:12:00Z",
            ]) == 1)
    }

    @Test("It prints its dates, and can be made for previews")
    func printing() {
        let start = Date(timeIntervalSince1970: 0)
        #expect("\(BillingProblem(startDate: start))" == "not paid from 1970-01-01T00:00:00Z")
        let over = BillingProblem(startDate: start, recoveryDate: start.addingTimeInterval(1))
        #expect("\(over)" == "not paid from 1970-01-01T00:00:00Z until 1970-01-01T00:00:01Z")
    }
}
