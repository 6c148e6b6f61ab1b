import PurserTesting
import Testing

@testable import Purser

@Suite("What is due to be finished")
struct PendingFinishesTests {
    private var ledger = LedgerState(duties: DeliveryDuties(grants: true))

    init() {
        for id in ["T1", "T2"] {
            _ = ledger.take(.sample(id))
            ledger.note(.step(id, .granted))
        }
    }

    private func due(_ ids: [String], at revision: UInt64?) -> PendingFinishes {
        var due = PendingFinishes(revision: revision)
        for transaction in ids.compactMap({ ledger.transactions[$0] }) { due.append(transaction) }
        return due
    }

    private func finishable(_ due: PendingFinishes) -> [String] {
        ledger.finishable(due).requests.map(\.transactionID)
    }

    @Test("F2: what was taken back and given again since it was due is not finished before it is granted again")
    mutating func reinstated() {
        let due = due(["T1", "T2"], at: ledger.revision)
        #expect(due.isStillDue(at: ledger.revision) && finishable(due) == ["T1", "T2"])
        _ = ledger.take(.sample("T3"))
        #expect(due.isStillDue(at: ledger.revision), "a new transaction holds up no other")
        _ = ledger.take(StoreTransaction.sample("T1").revoked(at: 5))
        _ = ledger.take(StoreTransaction.sample("T1").described(at: 6))
        #expect(!due.isStillDue(at: ledger.revision) && finishable(due) == ["T2"])
        ledger.note(.step("T1", .granted))
        #expect(finishable(due) == ["T1", "T2"])
    }

    @Test("F6: what was set aside since it was due is not finished")
    mutating func setAside() {
        let due = due(["T1", "T2"], at: ledger.revision)
        ledger.note(.step("T2", .setAside(reason: "broken")))
        #expect(!due.isStillDue(at: ledger.revision) && finishable(due) == ["T1"])
    }

    @Test("F4: those without a record are looked up each time, and each transaction is asked for once")
    func merged() {
        var failed = PendingFinishes(revision: ledger.revision)
        failed.append(unrecorded: "F1")
        #expect(!failed.isStillDue(at: ledger.revision))
        let known = due(["T1", "T2"], at: ledger.revision)
        let all = PendingFinishes.unique([known, failed, due(["T2"], at: ledger.revision)])
        #expect(finishable(all) == ["T1", "T2", "F1"] && !all.isStillDue(at: ledger.revision))
        #expect(PendingFinishes.unique([known, known]).isStillDue(at: ledger.revision))
        #expect(!PendingFinishes.unique([known, due(["T2"], at: nil)]).isStillDue(at: ledger.revision))
        #expect(PendingFinishes.unique([known, failed]).apart.map(\.id) == ["T1", "T2", "F1"])
    }

    @Test("F5: a transaction told twice in one batch is finished in the state that it has come to")
    func toldTwice() async throws {
        let ledger = try TransactionLedger(storage: MemoryLedgerStorage(), clock: VirtualClock(), keptUpdates: 10)
        func tell(_ transactions: [StoreTransaction]) async throws -> UInt64? {
            let incoming = transactions.map {
                IncomingTransaction($0, phase: .complete, token: nil, needsFinish: true)
            }
            return try await ledger.append(transactions: incoming).revision
        }
        let bought = StoreTransaction.sample("T1")
        #expect(try await tell([bought, .sample("T2")]) != nil)
        #expect(try await tell([.sample("T3"), StoreTransaction.sample("T3").revoked(at: 5)]) == nil)
        #expect(try await tell([bought.revoked(at: 6)]) == nil, "its state has changed, so others may be out of date")
    }
}
