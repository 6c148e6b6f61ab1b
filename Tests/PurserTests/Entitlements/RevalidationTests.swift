import Foundation
import PurserSimulator
import PurserTesting
import Testing

@testable import Purser

@Suite("T1: what was not heard of lately", .timeLimit(.minutes(30)))
struct RevalidationTests {
    private static let day: Int64 = 86_400

    private static func period(days: Int64, from start: Int64 = 0) -> StoreTransaction {
        .sample("T1", "gold", .autoRenewable, at: start * day) { $0.expirationTime = at((start + days) * day) }
    }

    /// In days; `nil` when nothing is to be asked.
    private func pause(_ running: [StoreTransaction], lastReport: Int64?, now: Int64, asked: Int64? = nil) -> Double? {
        var state = RevalidationState(longest: .seconds(28 * 86_400))
        if let asked { state.isAsked(at: at(asked * Self.day)) }
        let pause = state.pause(for: running, lastReport: lastReport.map { at($0 * Self.day) }, at: at(now * Self.day))
        return pause.map { ($0 / .seconds(864)).rounded() / 100 }
    }

    @Test("It is due after half of the shortest running period, and after 28 days at the latest")
    func due() {
        let (week, month, year) = (Self.period(days: 7), Self.period(days: 30), Self.period(days: 365))
        #expect(pause([], lastReport: 0, now: 0) == nil)
        #expect(pause([month], lastReport: 0, now: 0) == 15 && pause([month, week], lastReport: 0, now: 0) == 3.5)
        #expect(pause([year], lastReport: 0, now: 0) == 28)
        #expect(pause([month], lastReport: 10, now: 12) == 13 && pause([month], lastReport: 0, now: 15) == 0)
        #expect(pause([month], lastReport: nil, now: 5) == 0 && pause([month], lastReport: 0, now: 20, asked: 15) == 10)
    }

    @Test("A clock that is set, and dates that no calendar has, make it neither overflow nor wait for ever")
    func absurd() {
        let month = Self.period(days: 30)
        #expect(pause([month], lastReport: 4_000, now: 0) == 15)
        #expect(pause([month], lastReport: 0, now: 4_000) == 0)
        let endless = StoreTransaction.sample("T1", "gold", .autoRenewable) {
            $0.purchaseTime = Timestamp(milliseconds: .min)
            $0.expirationTime = Timestamp(milliseconds: .max)
        }
        #expect(pause([endless], lastReport: 0, now: 0) == 28)
        let backwards = StoreTransaction.sample("T1", "gold", .autoRenewable, at: 9) { $0.expirationTime = at(1) }
        let state = RevalidationState(longest: .seconds(28 * 86_400))
        let (end, start) = (Timestamp(milliseconds: .max), Timestamp(milliseconds: .min))
        let first = state.pause(for: [backwards], lastReport: end, at: start)
        #expect(first == RevalidationState.shortest)
    }

    @Test(
        "The store is asked when it is due, and not while nothing is subscribed",
        arguments: 1...5 as ClosedRange<UInt64>)
    func asked(seed: UInt64) throws {
        try Simulation.run(seed: seed) { context in
            let asked = Lock<[Timestamp]>([])
            let backend = ScriptedBackend(
                script: .init(redeliver: {
                    asked.withLock { $0.append(context.clock.timestamp()) }
                    if asked.withLock({ $0.count }) == 2 { throw BackendFailure(.clientInvalid, "not now") }
                }))
            let store = try await PurchaseStore.open(backend: backend)
            try await store.waitUntilReady()
            try await context.sleep(for: .seconds(100 * 86_400))
            try #require(asked.withLock { $0.isEmpty })
            let start = context.clock.timestamp()
            let year = StoreTransaction.sample("T1", "gold", .autoRenewable) {
                ($0.purchaseTime, $0.signedTime) = (start, start)
                $0.expirationTime = start.advanced(by: .seconds(365 * 86_400))
            }
            backend.inbox.put([year.reported(.elsewhere)])
            try await context.sleep(for: .seconds(29 * 86_400))
            try #require(!store.entitlements.isStale)
            try await context.sleep(for: .seconds(60 * 86_400))
            let days = asked.withLock { $0.map { ($0.milliseconds - start.milliseconds) / 86_400_000 } }
            try #require(days == [28, 56, 84])
            let lastReport = try #require(store.entitlements.lastReportDate)
            try #require((Timestamp(lastReport).milliseconds - start.milliseconds) / 86_400_000 == 84)
            try await store.close()
        }
    }

