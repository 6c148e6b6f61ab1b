import Purser

/// Holds up whoever passes, deaf to cancellation, until it is opened.
final class Gate: Sendable {
    private struct State: Sendable {
        var isOpen = false
        var passed = 0
        var stuck: [UnsafeContinuation<Void, Never>] = []
    }

    private let state = Lock(State())

    /// How many are held up.
    var stuck: Int { state.withLock(\.stuck.count) }
    /// How many have come, held up or not.
    var arrivals: Int { state.withLock { $0.passed + $0.stuck.count } }

    func pass() async {
        await withUnsafeContinuation { continuation in
            let isOpen = state.withLock { state in
                if state.isOpen { state.passed += 1 } else { state.stuck.append(continuation) }
                return state.isOpen
            }
            if isOpen { continuation.resume() }
        }
    }

    /// Lets everybody through, now and later.
    func open() {
        let stuck = state.withLock { state in
            state.isOpen = true
            state.passed += state.stuck.count
            defer { state.stuck = [] }
            return state.stuck
        }
        for continuation in stuck { continuation.resume() }
    }
}
