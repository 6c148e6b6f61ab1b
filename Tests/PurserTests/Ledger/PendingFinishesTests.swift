import PurserTesting
import Testing

@testable import Purser

@Suite("What is due to be finished")
struct PendingFinishesTests {
    private var ledger = LedgerState(deliverySteps: DeliverySteps(grants: true))

    init() {
        for id in ["T1", "T2"] {
            _ = ledger.take(.sample(id))
            ledger.note(.step(id, .granted))
        }
    }

    private func due(_ ids: [String]) -> PendingFinishes {
        var due = PendingFinishes(ledger.hash)
        for transaction in ids.compactMap({ ledger.transactions[$0] }) { due.append(transaction) }
        return due
    }

    private func finishable(_ due: PendingFinishes) -> [String] {
        ledger.transactions.finishable(due).requests.map(\.transactionID)
    }

    @Test("F2: what was taken back and given again since it was due is not finished before it is granted again")
    mutating func reinstated() {
        let due = due(["T1", "T2"])
        #expect(ledger.transactions.isStillDue(due) && finishable(due) == ["T1", "T2"])
        _ = ledger.take(.sample("T3"))
        #expect(ledger.transactions.isStillDue(due), "a new transaction holds up no other")
        _ = ledger.take(StoreTransaction.sample("T1").revoked(at: 5))
        ledger.note(.step("T1", .revoked))
        _ = ledger.take(StoreTransaction.sample("T1").described(at: 6))
        #expect(!ledger.transactions.isStillDue(due) && finishable(due) == ["T2"])
        ledger.note(.step("T1", .granted))
        #expect(finishable(due) == ["T1", "T2"])
        #expect(!ledger.transactions.isStillDue(due), "what is known of the later state may not be stored yet")
    }

    @Test("F6: what is due to be finished has been handed over, and is not set aside any more")
    mutating func deadLetter() {
        let due = due(["T1", "T2"])
        ledger.note(.step("T2", .deadLetter(reason: "broken")))
        #expect(ledger.transactions.isStillDue(due) && finishable(due) == ["T1", "T2"])
    }

    @Test("F5: a finish that is on record is sent again when the backend still waits for it")
    mutating func lost() {
        ledger.note(.step("T1", .finished))
        #expect(ledger.transactions["T1"]?.progress.state == .done)
        let again = ledger.report(
            IncomingTransaction(.sample("T1"), phase: .complete, needsFinish: true))
        #expect(!again.isUpdate && again.stored.progress.state == .awaitsFinish)
        var due = PendingFinishes(ledger.hash)
        due.append(again.stored)
        #expect(ledger.transactions.isStillDue(due) && finishable(due) == ["T1"])
    }

    @Test("F4: those without a record are looked up each time, and each transaction is asked for once")
    func merged() {
        var failed = PendingFinishes(ledger.hash)
        failed.append(unrecorded: "F1")
        #expect(!ledger.transactions.isStillDue(failed))
        let known = due(["T1", "T2"])
        let all = PendingFinishes.unique([known, failed, due(["T2"])])
        #expect(finishable(all) == ["T1", "T2", "F1"] && !ledger.transactions.isStillDue(all))
        #expect(ledger.transactions.isStillDue(PendingFinishes.unique([known, known])))
        #expect(PendingFinishes.unique([known, failed]).apart.map(\.requests[0].transactionID) == ["T1", "T2", "F1"])
    }

    @Test("U5, F5: what was described once more is finished in its latest state, whoever asked for the finish first")
    mutating func described() throws {
        let before = due(["T1"])
        let later = StoreTransaction.sample("T1").described(at: 9)
        let again = ledger.report(IncomingTransaction(later, phase: .complete, needsFinish: true))
        #expect(!again.isUpdate && !ledger.transactions.isStillDue(before))
        var after = PendingFinishes(ledger.hash)
        after.append(again.stored)
        let requests = ledger.transactions.finishable(PendingFinishes.unique([before, after])).requests
        #expect(requests.map(\.recorded?.signedTime) == [later.signedTime])
        #expect(PendingFinishes.unique([before, after]).requests.map(\.recorded?.signedTime) == [later.signedTime])
    }

    @Test("F5: a transaction reported twice in one batch is finished in the state that it has come to")
    func reportedTwice() async throws {
        let ledger = try await TransactionLedger.open(
            storage: MemoryLedgerStorage(), clock: VirtualClock(), keptUpdates: 10)
        let bought = StoreTransaction.sample("T1")
        let incoming = [bought, bought.revoked(at: 5)].map {
            IncomingTransaction($0, phase: .complete, needsFinish: true)
        }
        var due = PendingFinishes(ledger.hash)
        for answer in try await ledger.record(reported: incoming) { due.append(answer.stored) }
        let finishable = try await ledger.finishable(.unique([due]))
        #expect(finishable.states.allSatisfy { $0.update == 2 })
    }
}
