import Foundation
import Testing

@testable import Purser

/// What the ledger makes of what a store tells of renewals.
@Suite("Renewals, as the ledger sees them")
struct RenewalStateTests {
    private var ledger = LedgerState()
    private var records: [LedgerRecord] = []

    /// The updates that one batch gives.
    private mutating func take(
        _ transactions: [StoreTransaction] = [], _ renewals: [RenewalReport] = [], now: Timestamp = at(0)
    ) throws -> [StoreUpdate] {
        var batch = PreparedBatch(capacity: 1)
        let reported = transactions.map {
            IncomingTransaction($0, phase: .complete, needsFinish: true)
        }
        ledger.prepare(reported: reported, now: now, into: &batch)
        ledger.prepare(renewals: renewals, now: now, into: &batch)
        records += batch.records
        #expect(batch.published.updates.map(\.sequence) == batch.published.updates.map(\.sequence).sorted())
        return batch.published.updates
    }

    private static func period(_ number: Int, of original: String = "T1") -> StoreTransaction {
        .sample("T\(number)", "gold", .autoRenewable) {
            $0.originalID = original
            $0.purchaseTime = at(Int64(number) * 100)
            $0.expirationTime = at(Int64(number) * 100 + 100)
            if number > 1 { $0.reason = .renewal }
        }
    }

    private static func info(
        of original: String = "T1", renews: Bool = true, signed: Int64? = 0,
        _ change: (inout StoreRenewalInfo) -> Void = { _ in }
    ) -> RenewalReport {
        var info = StoreRenewalInfo(originalTransactionID: original, currentProductID: "gold", willAutoRenew: renews)
        info.signedTime = signed.map { at($0) }
        change(&info)
        return .info(info)
    }

    private static func status(_ state: StoreSubscriptionStatus.RenewalState, _ id: String = "T1") -> RenewalReport {
        .status(StoreSubscriptionStatus(state: state, transactionID: id))
    }

    /// Whether reading the records, and a snapshot of them, gives the same.
    private func expectSameAfterRelaunch() throws {
        var replayed = LedgerState()
        for record in records { replayed.apply(try LedgerRecord(bytes: record.bytes)) }
        var compacted = LedgerState()
        try ledger.write { compacted.apply(try LedgerRecord(bytes: $0.bytes)) }
        for other in [replayed, compacted] {
            #expect(other.nextSequence == ledger.nextSequence)
            #expect(other.trustedDate == ledger.trustedDate)
            var again = other
            var batch = PreparedBatch(capacity: 1)
            for reported in ledger.renewals.compactMap(\.renewal.renewalInfo) {
                again.prepare(renewals: [.info(reported)], now: at(0), into: &batch)
            }
            #expect(batch.records.isEmpty, "what was told before is no news after a relaunch")
            #expect(other.renewals.map(\.renewal) == ledger.renewals.map(\.renewal))
        }
    }

