import Purser
import Testing

@Suite("Shared answers, the machine")
struct SharedAnswersStateTests {
    typealias State = SharedAnswersState<String, Int, String>

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
        let wait = [state.waits(1, "X", for: "a"), state.waits(2, "Y", for: "a")]
        #expect(wait == [true, true])
        #expect(word(state.wanted("b", at: .zero)) == "ask", "another key is another question")
        let answered = state.answered("a", 7, keeps: true, at: .seconds(1))
        #expect(answered == ["X", "Y"])
        #expect(word(state.wanted("a", at: .seconds(10))) == "take 7")
        #expect(word(state.wanted("a", at: .seconds(11))) == "ask")
        let told = [state.failed("a"), state.failed("b")]
        #expect(told == [[], []])
        #expect(state.load.waiting == 0)
    }

    @Test("C2: when the one who asks stops, who has waited longest goes on; nobody is asked twice at once")
    func stopping() {
        var state = State(lifetime: .seconds(10), limit: 2)
        _ = state.wanted("a", at: .zero)
        _ = (state.waits(1, "X", for: "a"), state.waits(2, "Y", for: "a"), state.waits(3, "Z", for: "a"))
        let left = [state.left(1, "a"), state.left(1, "a")]
        #expect(left == ["X", nil])
        let next = state.stopped("a")
        #expect(next == "Y")
        #expect(word(state.wanted("a", at: .zero)) == "wait", "Y asks now")
        let failed = state.failed("a")
        #expect(failed == ["Z"])
        let waits = state.waits(4, "W", for: "a")
        #expect(!waits, "nobody asks any more")
        #expect(word(state.wanted("a", at: .zero)) == "ask")
        let nobody = state.stopped("a")
        #expect(nobody == nil)
        #expect(word(state.wanted("a", at: .zero)) == "ask")
    }

    @Test("What need not be kept is not, the limit holds, and all can be forgotten")
    func keeping() {
        var state = State(lifetime: .seconds(10), limit: 2)
        for (index, key) in ["a", "b", "c"].enumerated() {
            _ = state.wanted(key, at: .zero)
            _ = state.answered(key, index, keeps: true, at: .seconds(index))
            #expect(state.load.kept <= 2)
        }
        #expect(word(state.wanted("c", at: .seconds(3))) == "take 2")
        state.forgot()
        #expect(word(state.wanted("c", at: .seconds(3))) == "ask")
        _ = state.answered("c", 9, keeps: false, at: .seconds(3))
        #expect(word(state.wanted("c", at: .seconds(3))) == "ask")
    }
}
