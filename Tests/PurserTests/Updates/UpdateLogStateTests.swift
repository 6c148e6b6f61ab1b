import Purser
import Testing

@Suite("Updates: cursors over the log")
struct UpdateLogStateTests {
    private func log(_ count: Int, kept: Int = 10) -> UpdateLogState {
        var state = UpdateLogState(updates: [], nextSequence: 1, kept: kept)
        append(count, to: &state)
        return state
    }

    private func append(_ count: Int, to state: inout UpdateLogState) {
        for _ in 0..<count {
            let number = state.nextSequence
            let update = StoreUpdate(
                sequence: number, phase: .complete, kind: .purchased, transaction: .sample("T\(number)"), intent: nil,
                recordedAt: at(0))
            state.append([update])
        }
    }

    /// The numbers that a reader gets; `nil` when memory has them no more.
    private func read(_ state: inout UpdateLogState, _ reader: UInt64, _ limit: Int) -> [UInt64]? {
        guard case .updates(let updates) = state.read(reader, limit: limit) else { return nil }
        return updates.map(\.sequence)
    }

    @Test("O4: a reader gets all after its cursor, once, in order, in portions")
    func read() {
        var state = log(5)
        let reader = state.register(after: 2)
        #expect(read(&state, reader, 2) == [3, 4])
        append(1, to: &state)
        #expect(read(&state, reader, 9) == [5, 6])
        #expect(read(&state, reader, 9) == [])
    }

    @Test("S1: what a slow reader still needs is kept, and freed when it leaves")
    func slowReader() {
        var state = log(1)
        let reader = state.register(after: 0)
        append(5_000, to: &state)
        #expect(state.oldestKept == 1)
        #expect(read(&state, reader, 10_000)?.count == 5_001)
        state.unregister(reader)
        append(6_000, to: &state)
        #expect(state.oldestKept > 1)
        let late = state.register(after: 0)
        #expect(read(&state, late, 9) == nil, "what is no longer in memory is named, not skipped")
    }

    @Test("Any cursor and any number of kept updates is taken without a crash")
    func absurd() {
        var state = log(2, kept: .max)
        let reader = state.register(after: .max)
        #expect(read(&state, reader, 9) == [])
        append(1, to: &state)
        #expect(read(&state, reader, 9) == [3])
        #expect(log(2_000, kept: .min).nextSequence == 2_001)
    }
}
