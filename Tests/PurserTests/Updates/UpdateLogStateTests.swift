import Testing

@testable import Purser

@Suite("Updates: cursors over the log")
struct UpdateLogStateTests {
    private func log(_ count: Int, kept: Int = 10, isStored: Bool = false) -> UpdateLogState {
        var state = UpdateLogState(updates: [], nextSequence: 1, kept: kept, isStored: isStored)
        append(count, to: &state)
        return state
    }

    /// Batches of this size.
    private func append(_ count: Int, by size: Int = 1, to state: inout UpdateLogState) {
        for _ in 0..<count / size { _ = state.append(.following(state.nextSequence - 1, count: size)) }
    }

    /// The numbers that a reader gets at one visit; `nil` when memory has them no more.
    private func read(_ state: inout UpdateLogState, _ reader: Int, _ limit: Int = 256) -> [UInt64]? {
        switch state.read(reader, limit: limit) {
        case .updates(let portion): portion.numbers
        case .nothing: []
        case .stored, .missed: nil
        }
    }

    private func readAll(_ state: inout UpdateLogState, _ reader: Int) -> (numbers: [UInt64], visits: Int) {
        var (numbers, visits): ([UInt64], Int) = ([], 0)
        while let more = read(&state, reader), !more.isEmpty {
            numbers += more
            visits += 1
        }
        return (numbers, visits)
    }

    @Test("O4: a reader gets all after its cursor, once, in order, in portions")
    func read() {
        var state = log(5)
        let reader = state.register(after: 2)
        #expect(readAll(&state, reader).numbers == [3, 4, 5])
        append(4, by: 4, to: &state)
        #expect(read(&state, reader, 3) == [6, 7, 8])
        #expect(read(&state, reader, 3) == [9])
        #expect(read(&state, reader) == [])
    }

    @Test(
        "O4: batches of any size are read in order from any number", arguments: [1, 3, 15, 16, 64, 300, 1_500, 5_000])
    func sizes(size: Int) {
        var state = log(0, kept: 20_000)
        let first = state.register(after: 0)
        append(max(2_000, 2 * size), by: size, to: &state)
        append(7, to: &state)
        let last = state.nextSequence - 1
        #expect(readAll(&state, first).numbers == Array(1...last))
        for cursor in stride(from: 0, to: last, by: 449) {
            let reader = state.register(after: cursor)
            #expect(readAll(&state, reader).numbers == Array(cursor + 1...last))
            state.unregister(reader)
        }
    }

    @Test("S1: who is far behind need not come for each small batch, nor gets more than a portion at once")
    func visits() {
        var state = log(0)
        let reader = state.register(after: 0)
        append(6_400, to: &state)
        append(5_000, by: 5_000, to: &state)
        #expect(readAll(&state, reader).visits <= 100 + 20)
    }

    @Test("S1: what a slow reader still needs is kept, and freed when it leaves")
    func slowReader() {
        var state = log(1)
        let reader = state.register(after: 0)
        append(5_000, to: &state)
        #expect(state.oldestKept == 1 && state.oldestNeeded == 1)
        #expect(readAll(&state, reader).numbers.count == 5_001)
        state.unregister(reader)
        #expect(state.oldestNeeded == state.nextSequence)
        append(6_000, to: &state)
        #expect(state.oldestKept > 1)
        let late = state.register(after: 0)
        #expect(read(&state, late) == nil, "what is no longer in memory is named, not skipped")
    }

    @Test("S1: a place that was let go serves another reader, and the others stay where they are")
    func places() {
        var state = log(9)
        let readers = [state.register(after: 3), state.register(after: 5)]
        state.unregister(readers[0])
        #expect(state.oldestNeeded == 6)
        let next = state.register(after: 7)
        #expect(next == readers[0])
        #expect(readAll(&state, next).numbers == [8, 9] && readAll(&state, readers[1]).numbers == [6, 7, 8, 9])
    }

    @Test("At least the newest `keptUpdates` stay readable, and not many more", arguments: [1, 20, 400])
    func kept(size: Int) {
        var state = log(0, kept: 1_000)
        append(10_000, by: size, to: &state)
        let count = state.nextSequence - state.oldestKept
        #expect(count >= 1_000 && count <= 1_000 + 256 + UInt64(max(size, 64)))
    }

    @Test("With files behind it, memory keeps little, and says from where to where the files have to be read")
    func stored() {
        var state = log(0, kept: 50_000, isStored: true)
        let slow = state.register(after: 0)
        append(20_000, by: 100, to: &state)
        #expect(state.nextSequence - state.oldestKept < 2_048)
        guard case .stored(after: 0, before: state.oldestKept) = state.read(slow) else {
            Issue.record("the files are not named")
            return
        }
        #expect(state.oldestNeeded == 1, "the files keep what the reader needs")
        state.moved(slow, to: state.oldestKept - 1)
        #expect(readAll(&state, slow).numbers == Array(state.oldestKept..<state.nextSequence))
    }

    @Test("S1: what is dropped is handed back, each update once")
    func dropped() {
        var state = UpdateLogState(updates: [], nextSequence: 1, kept: 100)
        var numbers: [UInt64] = []
        for size in [1, 2, 3, 40, 700, 1, 1, 2_500, 64, 1, 300] {
            numbers += state.append(.following(state.nextSequence - 1, count: size)).joined().map(\.sequence)
        }
        #expect(state.oldestKept > 1)
        #expect(numbers == Array(1..<state.oldestKept))
    }

    @Test("Any cursor and any number of kept updates is taken without a crash")
    func absurd() {
        var state = log(2, kept: .max)
        let reader = state.register(after: .max)
        #expect(read(&state, reader) == [])
        append(1, to: &state)
        #expect(read(&state, reader) == [3])
        #expect(log(2_000, kept: .min).nextSequence == 2_001)
        state.unregister(reader)
        #expect(read(&state, reader) == [])
    }
}
