import Testing

@testable import Purser

@Suite("Restores: who waits, and what was brought")
struct RestoreStateTests {
    @Test("C2: callers at the same time share one flight, and get the same answer once")
    func shared() {
        var state = RestoreState<String>()
        #expect(state.joined(1, "A") == 1)
        #expect(state.joined(2, "B") == nil)
        let id = state.attemptBegan()
        state.collected([Restored(id, .sample("T1"), .recorded(1, isChanged: false))])
        state.collected([Restored(id, .sample("T1"), .recorded(1, isChanged: false))])
        let (callers, outcome) = state.landed()
        #expect(callers == ["A", "B"])
        #expect(outcome.restored.map(\.id) == ["T1"])
        #expect(state.landed().callers.isEmpty)
        #expect(state.joined(3, "C") == 2)
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
        #expect(state.joined(3, "C") == nil)
        #expect(state.hasCallers)
    }

    @Test("A second attempt keeps what the first one brought, and hears of its own only")
    func attempts() {
        var state = RestoreState<String>()
        _ = state.joined(1, "A")
        let first = state.attemptBegan()
        state.collected([Restored(first, .sample("T1"), .recorded(1, isChanged: false))])
        let second = state.attemptBegan()
        #expect(first != second && state.activeID == second)
        state.collected([Restored(first, .sample("T2"), .recorded(2, isChanged: false))])
        state.collected([Restored(second, .sample("T3"), .recorded(3, isChanged: false))])
        #expect(state.landed().outcome.restored.map(\.id) == ["T1", "T3"])
        #expect(state.activeID == nil)
    }

    @Test("A transaction is named once, where it came first: told again, told in a new state, by another attempt")
    func repeated() {
        var state = RestoreState<String>()
        _ = state.joined(1, "A")
        var id = state.attemptBegan()
        state.collected([
            Restored(id, .sample("T7"), .recorded(7, isChanged: false)),
            Restored(id, .sample("T3"), .recorded(3, isChanged: false)),
            Restored(id, .sample("T7"), .recorded(8, isChanged: true)),
        ])
        id = state.attemptBegan()
        state.collected([Restored(id, .sample("T9"), .recorded(9, isChanged: false))])
        state.collected([Restored(id, .sample("T3"), .recorded(3, isChanged: false))])
        #expect(state.landed().outcome.restored.map(\.id) == ["T7", "T3", "T9"])
        // The next flight knows nothing of it.
        _ = state.joined(2, "B")
        id = state.attemptBegan()
        state.collected([Restored(id, .sample("T1"), .recorded(1, isChanged: false))])
        #expect(state.landed().outcome.restored.map(\.id) == ["T1"])
    }

    @Test("A transaction is named once: what was taken in after all has not failed")
    func afterAll() {
        var state = RestoreState<String>()
        _ = state.joined(1, "A")
        let id = state.attemptBegan()
        let failure = PurchaseFailure(.ledgerUnavailable, "full")
        for name in ["T1", "T2", "T2"] { state.collected([Restored(id, .sample(name), .failed(failure))]) }
        state.collected([Restored(id, .sample("T1"), .recorded(1, isChanged: false))])
        state.collected([Restored(id, .sample("T1"), .failed(failure))])
        let outcome = state.landed().outcome
        #expect(outcome.restored.map(\.id) == ["T1"] && outcome.failed.map(\.transaction.id) == ["T2"])
    }

    @Test("An end that comes before anybody waits for it is kept, once")
    func earlyEnd() {
        var state = RestoreState<String>()
        _ = state.joined(1, "A")
        _ = state.attemptBegan()
        if let end = state.takeEarlyEnd() { Issue.record("\(end) came from nowhere") }
        state.endedEarly(RestoreEnd(BackendFailure(.networkError, "gone")))
        guard case .failed(let error)? = state.takeEarlyEnd() else {
            Issue.record("the end was not kept")
            return
        }
        #expect(error.code == .networkError)
        if let end = state.takeEarlyEnd() { Issue.record("\(end) came twice") }
        state.endedEarly(RestoreEnd(nil))
        guard case .succeeded? = state.takeEarlyEnd() else {
            Issue.record("a good end was not kept")
            return
        }
    }
}
