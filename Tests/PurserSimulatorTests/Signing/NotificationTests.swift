import Foundation
import Purser
import PurserTesting
import Testing

@testable import PurserSimulator

@Suite("What the app's server is told")
struct NotificationTests {
    private var account = SimulatedAccountState(catalog: RandomLife.catalog)

    init() { account.journal.notices.record(for: .test) }

    @Test("Purchases: what is no subscription, a subscription that begins, and one that begins again")
    mutating func purchases() throws {
        _ = account.buys(1, "coins")
        _ = account.buys(2, "gold")
        #expect(account.reported == ["0 ONE_TIME_CHARGE coins", "0 SUBSCRIBED/INITIAL_BUY gold 1"])
        _ = try account.journal.autoRenewed(false, "gold", at: day(1))
        _ = account.live(until: day(40))
        _ = account.buys(3, "silver", at: day(40))
        #expect(
            account.reported == [
                "1 DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED gold 1", "31 EXPIRED/VOLUNTARY gold 2",
                "40 SUBSCRIBED/RESUBSCRIBE silver 1",
            ])
    }

    @Test("Renewals: each as its subscription was then, also where many come at once")
    mutating func renewals() throws {
        _ = account.buys(1, "gold")
        _ = account.reported
        _ = account.live(until: day(95))
        let notices = account.journal.notices.take(for: .test)
        #expect(notices.map(\.type) == ["DID_RENEW", "DID_RENEW", "DID_RENEW"])
        #expect(notices.map(\.transaction?.id) == (1...3).map { "400000000000\($0)" })
        #expect(notices.map { $0.renewalInfo?.renewalDate } == notices.map { $0.transaction?.expirationDate })
        #expect(Set(notices.map(\.id)).count == 3)
    }

    @Test("Changes: at once, at the next renewal, and taken back; with an offer they are redemptions")
    mutating func changes() throws {
        _ = account.buys(1, "silver")
        _ = account.buys(2, "bronze.week", at: day(1))
        _ = account.buys(3, "silver", at: day(2))
        _ = account.buys(4, "gold", at: day(3))
        _ = account.buys(5, "silver", [.promotionalOffer("half")], at: day(4))
        #expect(
            account.reported == [
                "0 SUBSCRIBED/INITIAL_BUY silver 1", "1 DID_CHANGE_RENEWAL_PREF/DOWNGRADE silver 1",
                "2 DID_CHANGE_RENEWAL_PREF silver 1", "3 DID_CHANGE_RENEWAL_PREF/UPGRADE gold 1",
                "4 OFFER_REDEEMED/DOWNGRADE gold 1",
            ])
    }

    @Test("Payments that fail: grace, its end, recovery, and the end of all tries")
    mutating func failures() throws {
        account.catalog.settings.failsRenewals = true
        account.catalog.settings.hasBillingGracePeriod = true
        _ = account.buys(1, "gold")
        _ = account.live(until: day(50))
        #expect(
            account.reported == [
                "0 SUBSCRIBED/INITIAL_BUY gold 1", "31 DID_FAIL_TO_RENEW/GRACE_PERIOD gold 4",
                "47 GRACE_PERIOD_EXPIRED gold 3",
            ])
        _ = try account.journal.resolvedIssue("gold", at: day(55))
        account.catalog.settings.hasBillingGracePeriod = false
        _ = account.live(until: day(150))
        #expect(
            account.reported == [
                "55 DID_RENEW/BILLING_RECOVERY gold 1", "83 DID_FAIL_TO_RENEW gold 3",
                "143 EXPIRED/BILLING_RETRY gold 2",
            ])
    }

    @Test("Prices, extensions, refunds, their return, and the family")
    mutating func others() throws {
        _ = account.buys(1, "gold")
        _ = account.reported
        _ = try account.journal.increased("gold", to: 20, isAgreed: false, at: day(1))
        _ = try account.journal.consented(true, "gold", at: day(2))
        _ = try account.journal.extended("gold", by: .seconds(86_400), at: day(3))
        let id = try #require(account.book.transactions.history.first).transaction.id
        _ = try account.revoked(id, reason: .other, percentage: 100, at: day(4))
        _ = try account.reinstated(id, at: day(5))
        _ = try account.sharedByFamily("gold", at: day(6))
        _ = try account.unsharedByFamily("gold", at: day(7))
        #expect(
            account.reported == [
                "1 PRICE_INCREASE/PENDING gold 1", "2 PRICE_INCREASE/ACCEPTED gold 1", "3 RENEWAL_EXTENDED gold 1",
                "4 REFUND gold 5", "5 REFUND_REVERSED gold 1", "6 SUBSCRIBED/INITIAL_BUY gold 1", "7 REVOKE gold 5",
            ])
    }

    @Test("A refund that is asked for turns renewal off, granted or declined; a grant alone does not")
    mutating func refundRequests() throws {
        _ = account.buys(1, "gold")
        let id = try #require(account.book.transactions.history.first).transaction.id
        var granted = account
        _ = try granted.revoked(id, reason: .other, percentage: 100, at: day(4))
        #expect(granted.subscription?.willAutoRenew == true && granted.subscription?.phase == .revoked)
        _ = granted.live(until: day(40))
        #expect(granted.subscription?.phase == .active)
        #expect(granted.reported.suffix(2) == ["4 REFUND gold 5", "31 DID_RENEW gold 1"])
        for isDeclined in [true, false] {
            var asked = account
            _ = asked.reported
            _ = try asked.refundRequested(id, isDeclined: isDeclined, at: day(3))
            #expect(asked.subscription?.willAutoRenew == false && asked.subscription?.phase == .active)
            let reported = ["3 DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED gold 1", "3 CONSUMPTION_REQUEST gold 1"]
            #expect(asked.reported == reported + (isDeclined ? ["3 REFUND_DECLINED gold 1"] : []))
        }
    }

    @Test("Renewal off, then a downgrade: one notification, and renewal is on again")
    mutating func downgradeTurnsRenewalOn() throws {
        _ = account.buys(1, "gold")
        _ = try account.journal.autoRenewed(false, "gold", at: day(1))
        _ = account.reported
        _ = account.buys(2, "silver", at: day(2))
        #expect(account.reported == ["2 DID_CHANGE_RENEWAL_PREF/DOWNGRADE gold 1"])
        #expect(account.subscription?.willAutoRenew == true)
    }

    @Test("An extension for all is told of each, of who owes a payment as failed, and then in one summary")
    mutating func extensions() throws {
        _ = account.buys(1, "gold")
        let end = try #require(account.book.subscriptions.own.all.values.first).end
        _ = account.reported
        let week = Duration.seconds(7 * 86_400)
        let (done, events) = try account.journal.allExtended("gold", by: week, in: [], request: "r1", at: day(1))
        #expect(done.succeededCount == 1 && done.failedCount == 0 && done.requestIdentifier == "r1")
        #expect(events.compactMap { $0.transaction?.transaction.expirationTime } == [end.advanced(by: week)])
        #expect(account.reported == ["1 RENEWAL_EXTENDED gold 1", "1 RENEWAL_EXTENSION/SUMMARY "])
        let (elsewhere, none) = try account.journal.allExtended(
            "gold", by: week, in: ["SWE"], request: "r2", at: day(2))
        #expect(elsewhere.storefrontCountryCodes == ["SWE"] && elsewhere.succeededCount == 0 && none.isEmpty)
        let (others, _) = try account.journal.allExtended("silver", by: week, in: ["USA"], request: "r3", at: day(2))
        #expect(others.succeededCount == 0 && others.failedCount == 0)
        let summaries = account.journal.notices.take(for: .test).map(\.summary)
        #expect(summaries == [elsewhere, others])
        account.catalog.settings.failsRenewals = true
        account.journal.makeAgenda()
        _ = account.live(until: day(45))
        _ = account.reported
        let (failed, _) = try account.journal.allExtended("gold", by: week, in: [], request: "r4", at: day(45))
        #expect(failed.succeededCount == 0 && failed.failedCount == 1)
        #expect(account.reported == ["45 RENEWAL_EXTENSION/FAILURE gold 3", "45 RENEWAL_EXTENSION/SUMMARY "])
        #expect(throws: BackendFailure.self) {
            try account.journal.allExtended("coins", by: week, in: [], request: "", at: day(45))
        }
        #expect(throws: BackendFailure.self) {
            try account.journal.allExtended("gold", by: .zero, in: [], request: "", at: day(45))
        }
        #expect(account.reported == [])
    }

    @Test("A parent's consent that is withdrawn is told with the copy of the app, and takes nothing back")
    func consent() async throws {
        let store = EmbeddedAppStore(catalog: RandomLife.catalog, clock: VirtualClock())
        try await store.activate()
        try await store.submit([payment(1, "lamp")])
        await store.startNotifications()
        await store.rescindConsent()
        let reported = await store.takeNotifications()
        #expect(reported.map(\.type) == ["RESCIND_CONSENT"] && reported[0].transaction == nil)
        #expect(reported[0].appTransaction?.bundleID == reported[0].app.bundleID)
        #expect(await store.transactions.map(\.revocationDate) == [nil])
    }

    @Test("A request for a refund asks for what can be used up, and is declined where the test says so")
    func requestedRefunds() async throws {
        let store = EmbeddedAppStore(catalog: RandomLife.catalog, clock: VirtualClock())
        try await store.activate()
        await store.startNotifications()
        try await store.submit([payment(1, "coins"), payment(2, "lamp")])
        let ids = await store.transactions.map(\.id)
        await store.nextRefundRequest(.declined)
        await store.nextRefundRequest(.cancelled)
        for id in [ids[0], ids[0], ids[0], ids[1]] { _ = try await store.beginRefundRequest(for: id, in: nil) }
        await store.requestTestNotification()
        #expect(
            await store.takeNotifications().map(\.type) == [
                "ONE_TIME_CHARGE", "ONE_TIME_CHARGE", "CONSUMPTION_REQUEST", "REFUND_DECLINED", "CONSUMPTION_REQUEST",
                "REFUND", "REFUND", "TEST",
            ])
        #expect(await store.takeNotifications() == [])
    }

    @Test("What is signed inside a notification bears its date: after months, late, and within one moment")
    mutating func dates() async throws {
        account.catalog.settings.failsRenewals = true
        _ = account.buys(1, "gold")
        _ = account.live(until: day(95))
        _ = account.buys(2, "silver", at: day(96))
        for isOn in [false, true, false] { _ = try account.journal.autoRenewed(isOn, "silver", at: day(97)) }
        let id = try #require(account.book.transactions.history.first).transaction.id
        _ = try account.revoked(id, reason: .other, percentage: 100, at: day(97))
        let store = EmbeddedAppStore(catalog: RandomLife.catalog, clock: VirtualClock())
        await store.startNotifications()
        await store.rescindConsent()
        let notices = account.journal.notices.take(for: .test)
        #expect(notices.contains { $0.type == "DID_FAIL_TO_RENEW" } && notices.contains { $0.type == "REFUND" })
        for notice in notices + (await store.takeNotifications()) {
            let signed = [
                notice.transaction?.signedDate, notice.renewalInfo?.signedDate, notice.appTransaction?.signedDate,
            ].compactMap { $0 }
            #expect(!signed.isEmpty && signed.allSatisfy { $0 == notice.date }, "\(notice)")
        }
        #expect(notices.map(\.date) == notices.map(\.date).sorted())
    }

    @Test("What could not be written is not told")
    mutating func unwritten() throws {
        let former = account
        _ = account.buys(1, "coins")
        account = former
        #expect(account.journal.notices.take(for: .test) == [])
    }
}

extension SimulatedAccountState {
    /// What the server was told since the last time: day, type, product and state.
    fileprivate var reported: [String] {
        mutating get {
            journal.notices.take(for: .test).map { notice in
                let name = notice.subtype.map { "\(notice.type)/\($0)" } ?? notice.type
                let state = notice.state.map { " \($0.rawValue)" } ?? ""
                return "\(Timestamp(notice.date).day) \(name) \(notice.transaction?.productID ?? "")\(state)"
            }
        }
    }
}
