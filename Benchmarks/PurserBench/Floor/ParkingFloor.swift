import Purser

/// The cheapest way to park a caller, wake one consumer, and resume the caller: what every design has to pay.
///
/// A lock-protected array of continuations and one consuming task. It checks nothing, records nothing, tells nobody.
final class ParkingFloor: Sendable {
    private typealias Caller = UnsafeContinuation<Void, Never>

    private struct State: Sendable {
        var callers: [Caller] = []
        var consumer: Caller?
        var isClosed = false
    }

    private let state = Lock(State())

    /// Parks the caller until the consumer resumes it.
    func call() async {
        await withUnsafeContinuation { caller in
            let consumer = state.withLock { state -> Caller? in
                state.callers.append(caller)
                return state.consumer.take()
            }
            consumer?.resume()
        }
    }

    /// Resumes callers until `close()`.
    func consume() async {
        while let callers = await next() {
            for caller in callers { caller.resume() }
        }
    }

    func close() {
        let consumer = state.withLock { state -> Caller? in
            state.isClosed = true
            return state.consumer.take()
        }
        consumer?.resume()
    }

    private func next() async -> [Caller]? {
        while true {
            let (callers, isClosed) = state.withLock { state -> ([Caller], Bool) in
                var callers: [Caller] = []
                swap(&callers, &state.callers)
                return (callers, state.isClosed)
            }
            if !callers.isEmpty { return callers }
            if isClosed { return nil }
            await withUnsafeContinuation { consumer in
                let isReady = state.withLock { state -> Bool in
                    if state.callers.isEmpty, !state.isClosed {
                        state.consumer = consumer
                        return false
                    }
                    return true
                }
                if isReady { consumer.resume() }
            }
        }
    }

    /// Lets callers make their calls on a floor of their own.
    static func run(_ callers: Callers) async throws -> CallTimes {
        let floor = ParkingFloor()
        return try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await floor.consume() }
            let times = try await callers.run { await floor.call() }
            floor.close()
            try await group.waitForAll()
            return times
        }
    }
}