    @Test("T2: what is new of a renewal is one update behind its transaction, and what says the same is none")
    mutating func changes() throws {
        let first = try take([Self.period(1)], [Self.info(), Self.status(.subscribed)])
        #expect(first.map(\.kind) == [.purchased, .statusChanged])
        #expect(first.last?.renewalInfo?.willAutoRenew == true && first.last?.renewalState == .subscribed)
        #expect(first.last?.transaction.id == "T1")
        #expect(
            try take([], [Self.info(signed: 5) { $0.jwsRepresentation = "a.b.c" }, Self.status(.subscribed)]).isEmpty)
        let off = try take([], [Self.info(renews: false, signed: 6)])
        #expect(off.map(\.renewalInfo?.willAutoRenew) == [false])
        #expect(off.last?.renewalState == .subscribed)
        try expectSameAfterRelaunch()
    }

    @Test("T2: the newest signed date wins, and a date that cannot be true yet shuts out nothing")
    mutating func newestWins() throws {
        _ = try take([Self.period(1)], [Self.info(renews: false, signed: 10)])
        #expect(try take([], [Self.info(renews: true, signed: 9)], now: at(20)).isEmpty)
        #expect(try take([], [Self.info(renews: true, signed: 11)], now: at(20)).count == 1)
        let absurd = try take([], [Self.info(renews: false, signed: 4_000_000_000)], now: at(20))
        #expect(absurd.count == 1)
        #expect(
            try take([], [Self.info(renews: true, signed: 21)], now: at(22)).last?.renewalInfo?.willAutoRenew == true)
        try expectSameAfterRelaunch()
    }

    @Test("T2: what is reported before its subscription is dropped, and counts when it is reported again")
    mutating func dropped() throws {
        let reports = [Self.info(), Self.status(.inGracePeriod), Self.info(of: "other")]
        #expect(try take([], reports).isEmpty)
        #expect(try take([Self.period(1)]).map(\.kind) == [.purchased])
        try expectSameAfterRelaunch()
        #expect(try take([], reports).map(\.renewalState) == [.inGracePeriod])
        try expectSameAfterRelaunch()
    }

    @Test("T2: two infos with dates that cannot be true end no subscription, and shut out nothing")
    mutating func absurdDates() throws {
        _ = try take([Self.period(1), Self.period(2, of: "T2")])
        let absurd: [RenewalReport] = [Self.info(signed: 4_000_000_000), Self.info(of: "T2", signed: 4_000_000_000)]
        #expect(try take([], absurd, now: at(10)).count == 2)
        #expect(ledger.trustedDate <= at(3_610))
        #expect(try take([], [Self.info(renews: false, signed: 11)], now: at(12)).count == 1)
        try expectSameAfterRelaunch()
    }

    @Test("T2: what is said and taken back in one batch is no update")
    mutating func revoked() throws {
        _ = try take([Self.period(1)], [Self.info()])
        #expect(try take([], [Self.info(renews: false, signed: 1), Self.info(renews: true, signed: 2)]).isEmpty)
        #expect(try take([], [Self.info(renews: false, signed: 3)]).count == 1)
    }

    @Test("An update of a renewal has the payment and the context of its transaction")
    mutating func context() throws {
        let intent = PaymentIntent(
            token: PaymentToken(launch: 1, number: 1), request: PaymentRequest(productID: "gold", context: ["a": "b"]),
            requestTime: at(0))
        var batch = PreparedBatch(capacity: 1)
        let bought = IncomingTransaction(
            Self.period(1), phase: .payment, needsFinish: true, intent: intent)
        ledger.prepare(reported: [bought], now: at(0), into: &batch)
        ledger.prepare(renewals: [Self.info()], now: at(0), into: &batch)
        #expect(batch.published.updates.map(\.context) == [["a": "b"], ["a": "b"]])
    }

    @Test("A status counts for the latest transaction of its line only")
    mutating func latest() throws {
        _ = try take([Self.period(2), Self.period(1)], [Self.status(.subscribed, "T2")])
        #expect(try take([], [Self.status(.expired, "T1")]).isEmpty)
        let grace = try take([], [Self.status(.inGracePeriod, "T2")])
        #expect(grace.last?.transaction.id == "T2")
        try expectSameAfterRelaunch()
    }

    @Test("M6: a line with two original identifiers has one renewal info, the one signed last")
    mutating func joined() throws {
        _ = try take([Self.period(1)], [Self.info(renews: false, signed: 5)])
        _ = try take([Self.period(2, of: "T2")], [Self.info(of: "T2", renews: true, signed: 4)])
        let moved = Self.period(3, of: "T2").with { $0.previousOriginalTransactionID = "T1" }
        _ = try take([moved])
        #expect(ledger.renewals.map(\.renewal.renewalInfo?.willAutoRenew) == [false])
        #expect(ledger.subscriptions[ledger.subscriptions.key(of: "T1")]?.latest?.id == "T3")
        #expect(try take([], [Self.info(renews: true, signed: 6)]).last?.transaction.id == "T3")
        try expectSameAfterRelaunch()
    }

    @Test("A renewal info says nothing new of its transaction: what is to be done with that stays")
    mutating func leavesTransaction() throws {
        _ = try take([Self.period(1)], [Self.info()])
        #expect(ledger.transactions["T1"]?.sequence == 1)
        #expect(ledger.transactions["T1"]?.progress.state == .awaitsFinish)
        #expect(ledger.outstanding.map(\.transaction.id) == ["T1"])
    }

    @Test("A renewal info is no bought thing: of other products nothing is kept")
    mutating func otherProducts() throws {
        let lamp = StoreTransaction.sample("T9", "lamp", .nonConsumable)
        #expect(try take([lamp], [Self.info(of: "T9"), Self.status(.subscribed, "T9")]).count == 1)
    }
}

extension StoreTransaction {
    fileprivate func with(_ change: (inout Fields) -> Void) -> StoreTransaction {
        var fields = fields
        change(&fields)
        return StoreTransaction(fields)
    }
}
