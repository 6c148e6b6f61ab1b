import Purser

/// Parked callers that somebody else resumes in an order of their choice: the floor for waiting payments.
///
/// What it costs to have a hundred thousand tasks, and to wake one that has not run for long, no store can avoid.
final class WaitingFloor: Sendable {
    private typealias Caller = UnsafeContinuation<Void, Never>

    private struct State: Sendable {
        var waiting: WaitingLine<Caller>
        var isClosed = false
    }

    private let state: Lock<State>
    private let gate = Gate()

    init(order: AnswerOrder) { state = Lock(State(waiting: WaitingLine(order: order))) }

    /// Parks the caller; false when there is nothing to wait for any more.
    func call() async -> Bool {
        await withUnsafeContinuation { caller in
            let isClosed = state.withLock { state -> Bool in
                if !state.isClosed { state.waiting.append(caller) }
                return state.isClosed
            }
            if isClosed { caller.resume() } else { gate.count(1) }
        }
        return state.withLock { !$0.isClosed }
    }

    /// Waits until `count` calls were made in all.
    func reached(_ count: Int) async { await gate.reached(count) }

    /// Resumes `count` callers, or as many as there are.
    func answer(_ count: Int) {
        let callers = state.withLock { $0.waiting.take(count) }
        for caller in callers { caller.resume() }
    }

    func close() {
        let callers = state.withLock { state -> [Caller] in
            state.isClosed = true
            return state.waiting.take(.max)
        }
        for caller in callers { caller.resume() }
    }
}
