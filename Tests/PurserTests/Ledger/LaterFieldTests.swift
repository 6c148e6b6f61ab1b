import Foundation
import Testing

@testable import Purser

/// Fields that a later version has written, and an earlier one writes again.
@Suite("Fields of later versions")
struct LaterFieldTests {
    private let later: LaterFields = {
        var fields = LaterFields()
        fields.add(90, .number(7))
        Array("more".utf8).withUnsafeBytes { bytes in
            if let start = bytes.baseAddress { fields.add(91, .bytes(start, count: bytes.count)) }
        }
        return fields
    }()

    private func reported() -> ReportedRenewal {
        var info = info(of: "S1")
        info.signedTime = at(1)
        return ReportedRenewal(info, .subscribed, laterFields: later)
    }

    private func period() -> StoreTransaction {
        .sample("S1", "gold", .autoRenewable) { $0.particulars.laterFields = later }
    }

    private func update(_ intent: PaymentIntent?) -> StoreUpdate {
        StoreUpdate(
            sequence: 1, phase: .complete, kind: .purchased, transaction: period(), intent: intent, recordTime: at(1),
            laterFields: later)
    }

    private func intent(_ number: UInt64) -> PaymentIntent {
        PaymentIntent(
            token: PaymentToken(launch: 1, number: number), request: PaymentRequest(productID: "gold"),
            requestTime: at(0), laterFields: later)
    }

    private func info(of originalID: String) -> StoreRenewalInfo {
        var info = StoreRenewalInfo(originalTransactionID: originalID, currentProductID: "gold", willAutoRenew: true)
        info.laterFields = later
        return info
    }

    @Test("L5: they survive in a snapshot: of transactions, updates, payments and renewals")
    func snapshot() throws {
        let records: [LedgerRecord] = [
            .intent(intent(1)), .intent(intent(2)), .update(update(intent(1)), stepsDue: [.needsFinish]),
            .renewal(originalID: "S1", reported()),
        ]
        var written = StoreRecords { _ in LedgerState() }
        for record in records { written.apply(try LedgerRecord(bytes: record.bytes)) }
        var read = StoreRecords { _ in LedgerState() }
        try written.write { read.apply(try LedgerRecord(bytes: $0.bytes)) }
        let again = read[.shared]
        let known = try #require(again.transactions["S1"])
        #expect(known.update.laterFields == later && known.intent?.laterFields == later)
        #expect(known.transaction.particularsBox?.particulars.laterFields == later)
        #expect(read.payments[PaymentToken(launch: 1, number: 2)]?.intent.laterFields == later)
        #expect(again.renewals.first?.renewal.laterFields == later)
        #expect(again.renewals.first?.renewal.renewalInfo?.laterFields == later)
    }

    @Test("L5: they stay with a transaction that is reported again, and are no update")
    func reportedAgain() throws {
        var ledger = LedgerState()
        ledger.apply(.update(update(nil), stepsDue: []))
        ledger.apply(.renewal(originalID: "S1", reported()))
        let again = StoreTransaction.sample("S1", "gold", .autoRenewable) { $0.signedTime = at(2) }
        #expect(ledger.take(again) == nil)
        let changed = ledger.take(again.revoked(at: 3))
        #expect(changed?.transaction.particularsBox?.particulars.laterFields == later)
        var info = try #require(reported().renewalInfo)
        (info.signedTime, info.laterFields) = (at(4), LaterFields())
        #expect(ledger.records(reporting: [], renewals: [.info(info)], now: at(4)).count == 1)
        #expect(ledger.renewals.first?.renewal.renewalInfo?.laterFields == later)
    }

    @Test("L5: an option of a payment that only a later version knows is written again")
    func option() throws {
        var fields = LaterFields()
        ([2, 99] as [UInt8]).withUnsafeBytes { bytes in
            if let start = bytes.baseAddress { fields.add(10, .bytes(start, count: bytes.count)) }
        }
        let intent = PaymentIntent(
            token: PaymentToken(launch: 1, number: 1), request: PaymentRequest(productID: "gold"), requestTime: at(0),
            laterFields: fields)
        guard case .intent(let read) = try LedgerRecord(bytes: LedgerRecord.intent(intent).bytes) else {
            Issue.record("no intent was read")
            return
        }
        #expect(read.laterFields == fields && read.request.options.isEmpty)
    }

    /// A value with one more field than this version knows.
    private func more(_ body: (inout FieldWriter) -> Void) -> [UInt8] {
        [UInt8](writing: {
            body(&$0)
            $0.field(50, "more")
        })
    }

    @Test("L5: inside of a transaction's fields they are written again, each in its place")
    func insideTransaction() throws {
        let offer = more { $0.field(1, signed: 3) }
        let commitment = more {
            $0.field(1, signed: 2)
            $0.field(2, signed: 12)
            $0.field(3, at(9))
            $0.field(4, "9.99")
        }
        let tiers = [5, 4].map { price in
            more {
                $0.field(1, "\(price)")
                $0.field(2, signed: 1)
            }
        }
        let seats = more {
            $0.field(1, 0 as UInt64)
            for tier in tiers { $0.field(2, bytes: tier) }
        }
        let transaction = [UInt8](writing: {
            $0.field(1, "S1")
            $0.field(3, "gold")
            $0.field(4, 2 as UInt64)
            $0.field(6, at(0))
            $0.field(15, bytes: offer)
            $0.field(30, bytes: commitment)
            $0.field(36, bytes: seats)
        })
        let bytes = [UInt8](writing: {
            $0.varint(79)
            $0.field(1, bytes: transaction)
        })
        let record = try LedgerRecord(bytes: bytes)
        #expect(record.bytes == bytes)
        guard case .described(let read) = record else { return }
        #expect(read.offer?.type == .code && read.multiSeatInfo?.priceTiers.map(\.price) == [5, 4])
        // The same said by a store is the same, whatever a later version knows beside it.
        let reported = read.with { $0.particulars.laterFields = LaterFields() }
        #expect(!reported.isChange(after: read) && !read.isChange(after: reported))
        #expect(reported.completed(from: read) == read)
    }

    @Test("L5: so they are inside of a renewal info, and fields that stand in another order are read")
    func insideRenewal() throws {
        let bundle = more {
            $0.field(1, "all")
            $0.field(4, 1 as UInt64)
        }
        func record(_ fields: [(inout FieldWriter) -> Void]) -> [UInt8] {
            let info = [UInt8](writing: { writer in for field in fields { field(&writer) } })
            return [UInt8](writing: {
                $0.varint(64)
                $0.field(1, "S1")
                $0.field(2, bytes: info)
            })
        }
        let fields: [(inout FieldWriter) -> Void] = [
            { $0.field(1, "S1") }, { $0.field(2, "gold") }, { $0.field(3, 1 as UInt64) },
            { $0.field(10, 1 as UInt64) }, { $0.field(20, bytes: bundle) }, { $0.field(60, 7 as UInt64) },
        ]
        let bytes = record(fields)
        #expect(try LedgerRecord(bytes: bytes).bytes == bytes)
        #expect(try LedgerRecord(bytes: record(fields.reversed())).bytes == bytes)
    }
}
