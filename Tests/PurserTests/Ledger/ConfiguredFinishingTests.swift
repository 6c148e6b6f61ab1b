import Foundation
import Testing

@testable import Purser

/// Who finishes what no payment of this app asked for.
@Suite("The finishing of a product, as the ledger sees it")
struct ConfiguredFinishingTests {
    private static let levels = DeliverySteps(grants: true, finishing: { $0 == "levels" ? .manual : .atomic })
    private static let level = StoreTransaction.sample("T1", "levels", .nonConsumable)

    private func records(_ ledger: inout LedgerState, _ transaction: StoreTransaction) -> [LedgerRecord] {
        ledger.records(
            of: .transaction(IncomingTransaction(transaction, phase: .complete, needsFinish: true)))
    }

    @Test("F7: it holds for what comes without a payment, and is on record, whatever the app says later")
    func recorded() throws {
        var ledger = LedgerState(deliverySteps: Self.levels)
        let reported = records(&ledger, Self.level) + records(&ledger, .sample("T2"))
        #expect(ledger.transactions["T1"]?.progress.state == .awaitsApp)
        #expect(ledger.transactions["T1"]?.update.finishing == .manual)
        #expect(ledger.transactions["T2"]?.progress.state == .awaitsGrant)
        // A launch whose closure says otherwise: by the log, and by a snapshot.
        let others = DeliverySteps(grants: true, finishing: { $0 == "levels" ? .atomic : .manual })
        var replayed = LedgerState(deliverySteps: others)
        for record in reported { replayed.apply(try LedgerRecord(bytes: record.bytes)) }
        var compacted = LedgerState(deliverySteps: others)
        try ledger.write { compacted.apply(try LedgerRecord(bytes: $0.bytes)) }
        for var later in [replayed, compacted] {
            #expect(later.transactions["T1"]?.progress.state == .awaitsApp)
            #expect(later.transactions["T2"]?.progress.state == .awaitsGrant)
            var fields = Self.level.fields
            fields.purchasedQuantity = 2
            fields.signedTime = at(5)
            let changed = later.take(StoreTransaction(fields))
            #expect(changed?.finishing == .manual, "also when it changes")
            let new = later.take(.sample("T3"))
            #expect(new?.finishing == .manual, "what is new is finished as the app says now")
        }
    }

    @Test("F7, M3: a payment that is found late goes before it too, and what the app did not get is granted")
    func latePayment() throws {
        var ledger = LedgerState(deliverySteps: Self.levels)
        let intent = PaymentIntent.sample(1, "levels")
        // The restore overtook the answer.
        _ = ledger.take(Self.level, .restore)
        #expect(ledger.transactions["T1"]?.progress.state == .awaitsApp)
        _ = ledger.take(
            Self.level, .payment, intent: intent)
        #expect(ledger.transactions["T1"]?.update.finishing == .atomic)
        #expect(ledger.transactions["T1"]?.progress.state == .awaitsGrant)
    }

    @Test("F7: a product is named once in the log and once in a snapshot, before its updates; others are not")
    func named() {
        var ledger = LedgerState(deliverySteps: Self.levels)
        var reported = records(&ledger, Self.level)
        #expect(reported.first == .finishing(productID: "levels", .manual))
        for number in 2...5 { reported += records(&ledger, .sample("T\(number)", "levels", .nonConsumable)) }
        reported += records(&ledger, .sample("T9"))
        var snapshot: [LedgerRecord] = []
        ledger.write { snapshot.append($0) }
        for records in [reported, snapshot] {
            let names = records.filter { if case .finishing = $0 { true } else { false } }
            #expect(names == [.finishing(productID: "levels", .manual)])
        }
    }

    @Test("F7: an archived consumable keeps its finishing, and is given back to the app")
    func archived() throws {
        var ledger = LedgerState(
            deliverySteps: DeliverySteps(grants: true, finishing: { _ in .manual }), archivingLimit: 0)
        let bought = StoreTransaction.sample("T1")
        _ = ledger.take(bought)
        for step in [.finishRequested, .finished] as [DeliveryStep] { ledger.note(.step("T1", step)) }
        try #require(ledger.transactions.archivedCount == 1)
        var later = LedgerState(deliverySteps: DeliverySteps(grants: true), archivingLimit: 0)
        try ledger.write { later.apply(try LedgerRecord(bytes: $0.bytes)) }
        _ = later.take(bought.revoked(at: 1))
        let given = later.take(bought.described(at: 2))
        #expect(given?.finishing == .manual && later.transactions["T1"]?.progress.state == .awaitsApp)
    }
}
