import Foundation
import Testing

@testable import Purser

/// What the ledger makes of purchases that are taken back, for an app that has a handler for it.
@Suite("Taking back, as the ledger sees it")
struct RevokeStateTests {
    private static let deliverySteps = DeliverySteps(grants: true)
    private var ledger = LedgerState(deliverySteps: deliverySteps)
    private var records: [LedgerRecord] = []

    private mutating func take(_ transaction: StoreTransaction) throws -> StoreUpdate {
        let entry = LedgerEntry.transaction(
            IncomingTransaction(transaction, phase: .complete, needsFinish: true))
        records += ledger.records(of: entry)
        return try #require(ledger.transactions[transaction.id]).update
    }

    private mutating func step(_ step: DeliveryStep, for update: StoreUpdate? = nil) {
        records += ledger.records(of: .step("T1", step, in: update))
    }

    /// The handler that is due is called.
    private mutating func begin() throws { _ = ledger.begin(try #require(ledger.transactions["T1"])) }

    private var state: TransactionProgress.State? { ledger.transactions["T1"]?.progress.state }

    /// Whether reading the records, and a snapshot of them, gives the same lives.
    private func expectSameAfterRelaunch(_ deliverySteps: DeliverySteps = deliverySteps) throws {
        var replayed = LedgerState(deliverySteps: deliverySteps)
        for record in records { replayed.apply(try LedgerRecord(bytes: record.bytes)) }
        var compacted = LedgerState(deliverySteps: deliverySteps)
        try ledger.write { compacted.apply(try LedgerRecord(bytes: $0.bytes)) }
        #expect(
            replayed.deliveries.units == ledger.deliveries.units
                && compacted.deliveries.units == ledger.deliveries.units)
        #expect(replayed.transactions["T1"]?.progress == ledger.transactions["T1"]?.progress)
        #expect(compacted.transactions["T1"]?.progress == ledger.transactions["T1"]?.progress)
    }

    @Test(
        "F10: without a grant handler a refund is revoked also where an earlier one was reversed while its revoke was running"
    )
    mutating func reversedMeanwhile() throws {
        ledger = LedgerState(deliverySteps: DeliverySteps())
        let lamp = StoreTransaction.sample("T1", "lamp", .nonConsumable)
        _ = try take(lamp)
        let refund = try take(lamp.revoked(at: 5))
        #expect(state == .awaitsRevoke)
        try begin()
        _ = try take(lamp.described(at: 9))
        step(.revoked, for: refund)
        #expect(state == .awaitsFinish)
        _ = try take(lamp.revoked(at: 12))
        #expect(state == .awaitsRevoke)
        try expectSameAfterRelaunch(DeliverySteps())
    }

    private static func seeds(_ quantity: Int, refunded percent: Decimal? = nil, at seconds: Int64 = 0)
        -> StoreTransaction
    {
        .sample("T1", "seeds") {
            $0.purchasedQuantity = quantity
            $0.signedTime = at(seconds)
            guard let percent else { return }
            $0.revocationTime = at(1)
            $0.revocationPercentage = percent
        }
    }

    @Test("F10: after a kill each call that was due counts as begun")
    mutating func killed() throws {
        _ = try take(Self.seeds(10))
        var relaunched = LedgerState(deliverySteps: Self.deliverySteps)
        for record in records { relaunched.apply(try LedgerRecord(bytes: record.bytes)) }
        ledger = relaunched
        _ = try take(Self.seeds(10, refunded: 100, at: 1))
        let units = try #require(Units(low: 0, high: 10))
        #expect(state == .awaitsRevoke && ledger.deliveries.units == ["T1": units])
        try expectSameAfterRelaunch()
        step(.revoked)
        #expect(state == .awaitsFinish && ledger.deliveries.units.isEmpty)
    }

    @Test("F6: a dead letter ends when its step is not due any more, and what is due then comes next")
    mutating func deadLetterEnds() throws {
        _ = try take(Self.seeds(8))
        try begin()
        step(.deadLetter(reason: "the server is down"))
        _ = try take(Self.seeds(8, refunded: 100, at: 1))
        #expect(ledger.deadLetters.isEmpty && state == .awaitsRevoke)
        try expectSameAfterRelaunch()
        step(.deadLetter(reason: "the server is down"))
        _ = try take(Self.seeds(8, at: 2))
        #expect(ledger.deadLetters.isEmpty && state == .awaitsGrant)
        try expectSameAfterRelaunch()
        // Of a grant that goes on to be due nothing has ended.
        step(.deadLetter(reason: "the server is down"))
        _ = try take(
            StoreTransaction.sample("T1", "seeds") {
                $0.purchasedQuantity = 8
                $0.signedTime = at(3)
                $0.price = 4
                $0.storefrontID = "143443"
            })
        #expect(ledger.deadLetters.count == 1 && state == .deadLetter)
    }

    @Test("F8: taken back before it was granted, it is neither granted nor taken back")
    mutating func notGranted() throws {
        let bought = StoreTransaction.sample("T1", "lamp", .nonConsumable)
        _ = try take(bought)
        _ = try take(bought.revoked(at: 1))
        #expect(state == .awaitsFinish)
        _ = try take(bought.described(at: 2))
        #expect(state == .awaitsGrant, "and once it is given back it is granted")
    }

    @Test("F8: an upgrade takes back what it replaces; one that comes before the grant leaves nothing to grant")
    mutating func upgrade() throws {
        let bought = StoreTransaction.sample("T1", "silver", .autoRenewable)
        var fields = bought.fields
        fields.isUpgraded = true
        fields.signedTime = at(1)
        var early = LedgerState(deliverySteps: Self.deliverySteps)
        _ = early.take(bought)
        let upgraded = early.take(StoreTransaction(fields))
        #expect(upgraded?.kind == .upgraded && early.transactions["T1"]?.progress.state == .awaitsFinish)
        step(.granted, for: try take(bought))
        _ = try take(StoreTransaction(fields))
        #expect(state == .awaitsRevoke)
    }

    @Test("F8: a refund that is reversed after an upgrade gives nothing back")
    mutating func replaced() throws {
        let bought = StoreTransaction.sample("T1", "silver", .autoRenewable)
        var fields = bought.fields
        fields.isUpgraded = true
        let replaced = StoreTransaction(fields)
        step(.granted, for: try take(bought))
        step(.revoked, for: try take(replaced.described(at: 1)))
        #expect(ledger.transactions["T1"]?.remaining == 0)
        _ = try take(replaced.revoked(at: 2))
        let given = try take(replaced.described(at: 3))
        #expect(given.kind == .reinstated && state == .awaitsFinish)
        try expectSameAfterRelaunch()
    }

    @Test("F8: a late grant is not lost by archiving what was refunded meanwhile")
    func lateGrantOfArchived() throws {
        var ledger = LedgerState(deliverySteps: Self.deliverySteps, archivingLimit: 0)
        let bought = StoreTransaction.sample("T1")
        let reported = ledger.take(bought)
        let given = try #require(reported)
        _ = ledger.begin(try #require(ledger.transactions["T1"]))
        _ = ledger.take(bought.revoked(at: 1))
        ledger.note(.step("T1", .finished))
        ledger.note(.step("T1", .granted, in: given))
        #expect(ledger.transactions["T1"]?.progress.state == .awaitsRevoke)
    }

    @Test("F2: the rest of a purchase that is paid back before its grant is not granted, whatever the store calls it")
    func restBeforeGrant() {
        var ledger = LedgerState(deliverySteps: DeliverySteps(grants: true))
        _ = ledger.take(Self.seeds(10))
        _ = ledger.take(Self.seeds(10, refunded: 20, at: 1))
        let rest = ledger.take(Self.seeds(10, refunded: 100, at: 2))
        #expect(rest?.kind == .changed && ledger.transactions["T1"]?.progress.state == .awaitsFinish)
    }

    @Test(
        "F8, F10: an archived consumable is revoked, whether a handler granted it or there was none",
        arguments: [true, false])
    func archived(isGranted: Bool) throws {
        var ledger = LedgerState(deliverySteps: DeliverySteps(grants: isGranted), archivingLimit: 0)
        let bought = StoreTransaction.sample("T1")
        let reported = ledger.take(bought)
        if isGranted { ledger.note(.step("T1", .granted, in: reported)) }
        ledger.note(.step("T1", .finished))
        try #require(ledger.transactions.archivedCount == 1)
        var compacted = LedgerState(deliverySteps: Self.deliverySteps, archivingLimit: 0)
        try ledger.write { compacted.apply(try LedgerRecord(bytes: $0.bytes)) }
        let again = compacted.take(bought.described(at: 1))
        #expect(again == nil, "D1: what is not news stays none")
        let taken = compacted.take(bought.revoked(at: 2))
        #expect(taken?.kind == .revoked)
        #expect(compacted.transactions["T1"]?.progress.state == .awaitsRevoke)
    }

    @Test(
        "F10: what is recorded counts as granted where there is no handler, and what the app finishes itself does not")
    func withoutGrant() {
        for (finishing, state) in [(.atomic, .awaitsRevoke), (.manual, .awaitsFinish)]
            as [(Finishing, TransactionProgress.State)]
        {
            var ledger = LedgerState(deliverySteps: DeliverySteps(finishing: { _ in finishing }))
            let bought = StoreTransaction.sample("T1", "lamp", .nonConsumable)
            _ = ledger.take(bought)
            _ = ledger.take(bought.revoked(at: 1))
            #expect(ledger.transactions["T1"]?.progress.state == state)
        }
    }

    @Test("F5: a store that still waits while something else comes first gets its finish afterwards")
    mutating func waitsMeanwhile() throws {
        let bought = StoreTransaction.sample("T1", "lamp", .nonConsumable)
        step(.granted, for: try take(bought.described(at: 0)))
        let refund = try take(bought.revoked(at: 5))
        try begin()
        step(.deadLetter(reason: "the server is down"))
        records += ledger.records(of: .finished(try #require(ledger.transactions["T1"])))
        // The finish did not take: the store tells the same state once more, and waits.
        _ = try take(bought.revoked(at: 5))
        step(.released)
        step(.revoked, for: refund)
        #expect(state == .awaitsFinish)
    }

    @Test("F8: what was paid back in part before it was heard of is granted; what was paid back as a whole is not")
    mutating func firstHeardInPart() throws {
        let rest = try take(Self.seeds(10, refunded: 30))
        #expect(rest.kind == .purchased && state == .awaitsGrant)
        #expect(ledger.balances == ["seeds": 7])
        step(.granted, for: rest)
        #expect(state == .awaitsFinish)
        try expectSameAfterRelaunch()
        let all = try take(Self.seeds(10, refunded: 100, at: 9))
        #expect(state == .awaitsRevoke && all.transaction.revocationPercentage == 100)
        var other = LedgerState(deliverySteps: Self.deliverySteps)
        let whole = other.take(Self.seeds(10, refunded: 100))
        #expect(whole?.kind == .revoked && other.transactions["T1"]?.progress.state == .awaitsFinish)
    }
}
