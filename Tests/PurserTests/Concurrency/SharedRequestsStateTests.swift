import Purser
import Testing

@Suite("Shared flights, the machine") struct SharedFlightsStateTests {
    typealias State = SharedRequestsState<String, Int, String>

    struct Oops: Error {}

    /// Actions as words, so that an expectation reads as a line.
    func words(_ actions: [State.Action]) -> [String] {
        actions.map { action in
            switch action {
            case .depart(let request): "depart \(request.id) \(request.keys.joined())"
            case .recall(let id): "recall \(id)"
            case .answer(let caller, let values):
                "answer \(caller) \(values.sorted { $0.key < $1.key }.map { "\($0.key)\($0.value)" }.joined())"
            case .fail(let caller, let ending):
                switch ending {
                case .failed: "failed \(caller)"
                case .cancelled: "cancelled \(caller)"
                case .expired: "expired \(caller)"
                case .closed: "closed \(caller)"
                }
            }
        }
    }

    func isEmpty(_ state: State) -> Bool { state.load == (0, 0, 0) }

    @Test("C2: only the keys that no flight carries yet travel") func overlap() {
        var state = State(keysPerRequest: 10)
        #expect(words(state.joined(1, keys: ["a", "b"], caller: "X")) == ["depart 1 ab"])
        #expect(words(state.joined(2, keys: ["b", "c"], caller: "Y")) == ["depart 2 c"])
        #expect(words(state.joined(3, keys: ["a", "c"], caller: "Z")) == [])
        #expect(words(state.landed(1, .success(["a": 1, "b": 2]))) == ["answer X a1b2"])
        #expect(words(state.landed(2, .success(["c": 3]))) == ["answer Y b2c3", "answer Z a1c3"])
        #expect(isEmpty(state))
    }

    @Test("C2: keys are split at the limit, and flights wait for their turn") func split() {
        var state = State(keysPerRequest: 2, requestsAtOnce: 2)
        let departures = words(state.joined(1, keys: ["a", "b", "c", "d", "e"], caller: "X"))
        #expect(departures == ["depart 1 ab", "depart 2 cd"])
        #expect(words(state.landed(2, .success(["c": 3, "d": 4]))) == ["depart 3 e"])
        #expect(words(state.landed(1, .success(["a": 1, "b": 2]))) == [])
        #expect(words(state.landed(3, .success(["e": 5]))) == ["answer X a1b2c3d4e5"])
        #expect(isEmpty(state))
    }

    @Test("C2: one caller's leaving disturbs no other; the last one's recalls the flight") func leaving() {
        var state = State(keysPerRequest: 10)
        _ = state.joined(1, keys: ["a"], caller: "X")
        _ = state.joined(2, keys: ["a"], caller: "Y")
        #expect(words(state.left(1, .cancelled)) == ["cancelled X"])
        #expect(words(state.left(1, .cancelled)) == [], "a second leave finds nobody")
        #expect(words(state.left(2, .cancelled)) == ["cancelled Y", "recall 1"])
        #expect(isEmpty(state))
        #expect(words(state.joined(3, keys: ["a"], caller: "Z")) == ["depart 2 a"], "the key is free again")
        #expect(words(state.landed(1, .success(["a": 9]))) == [], "what was recalled is not heard")
        #expect(words(state.landed(2, .success(["a": 1]))) == ["answer Z a1"])
    }

    @Test("C1: a failure ends those who wait for that flight, and frees its keys") func failure() {
        var state = State(keysPerRequest: 1)
        _ = state.joined(1, keys: ["a", "b"], caller: "X")
        _ = state.joined(2, keys: ["b"], caller: "Y")
        #expect(words(state.landed(1, .failure(Oops()))) == ["failed X"])
        #expect(words(state.landed(2, .success(["b": 2]))) == ["answer Y b2"])
        #expect(isEmpty(state))
    }

    @Test("C1: a failure recalls the other flights that only this caller wanted") func failureRecalls() {
        var state = State(keysPerRequest: 1)
        _ = state.joined(1, keys: ["a", "b"], caller: "X")
        #expect(words(state.landed(1, .failure(Oops()))) == ["failed X", "recall 2"])
        #expect(isEmpty(state))
    }

    @Test("a background flight outlives lost interest, but not a deadline") func background() {
        var state = State(keysPerRequest: 1)
        #expect(words(state.started(["a"])) == ["depart 1 a"])
        #expect(words(state.started(["a"])) == [])
        #expect(words(state.joined(1, keys: ["a"], caller: "X")) == [])
        #expect(words(state.left(1, .cancelled)) == ["cancelled X"])
        _ = state.joined(2, keys: ["a"], caller: "Y")
        #expect(words(state.left(2, .expired)) == ["expired Y", "recall 1"])
        #expect(isEmpty(state))
    }

    @Test("a queued flight that nobody wants any more never departs") func abandonedInQueue() {
        var state = State(keysPerRequest: 1, requestsAtOnce: 1)
        _ = state.joined(1, keys: ["a"], caller: "X")
        _ = state.joined(2, keys: ["b"], caller: "Y")
        _ = state.joined(3, keys: ["c"], caller: "Z")
        #expect(words(state.left(2, .cancelled)) == ["cancelled Y"])
        #expect(words(state.landed(1, .success(["a": 1]))) == ["answer X a1", "depart 3 c"])
    }

