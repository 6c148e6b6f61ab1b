import Testing

@testable import Purser

@Suite("Restores: who waits, and what was brought")
struct RestoreStateTests {
    @Test("C2: callers at the same time share one flight, and get the same answer once")
    func shared() {
        var state = RestoreState<String>()
        #expect(state.joined(1, "A") == .begin)
        #expect(state.joined(2, "B") == .shared)
        let id = state.attemptBegan()
        state.collected([(id, .success(.sample("T1")))])
        state.collected([(id, .success(.sample("T1")))])
        let (callers, outcome) = state.landed()
        #expect(callers == ["A", "B"])
        #expect(outcome.restored.map(\.id) == ["T1"])
        #expect(state.landed().callers.isEmpty)
        #expect(state.joined(3, "C") == .begin)
    }

    @Test("C1: one caller who leaves disturbs no other; the last one is named as such")
    func leaving() {
        var state = RestoreState<String>()
        _ = state.joined(1, "A")
        _ = state.joined(2, "B")
        #expect(state.stoppedWaiting(1)?.isLast == false)
        #expect(state.stoppedWaiting(1) == nil)
        #expect(state.stoppedWaiting(2)?.isLast == true)
        #expect(!state.hasCallers)
        // Who joins before the abandoned flight has ended is seen.
        #expect(state.joined(3, "C") == .shared)
        #expect(state.hasCallers)
    }

    @Test("A second attempt keeps what the first one brought, and hears of its own only")
    func attempts() {
        var state = RestoreState<String>()
        _ = state.joined(1, "A")
        let first = state.attemptBegan()
        state.collected([(first, .success(.sample("T1")))])
        let second = state.attemptBegan()
        #expect(first != second && state.activeID == second)
        state.collected([(first, .success(.sample("T2")))])
        state.collected([(second, .success(.sample("T3")))])
        #expect(state.landed().outcome.restored.map(\.id) == ["T1", "T3"])
        #expect(state.activeID == nil)
    }

    @Test("A transaction is named once: what was taken in after all has not failed")
    func afterAll() {
        var state = RestoreState<String>()
        _ = state.joined(1, "A")
        let id = state.attemptBegan()
        let failure = PurchaseFailure(.ledgerUnavailable, "full")
        for name in ["T1", "T2", "T2"] {
            state.collected([(id, .failure(RestoreFailure(transaction: .sample(name), failure: failure)))])
        }
        state.collected([(id, .success(.sample("T1")))])
        state.collected([(id, .failure(RestoreFailure(transaction: .sample("T1"), failure: failure)))])
        let outcome = state.landed().outcome
        #expect(outcome.restored.map(\.id) == ["T1"] && outcome.failed.map(\.transaction.id) == ["T2"])
    }

    @Test("An end that comes before anybody waits for it is kept, once")
    func earlyEnd() {
        var state = RestoreState<String>()
        _ = state.joined(1, "A")
        _ = state.attemptBegan()
        #expect(state.takeEarlyEnd() == nil)
        state.endedEarly(BackendError(.networkError, "gone"))
        #expect(state.takeEarlyEnd()??.code == .networkError)
        #expect(state.takeEarlyEnd() == nil)
    }
}
