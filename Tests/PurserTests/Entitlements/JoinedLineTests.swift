import Foundation
import PurserTesting
import Testing

@testable import Purser

@Suite("M6: one line under several identifiers")
struct JoinedLineTests {
    private func period(
        _ number: Int64, original: String, previous: String? = nil, signed: Int64? = nil, isRevoked: Bool = false
    ) -> StoreTransaction {
        .sample("P\(number)", "club", .autoRenewable, at: number * 10) {
            $0.originalID = original
            $0.previousOriginalTransactionID = previous
            $0.expirationTime = at(number * 10 + 10)
            $0.signedTime = at(signed ?? number * 10)
            $0.revocationTime = isRevoked ? at(signed ?? number * 10) : nil
        }
    }

    private func subscriptions(_ state: EntitlementState) -> [StoreSubscription] {
        Array(
            StoreEntitlements(EntitlementSnapshot(state: state, trustedDate: at(0)), deviceTime: at(35)).subscriptions)
    }

    private func live(_ reported: [StoreTransaction], _ ledger: inout LedgerState) -> EntitlementState {
        let live = CurrentEntitlements(EntitlementState(hash: ledger.hash), trustedDate: at(0))
        for transaction in reported {
            var batch = PreparedBatch(capacity: 1)
            let incoming = IncomingTransaction(transaction, phase: .complete, needsFinish: false)
            ledger.prepare(reported: [incoming], now: at(0), into: &batch)
            let rebuilt = batch.published.changes.needsRebuild ? ledger.entitlements : nil
            live.apply(batch.published.changes, rebuilt: rebuilt, trustedDate: at(0))
        }
        return live.snapshot.state
    }

    @Test("M6: renewals under a new identifier continue the line that they name as theirs before")
    func renewals() throws {
        var ledger = LedgerState()
        let reported = [
            period(0, original: "A"), period(1, original: "A"), period(2, original: "B", previous: "A"),
            period(3, original: "B", previous: "A"),
        ]
        let state = live(reported, &ledger)
        let subscription = try #require(subscriptions(state).first)
        #expect(subscriptions(state).count == 1 && state.periods.count == 1)
        #expect(subscription.originalTransactionID == "B" && subscription.transaction.id == "P3")
        // When the present period is taken back, nothing falls back to one of the earlier identifier.
        for number in [3, 2] as [Int64] { _ = ledger.take(period(number, original: "B", signed: 50, isRevoked: true)) }
        #expect(subscriptions(ledger.entitlements).map(\.transaction.id) == ["P3"])
    }

    @Test("M6: a transaction that gets another identifier is told as changed, grants nothing, and stays in its line")
    func changed() {
        var ledger = LedgerState(deliverySteps: DeliverySteps(grants: true))
        _ = ledger.take(period(0, original: "P0"))
        _ = ledger.take(period(1, original: "P0"))
        ledger.note(.step("P1", .granted))
        let update = ledger.take(period(1, original: "B", signed: 30))
        #expect(update?.kind == .changed && update?.transaction.originalID == "B")
        // The store did not say which identifier it was; the ledger knew.
        #expect(update?.transaction.previousOriginalTransactionID == "P0")
        #expect(ledger.transactions["P1"]?.progress.state == .awaitsFinish)
        #expect(ledger.entitlements.periods.count == 1)
        #expect(ledger.take(period(1, original: "B", signed: 31)) == nil)
        #expect(ledger.take(period(2, original: "B"))?.kind == .purchased)
        #expect(ledger.entitlements.periods.count == 1 && ledger.entitlements.periods.first?.count == 3)
    }

    @Test("M6: what is owned for good has one line, whose newest transaction says whether it stands")
    func ownedForGood() {
        func lamp(_ id: String, _ original: String, previous: String? = nil, isRevoked: Bool = false)
            -> StoreTransaction
        {
            .sample(id, "lamp", .nonConsumable, at: id == "L1" ? 0 : 5) {
                $0.originalID = original
                $0.previousOriginalTransactionID = previous
                $0.revocationTime = isRevoked ? at(6) : nil
            }
        }
        var ledger = LedgerState()
        let owned = live([lamp("L1", "L1"), lamp("L2", "B", previous: "L1")], &ledger)
        #expect(owned.owning("lamp")?.id == "L2")
        _ = ledger.take(lamp("L2", "B", previous: "L1", isRevoked: true))
        #expect(ledger.entitlements.owning("lamp") == nil)
    }

    @Test("M6, E2: chains and circles of identifiers are one line, in whatever order they are told")
    func chains() {
        let reported = [
            period(0, original: "A", previous: "D"), period(1, original: "B", previous: "A"),
            period(2, original: "C", previous: "B"), period(3, original: "D", previous: "C"),
            period(4, original: "E", previous: "E"), period(5, original: "F"),
        ]
        for seed in 0..<UInt64(50) {
            var generator = SeededGenerator(seed: seed, purpose: "lines")
            var ledger = LedgerState()
            let state = live(reported.shuffled(using: &generator), &ledger)
            #expect(state.periods.map(\.count).sorted() == [1, 1, 4], "seed \(seed)")
            #expect(subscriptions(state) == subscriptions(ledger.entitlements), "seed \(seed)")
            var compacted = LedgerState()
            ledger.write { compacted.apply($0) }
            #expect(subscriptions(compacted.entitlements) == subscriptions(state), "seed \(seed)")
        }
    }
}
