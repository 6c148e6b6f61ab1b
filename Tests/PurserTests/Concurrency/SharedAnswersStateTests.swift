import Purser
import Testing

@Suite("Shared answers, the machine")
struct SharedAnswersStateTests {
    typealias State = SharedAnswersState<String, Int, String>

    private func flight(_ key: String, _ generation: UInt64 = 0) -> State.Flight {
        .init(key: key, generation: generation)
    }

    private func word(_ action: State.Action) -> String {
        switch action {
        case .take(let value): "take \(value)"
        case .ask: "ask"
        case .wait: "wait"
        }
    }

    @Test("C2: one asks, the others wait and have its answer, and later ones take it until it is too old")
    func sharing() {
        var state = State(lifetime: .seconds(10), limit: 2)
        #expect(word(state.wanted("a", at: .zero)) == "ask")
        #expect(word(state.wanted("a", at: .zero)) == "wait")
        let wait = [state.waits(1, "X", for: flight("a")), state.waits(2, "Y", for: flight("a"))]
        #expect(wait == [true, true])
        #expect(word(state.wanted("b", at: .zero)) == "ask", "another key is another question")
        let answered = state.answered(flight("a"), 7, keeps: true, at: .seconds(1))
        #expect(answered == ["X", "Y"])
        #expect(word(state.wanted("a", at: .seconds(10))) == "take 7")
        #expect(word(state.wanted("a", at: .seconds(11))) == "ask")
        let told = [state.failed(flight("a")), state.failed(flight("b"))]
        #expect(told == [[], []])
        #expect(state.load.waiting == 0)
    }

    @Test("C2: when the one who asks stops, who has waited longest goes on; nobody is asked twice at once")
    func stopping() {
        var state = State(lifetime: .seconds(10), limit: 2)
        _ = state.wanted("a", at: .zero)
        _ = (
            state.waits(1, "X", for: flight("a")), state.waits(2, "Y", for: flight("a")),
            state.waits(3, "Z", for: flight("a"))
        )
        let left = [state.left(1, flight("a")), state.left(1, flight("a"))]
        #expect(left == ["X", nil])
        let next = state.stopped(flight("a"))
        #expect(next == "Y")
        #expect(word(state.wanted("a", at: .zero)) == "wait", "Y asks now")
        let failed = state.failed(flight("a"))
        #expect(failed == ["Z"])
        let waits = state.waits(4, "W", for: flight("a"))
        #expect(!waits, "nobody asks any more")
        #expect(word(state.wanted("a", at: .zero)) == "ask")
        let nobody = state.stopped(flight("a"))
        #expect(nobody == nil)
        #expect(word(state.wanted("a", at: .zero)) == "ask")
    }

    @Test("What need not be kept is not, the limit holds, and all can be forgotten")
    func keeping() {
        var state = State(lifetime: .seconds(10), limit: 2)
        for (index, key) in ["a", "b", "c"].enumerated() {
            _ = state.wanted(key, at: .zero)
            _ = state.answered(flight(key), index, keeps: true, at: .seconds(index))
            #expect(state.load.kept <= 2)
        }
        #expect(word(state.wanted("c", at: .seconds(3))) == "take 2")
        state.forgot()
        #expect(word(state.wanted("c", at: .seconds(3))) == "ask")
        _ = state.answered(flight("c", 1), 9, keeps: false, at: .seconds(3))
        #expect(word(state.wanted("c", at: .seconds(3))) == "ask")
    }

    @Test("C2: what was asked before all was forgotten is not kept, and whoever comes after that asks anew")
    func forgettingWhileAsked() {
        var state = State(lifetime: .seconds(10), limit: 2)
        _ = state.wanted("a", at: .zero)
        _ = state.waits(1, "X", for: flight("a"))
        state.forgot()
        #expect(word(state.wanted("a", at: .zero)) == "ask")
        let older = state.answered(flight("a"), 1, keeps: true, at: .zero)
        #expect(older == ["X"] && state.load.kept == 0)
        #expect(word(state.wanted("a", at: .zero)) == "wait")
        _ = state.answered(flight("a", 1), 2, keeps: true, at: .zero)
        #expect(word(state.wanted("a", at: .zero)) == "take 2")
    }

    @Test("A limit of 0 keeps nothing")
    func keepingNothing() {
        var state = State(lifetime: .seconds(10), limit: 0)
        _ = state.wanted("a", at: .zero)
        _ = state.answered(flight("a"), 1, keeps: true, at: .zero)
        #expect(word(state.wanted("a", at: .zero)) == "ask")
    }
}