    @Test("a flight that was recalled gives its turn to the next") func recallFreesTheTurn() {
        var state = State(keysPerRequest: 1, requestsAtOnce: 1)
        _ = state.joined(1, keys: ["a"], caller: "X")
        _ = state.joined(2, keys: ["b"], caller: "Y")
        #expect(words(state.left(1, .expired)) == ["expired X", "recall 1", "depart 2 b"])
    }

    @Test("after detaching, what is under way is for the earlier callers only") func detach() {
        var state = State(keysPerRequest: 1)
        _ = state.joined(1, keys: ["a"], caller: "X")
        _ = state.started(["z"])
        #expect(state.isCurrent(1))
        #expect(words(state.detached()) == ["recall 2"])
        #expect(!state.isCurrent(1))
        #expect(words(state.joined(2, keys: ["a"], caller: "Y")) == ["depart 3 a"])
        #expect(words(state.landed(1, .success(["a": 1]))) == ["answer X a1"])
        #expect(words(state.joined(3, keys: ["a"], caller: "Z")) == [], "the old landing must not free the new flight")
        #expect(words(state.landed(3, .success(["a": 2]))) == ["answer Y a2", "answer Z a2"])
        #expect(isEmpty(state))
    }

    @Test("C3: closing ends every caller and flight") func close() {
        var state = State(keysPerRequest: 1, requestsAtOnce: 1)
        _ = state.joined(1, keys: ["a"], caller: "X")
        _ = state.joined(2, keys: ["b"], caller: "Y")
        #expect(words(state.closed()) == ["closed X", "closed Y", "recall 1"])
        #expect(isEmpty(state))
        #expect(words(state.joined(3, keys: ["a"], caller: "Z")) == ["closed Z"])
        #expect(words(state.started(["a"])) == [])
        #expect(words(state.landed(1, .success(["a": 1]))) == [])
    }

    @Test("those of a higher priority have their turn first, equal ones in their order; a waiting one can be raised")
    func priorities() {
        var state = State(keysPerRequest: 1, requestsAtOnce: 1)
        #expect(words(state.joined(1, keys: ["a"], caller: "X")) == ["depart 1 a"])
        _ = state.started(["low"], priority: -1)
        _ = state.joined(2, keys: ["b"], caller: "Y")
        _ = state.joined(3, keys: ["c"], caller: "Z")
        _ = state.joined(4, keys: ["high"], priority: 1, caller: "H")
        #expect(words(state.landed(1, .success(["a": 1]))) == ["answer X a1", "depart 5 high"])
        _ = state.joined(5, keys: ["low"], priority: 2, caller: "L")
        #expect(words(state.landed(5, .success(["high": 1]))) == ["answer H high1", "depart 2 low"])
        #expect(words(state.landed(2, .success(["low": 1]))) == ["answer L low1", "depart 3 b"])
        #expect(words(state.landed(3, .success(["b": 1]))) == ["answer Y b1", "depart 4 c"])
        #expect(words(state.landed(4, .success(["c": 1]))) == ["answer Z c1"])
        #expect(isEmpty(state))
    }

    @Test("a held flight gives its turn to others, keeps its callers, and begins anew when it is released")
    func held() {
        var state = State(keysPerRequest: 1, requestsAtOnce: 1)
        #expect(words(state.joined(1, keys: ["a"], caller: "X")) == ["depart 1 a"])
        _ = state.joined(2, keys: ["b"], caller: "Y")
        #expect(words(state.held(1)) == ["depart 2 b"])
        #expect(words(state.held(1)) == [], "it is another one now")
        #expect(words(state.joined(3, keys: ["a"], caller: "Z")) == [], "later callers join it")
        #expect(words(state.landed(1, .success(["a": 1]))) == [], "its old work is not heard")
        #expect(words(state.landed(2, .success(["b": 1]))) == ["answer Y b1"])
        #expect(words(state.released(["a", "other"])) == ["depart 3 a"])
        #expect(words(state.released(["a"])) == [])
        #expect(words(state.landed(3, .success(["a": 2]))) == ["answer X a2", "answer Z a2"])
        #expect(isEmpty(state))
    }

    @Test("a held flight that nobody wants any more goes without being recalled; the end ends it, too")
    func heldAndLeft() {
        var state = State(keysPerRequest: 1)
        _ = state.joined(1, keys: ["a"], caller: "X")
        _ = state.held(1)
        #expect(words(state.left(1, .cancelled)) == ["cancelled X"])
        #expect(isEmpty(state))
        _ = state.joined(2, keys: ["a"], caller: "Y")
        _ = state.held(3)
        #expect(words(state.closed()) == ["closed Y"])
        #expect(isEmpty(state))
    }

    @Test("a cancelled flight ends for all its callers, under way, waiting or held")
    func cancelled() {
        var state = State(keysPerRequest: 1, requestsAtOnce: 1)
        _ = state.joined(1, keys: ["a"], caller: "X")
        _ = state.joined(2, keys: ["b"], caller: "Y")
        #expect(words(state.cancelled(["b", "other"], because: Oops())) == ["failed Y"])
        #expect(words(state.cancelled(["a"], because: Oops())) == ["recall 1", "failed X"])
        #expect(isEmpty(state))
        _ = state.joined(3, keys: ["a"], caller: "Z")
        _ = state.held(3)
        #expect(words(state.cancelled(["a"], because: Oops())) == ["failed Z"])
        #expect(isEmpty(state))
    }
}
