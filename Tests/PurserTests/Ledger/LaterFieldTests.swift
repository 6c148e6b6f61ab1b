import Foundation
import Testing

@testable import Purser

/// Fields that a later version has written, and an earlier one writes again.
@Suite("Fields of later versions")
struct LaterFieldTests {
    private let later: LaterFields = {
        var fields = LaterFields()
        fields.add(90, 7)
        Array("more".utf8).withUnsafeBytes { fields.add(91, bytes: $0) }
        return fields
    }()

    private func told() -> ToldRenewal {
        var info = info(of: "S1")
        info.signedTime = at(1)
        return ToldRenewal(info, .subscribed, laterFields: later)
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

    @Test("L5: they survive in a snapshot: of transactions, updates, payments, renewals and holders")
    func snapshot() throws {
        var holder = PurchaseHolder(LedgerSamples.user, of: period(), isGuessed: false)
        holder.laterFields = later
        let records: [LedgerRecord] = [
            .intent(intent(1)), .intent(intent(2)), .update(update(intent(1)), duties: [.needsFinish]),
            .renewal(originalID: "S1", told()), .holder("S1", holder), .earlyRenewal(.info(info(of: "S2"))),
        ]
        var ledger = LedgerState()
        for record in records { ledger.apply(try LedgerRecord(bytes: record.bytes)) }
        var again = LedgerState()
        try ledger.write { again.apply(try LedgerRecord(bytes: $0.bytes)) }
        let known = try #require(again.transactions["S1"])
        #expect(known.update.laterFields == later && known.intent?.laterFields == later)
        #expect(known.transaction.particularsBox?.particulars.laterFields == later)
        #expect(again.payments[PaymentToken(launch: 1, number: 2)]?.intent.laterFields == later)
        #expect(again.renewals.first?.told.laterFields == later)
        #expect(again.renewals.first?.told.renewalInfo?.laterFields == later)
        #expect(again.subscriptions.early.ordered == [.info(info(of: "S2"))])
        guard case .holder(_, let read) = try LedgerRecord(bytes: LedgerRecord.holder("S1", holder).bytes) else {
            Issue.record("no holder was read")
            return
        }
        #expect(read == holder)
    }

    @Test("L5: they stay with a transaction that is reported again, and are no update")
    func reportedAgain() throws {
        var ledger = LedgerState()
        ledger.apply(.update(update(nil), duties: []))
        ledger.apply(.renewal(originalID: "S1", told()))
        let again = StoreTransaction.sample("S1", "gold", .autoRenewable) { $0.signedTime = at(2) }
        #expect(ledger.take(again) == nil)
        let changed = ledger.take(again.revoked(at: 3))
        #expect(changed?.transaction.particularsBox?.particulars.laterFields == later)
        var info = try #require(told().renewalInfo)
        (info.signedTime, info.laterFields) = (at(4), LaterFields())
        #expect(ledger.records(reporting: [], renewals: [.info(info)], now: at(4)).count == 1)
        #expect(ledger.renewals.first?.told.renewalInfo?.laterFields == later)
    }

    @Test("L5: an option of a payment that only a later version knows is written again")
    func option() throws {
        var fields = LaterFields()
        ([2, 99] as [UInt8]).withUnsafeBytes { fields.add(10, bytes: $0) }
        let intent = PaymentIntent(
            token: PaymentToken(launch: 1, number: 1), request: PaymentRequest(productID: "gold"), requestTime: at(0),
            laterFields: fields)
        guard case .intent(let read) = try LedgerRecord(bytes: LedgerRecord.intent(intent).bytes) else {
            Issue.record("no intent was read")
            return
        }
        #expect(read.laterFields == fields && read.request.options.isEmpty)
    }
}
