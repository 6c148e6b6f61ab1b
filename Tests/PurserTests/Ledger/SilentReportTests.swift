import Foundation
import Testing

@testable import Purser

/// What is kept of reports that produce no update.
@Suite("Reports without an update")
struct SilentReportTests {
    private var ledger = LedgerState(archivingLimit: 0)
    private var records: [LedgerRecord] = []
    private var isUrgent = false

    private mutating func take(_ transactions: [StoreTransaction] = [], _ renewals: [RenewalReport] = [])
        -> [StoreUpdate]
    {
        var batch = PreparedBatch(capacity: 1)
        let reported = transactions.map { IncomingTransaction($0, phase: .complete, needsFinish: true) }
        ledger.prepare(reported: reported, now: at(0), into: &batch)
        ledger.prepare(renewals: renewals, now: at(0), into: &batch)
        records += batch.records
        isUrgent = batch.isUrgent
        return batch.published.updates
    }

    /// Goes on with what a new launch reads: the records, or a snapshot of them.
    private mutating func relaunch(compacts: Bool) throws {
        var next = LedgerState(archivingLimit: 0)
        if compacts {
            try ledger.write { next.apply(try LedgerRecord(bytes: $0.bytes)) }
        } else {
            for record in records { next.apply(try LedgerRecord(bytes: record.bytes)) }
        }
        ledger = next
    }

    private func lamp(_ seconds: Int64, _ change: (inout StoreTransaction.Fields) -> Void = { _ in })
        -> StoreTransaction
    {
        .sample("T1", "lamp", .nonConsumable) {
            $0.signedTime = at(seconds)
            change(&$0)
        }
    }

    private func info(_ seconds: Int64, renews: Bool = true) -> RenewalReport {
        var info = StoreRenewalInfo(originalTransactionID: "S1", currentProductID: "gold", willAutoRenew: renews)
        info.signedTime = at(seconds)
        return .info(info)
    }

    private let period = StoreTransaction.sample("S1", "gold", .autoRenewable) { $0.expirationTime = at(1_000) }

    @Test(
        "L4: a refund that was signed before the latest report is ignored, also after a relaunch",
        arguments: [false, true])
    mutating func laterDate(compacts: Bool) throws {
        #expect(take([lamp(1)]).count == 1)
        #expect(take([lamp(3)]).isEmpty && !isUrgent)
        #expect(records.last == .signed("T1", at(3)))
        try relaunch(compacts: compacts)
        #expect(take([lamp(2) { $0.revocationTime = at(2) }]).isEmpty)
        #expect(take([lamp(4) { $0.revocationTime = at(4) }]).map(\.kind) == [.revoked])
    }

    @Test("L4: the same holds for what is archived", arguments: [false, true])
    mutating func archivedDate(compacts: Bool) throws {
        let coins = StoreTransaction.sample("C1")
        _ = take([coins])
        records += ledger.records(of: .step("C1", .granted))
        if let stored = ledger.transactions["C1"] { records += ledger.records(of: .finished(stored)) }
        #expect(ledger.transactions.archivedCount == 1)
        #expect(take([coins.signed(at: at(3))]).isEmpty)
        #expect(
            take([.sample("C1") { ($0.signedTime, $0.price) = (at(4), 1) }]).isEmpty,
            "a price that was lacking is filled in")
        try relaunch(compacts: compacts)
        #expect(take([coins.revoked(at: 2)]).isEmpty)
        #expect(take([.sample("C1") { ($0.signedTime, $0.price) = (at(5), 2) }]).map(\.kind) == [.changed])
    }

    @Test(
        "L4: a field that was filled in is there after a relaunch, and another value is an update",
        arguments: [false, true])
    mutating func filledIn(compacts: Bool) throws {
        _ = take([lamp(1)])
        #expect(take([lamp(1) { $0.price = 9 }]).isEmpty)
        #expect(records.last == .described(lamp(1) { $0.price = 9 }) && isUrgent)
        #expect(take([lamp(3) { $0.storefrontID = "7" }]).isEmpty)
        try relaunch(compacts: compacts)
        let known = ledger.transactions["T1"]?.transaction
        #expect(known?.price == 9 && known?.storefrontID == "7" && known?.signedTime == at(3))
        #expect(take([lamp(4) { $0.price = 10 }]).map(\.kind) == [.changed])
    }

    @Test("L4: a renewal info that was signed again keeps its date", arguments: [false, true])
    mutating func renewalSignedAgain(compacts: Bool) throws {
        #expect(take([period], [info(1)]).count == 2)
        #expect(take([], [info(3)]).isEmpty && !isUrgent)
        try relaunch(compacts: compacts)
        #expect(take([], [info(2, renews: false)]).isEmpty)
        #expect(take([], [info(4, renews: false)]).count == 1)
    }

    @Test("L4: a backend that repeats its present state writes nothing")
    mutating func repeats() {
        let lamp = lamp(1) { ($0.price, $0.jwsRepresentation) = (1, "a.b.c") }
        let older = self.lamp(0) { ($0.originalID, $0.expirationTime) = ("T0", at(9)) }
        for transactions in [[lamp], [older]] {
            _ = take(transactions + [period], [info(1)])
            _ = take(transactions + [period], [info(1)])
            let count = records.count
            for _ in 0..<3 { #expect(take(transactions + [period], [info(1)]).isEmpty) }
            #expect(records.count == count)
        }
    }

    @Test("T2: each batch is decided by itself: together they make as many updates as alone")
    func batches() {
        let bought = { BackendEvent.transaction(BackendTransaction($0, origin: .other(nil))) }
        let batches = [
            [info(1).event], [bought(period)], [info(2, renews: false).event], [info(3).event],
            [bought(lamp(1)), info(4, renews: false).event],
        ]
        let session = IntakeSession(user: nil, time: at(0))
        var (alone, together) = (LedgerState(), LedgerState())
        var (one, all) = (IntakeState(answersNamePayments: false), IntakeState(answersNamePayments: false))
        var updates: [StoreUpdate] = []
        for batch in batches { updates += one.prepare([batch], in: session, &alone).prepared.published.updates }
        let found = all.prepare(batches, in: session, &together).prepared.published.updates
        #expect(found == updates && found.count == 5)
    }
}
