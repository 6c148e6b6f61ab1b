import Foundation
import Testing

@testable import Purser

@Suite("Refunds of a part")
struct PartialRefundTests {
    private func seeds(
        _ quantity: Int, refunded percent: Decimal? = nil, at seconds: Int64, isRevoked: Bool = true
    ) -> StoreTransaction {
        .sample("T1", "seeds") {
            $0.purchasedQuantity = quantity
            $0.signedTime = at(seconds)
            guard isRevoked else { return }
            $0.revocationTime = at(seconds)
            $0.revocationType = percent == nil ? nil : .proratedRefund
            $0.revocationPercentage = percent
        }
    }

    private func bought(_ quantity: Int) -> StoreTransaction { seeds(quantity, at: 0, isRevoked: false) }

    @Test(
        "D2: what was paid back of a consumable is taken away in whole units",
        arguments: [
            (10, Decimal(25), 8), (10, 20, 8), (10, 19.999, 9), (1, 99.999, 1), (1, 100, 0), (3, 0, 3), (3, nil, 0),
            (7, 50, 4), (1_000_000, 33.333, 666_670), (.max, 50, .max / 2 + 1),
        ] as [(Int, Decimal?, Int)])
    func rule(quantity: Int, percent: Decimal?, left: Int) {
        #expect(seeds(quantity, refunded: percent, at: 1).remainingQuantity == left)
        var ledger = LedgerState()
        _ = ledger.take(bought(quantity))
        #expect(ledger.balances["seeds"] == quantity)
        #expect(ledger.take(seeds(quantity, refunded: percent, at: 1))?.kind == .revoked)
        #expect(ledger.balances["seeds"] == left)
    }

    @Test("D2: more of it may be paid back, less, or nothing after all; the balance follows")
    func changes() {
        var ledger = LedgerState()
        _ = ledger.take(bought(10))
        for (seconds, percent, left, kind) in [
            (1, 20, 8, .revoked), (2, 70, 3, .changed), (3, 100, 0, .changed), (4, 50, 5, .changed),
        ] as [(Int64, Decimal, Int, StoreUpdate.Kind)] {
            var fields = seeds(10, refunded: percent, at: 1).fields
            fields.signedTime = at(seconds)
            #expect(ledger.take(StoreTransaction(fields))?.kind == kind)
            #expect(ledger.balances["seeds"] == left)
        }
        #expect(ledger.take(seeds(10, at: 5, isRevoked: false))?.kind == .reinstated)
        #expect(ledger.balances["seeds"] == 10)
    }

    @Test("D2: the balance is the same after a relaunch, also when the rest is finished and many others follow")
    func relaunch() throws {
        var ledger = LedgerState(archivingLimit: 0)
        var records: [LedgerRecord] = []
        func take(_ transaction: StoreTransaction) {
            records += ledger.records(of: .transaction(incoming(transaction)))
        }
        func step(_ step: DeliveryStep) { records += ledger.records(of: .step("T1", step)) }
        take(bought(10))
        step(.finished)
        #expect(ledger.transactions.archivedCount == 1)
        take(seeds(10, refunded: 30, at: 1))
        step(.finished)
        #expect(ledger.balances["seeds"] == 7)
        // Less was paid back than was said first.
        take(seeds(10, refunded: 10, at: 2))
        #expect(ledger.balances["seeds"] == 9)
        var replayed = LedgerState(archivingLimit: 0)
        for record in records { replayed.apply(try LedgerRecord(bytes: record.bytes)) }
        #expect(replayed.balances == ledger.balances)
        var compacted = LedgerState(archivingLimit: 0)
        try ledger.write { compacted.apply(try LedgerRecord(bytes: $0.bytes)) }
        #expect(compacted.balances == ledger.balances)
    }

    private func incoming(_ transaction: StoreTransaction) -> IncomingTransaction {
        IncomingTransaction(transaction, phase: .complete, needsFinish: true)
    }

    @Test("D2, F10: a full refund after a part counts as all, with a percentage or without, also at the same date")
    func wholeAfterPart() throws {
        for percent in [nil, 100] as [Decimal?] {
            var ledger = LedgerState(deliverySteps: DeliverySteps(grants: true))
            _ = ledger.take(bought(8))
            ledger.note(.step("T1", .granted))
            _ = ledger.take(seeds(8, refunded: 25, at: 1))
            ledger.note(.step("T1", .revoked))
            #expect(ledger.balances == ["seeds": 6])
            var fields = seeds(8, refunded: percent, at: 1).fields
            (fields.revocationType, fields.signedTime) = (.fullRefund, at(2))
            let reported = ledger.take(StoreTransaction(fields))
            let update = try #require(reported)
            #expect(update.transaction.remainingQuantity == 0 && update.transaction.revocationPercentage == 100)
            #expect(ledger.balances["seeds"] == 0 && ledger.transactions["T1"]?.progress.state == .awaitsRevoke)
        }
    }