    @Test(
        "T1: however the calendar is set, the store is asked when it is due by it, or after the time between two askings",
        arguments: [-4_000, -20, -1, 0, 1, 20, 4_000])
    func setClock(days: Int64) throws {
        try Simulation.run(seed: 1) { context in
            let asked = Lock<[Duration]>([])
            let backend = ScriptedBackend(
                script: .init(redeliver: { asked.withLock { $0.append(context.clock.now()) } }))
            let store = try await PurchaseStore.open(backend: backend)
            let start = context.clock.timestamp()
            let period = StoreTransaction.sample("T1", "gold", .autoRenewable) {
                ($0.purchaseTime, $0.signedTime) = (start, nil)
                $0.expirationTime = start.advanced(by: .seconds(30_000 * 86_400))
            }
            backend.inbox.put([period.reported(.elsewhere)])
            try await context.sleep(for: .seconds(10 * 86_400))
            context.clock.setDate(start.advanced(by: .seconds((10 + days) * 86_400)).date)
            try await context.sleep(for: .seconds(20 * 86_400))
            try await store.close()
            let first = try #require(asked.withLock { $0.first })
            // It was due on the 28th day, and is on the 10th where the calendar says so.
            let due = max(10, min(28, 28 - days))
            try #require(first.components.seconds / 86_400 == due)
        }
    }

    @Test("E4: being away marks the answer as stale and takes nothing; an app may let subscriptions end by it")
    func stale() async {
        func answer(_ policy: EntitlementPolicy, at days: Int64) -> StoreEntitlements {
            let current = CurrentEntitlements(
                EntitlementState(
                    of: [Self.period(days: 365), .sample("L1", "lamp", .nonConsumable)],
                    hash: KeyedHash(first: 1, second: 2)),
                trustedDate: at(0), policy: policy, lastReport: at(0))
            return StoreEntitlements(current.snapshot, deviceTime: at(days * Self.day))
        }
        var policy = EntitlementPolicy()
        for days in [13, 14, 300] as [Int64] {
            let owned = answer(policy, at: days)
            #expect(owned.isStale == (days >= 14) && owned.activeProductIDs == ["gold", "lamp"])
            #expect(owned.lastReportDate == at(0).date)
        }
        #expect(await answer(policy, at: 1).nextChange() == at(14 * Self.day))
        #expect(await answer(policy, at: 15).nextChange() == at(365 * Self.day))
        policy.endsWhenStale = true
        #expect(answer(policy, at: 13)["gold"]?.subscription?.end == at(14 * Self.day))
        let ended = answer(policy, at: 14)
        #expect(ended.activeProductIDs == ["lamp"] && ended.subscriptions.first?.state == .expired)
        #expect(!answer(.none, at: 300).isStale)
    }

    /// What the store told of a period that is over, and whether the client's own grace applies.
    struct Told: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var change: (@Sendable (inout StoreRenewalInfo) -> Void)?
        var state: StoreSubscriptionStatus.RenewalState?
        var isKept: Bool
    }

    private static let reported = [
        Told(testDescription: "nothing", isKept: true),
        Told(testDescription: "that it renews", change: { _ in }, isKept: true),
        Told(testDescription: "that renewal is off", change: { $0.willAutoRenew = false }, isKept: false),
        Told(testDescription: "why it ended", change: { $0.expirationReason = .billingError }, isKept: false),
        Told(testDescription: "that it could not be paid", change: { $0.isInBillingRetry = true }, isKept: false),
        Told(
            testDescription: "a grace period, which is over", change: { $0.gracePeriodExpirationTime = at(101) },
            isKept: false),
        Told(
            testDescription: "that renewal was off before this period",
            change: { ($0.willAutoRenew, $0.signedTime) = (false, at(-1)) }, isKept: true),
        Told(testDescription: "by a status that it has ended", state: .expired, isKept: false),
        Told(testDescription: "by a status that it runs", state: .subscribed, isKept: true),
    ]

    @Test(
        "E4: the client's own grace applies only where the store told neither the end nor that renewal is off",
        arguments: reported)
    func grace(reported: Told) {
        let period = StoreTransaction.sample("T1", "gold", .autoRenewable) { $0.expirationTime = at(100) }
        let info = reported.change.map { change in
            var info = StoreRenewalInfo(originalTransactionID: "T1", currentProductID: "gold", willAutoRenew: true)
            info.signedTime = at(50)
            change(&info)
            return info
        }
        let known = info != nil || reported.state != nil ? ReportedRenewal(info, reported.state) : nil
        let line = SubscriptionPeriods(periods: [period], renewal: known)
        let terms = EntitlementPolicy().terms(lastReport: nil)
        func subscription(at seconds: Int64) -> StoreSubscription? {
            StoreSubscription(line, at: at(seconds), under: terms)
        }
        #expect(subscription(at: 99)?.state == .subscribed && subscription(at: 99)?.awaitsRenewal == false)
        let end = 100 + 7 * Self.day
        #expect(
            subscription(at: 150)?.isActive == reported.isKept
                && subscription(at: 150)?.awaitsRenewal == reported.isKept)
        #expect(subscription(at: 150)?.end == at(reported.isKept ? end : 100))
        #expect(subscription(at: end)?.isActive == false && subscription(at: end)?.awaitsRenewal == false)
        #expect(StoreSubscription(line, at: at(150))?.isActive == false)
    }
}