    @Test(
        "O6: what says nothing of the kind of a refund is the same refund, and one of another kind is filled from none")
    func kinds() {
        let part = seeds(8, refunded: 25, at: 1)
        func reported(_ type: StoreTransaction.RevocationType?, at seconds: Int64 = 1) -> StoreTransaction {
            var fields = seeds(8, at: seconds).fields
            fields.revocationType = type
            return StoreTransaction(fields)
        }
        for (other, left) in [
            (reported(nil), 6), (reported(.proratedRefund), 6), (reported(.fullRefund), 0),
            (reported(.familyRevocation), 0),
            (reported(nil, at: 2), 0), (reported(.proratedRefund, at: 2), 0),
        ] {
            #expect(other.completed(from: part).remainingQuantity == left)
            #expect(DescriptionComparison(of: other, after: part).isChange == (left == 0))
        }
    }

    @Test("D2, F10: a percentage that comes later than its refund is a change, also for what is archived")
    func laterPercentage() throws {
        for limit in [1_024, 0] {
            var ledger = LedgerState(deliverySteps: DeliverySteps(grants: true), archivingLimit: limit)
            _ = ledger.take(bought(8))
            ledger.note(.step("T1", .granted))
            _ = ledger.take(seeds(8, at: 1))
            ledger.note(.step("T1", .revoked))
            ledger.note(.step("T1", .finished))
            #expect(ledger.balances["seeds"] == 0 && ledger.transactions.archivedCount == (limit == 0 ? 1 : 0))
            var fields = seeds(8, refunded: 50, at: 1).fields
            fields.signedTime = at(2)
            let reported = ledger.take(StoreTransaction(fields))
            let update = try #require(reported)
            #expect(update.kind == .changed && update.transaction.remainingQuantity == 4)
            #expect(ledger.balances == ["seeds": 4] && ledger.transactions["T1"]?.progress.state == .awaitsGrant)
        }
    }

    @Test(
        "F10: nothing stands of what an upgrade replaced, nor of a product that is refunded in part and no consumable")
    func remaining() {
        func lamp(_ change: (inout StoreTransaction.Fields) -> Void) -> Int {
            StoreTransaction.sample("T1", "lamp", .nonConsumable, change).remainingQuantity
        }
        #expect(lamp { _ in } == 1)
        #expect(lamp { $0.isUpgraded = true } == 0)
        #expect(
            lamp {
                $0.revocationTime = at(1)
                $0.revocationPercentage = 10
            } == 0)
    }

    @Test("F2: what is left of a purchase that was not granted yet is granted; of one taken back as a whole nothing is")
    func grants() {
        for (percent, state) in [(40, .awaitsGrant), (100, .awaitsFinish)] as [(Decimal, TransactionProgress.State)] {
            var ledger = LedgerState(deliverySteps: DeliverySteps(grants: true))
            _ = ledger.take(bought(10))
            _ = ledger.take(seeds(10, refunded: percent, at: 1))
            #expect(ledger.transactions["T1"]?.progress.state == state)
        }
    }

    @Test("E2: what is owned for good is taken away by a refund of a part as by any other")
    func ownership() {
        let lamp = StoreTransaction.sample("T1", "lamp", .nonConsumable)
        var fields = lamp.revoked(at: 1).fields
        fields.revocationPercentage = 10
        var ledger = LedgerState()
        _ = ledger.take(lamp)
        #expect(ledger.entitlements.owning("lamp") != nil)
        _ = ledger.take(StoreTransaction(fields))
        #expect(ledger.entitlements.owning("lamp") == nil)
    }

    @Test("A percentage is kept to the thousandth, whatever it is made of")
    func percentages() {
        var fields = bought(1).fields
        for (given, kept) in [
            (Decimal(50), 50_000), (33.333, 33_333), (0.0004, 0), (0.0005, 1), (.nan, -1),
            (Decimal(sign: .plus, exponent: 90, significand: 1), 1_000_000_000),
        ] as [(Decimal, Int)] {
            fields.revocationPercentage = given
            #expect(fields.revocationThousandths == kept)
            let isTaken = (0...100_000).contains(kept)
            #expect((IntakeFault.of(StoreTransaction(fields)) == nil) == isTaken)
        }
        fields.revocationPercentage = 12.5
        #expect(StoreTransaction(fields).revocationPercentage == 12.5)
    }
}
