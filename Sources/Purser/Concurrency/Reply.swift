/// One answer for one caller, which waits for it once; it may be set before or after the wait begins.
package final class Reply<Value: Sendable>: Sendable {
    private enum State: Sendable {
        case open
        case awaited(UnsafeContinuation<Value, Never>)
        case resolved(Value)
    }

    private let state = Lock(State.open)

    /// Makes a reply without an answer.
    package init() {}

    /// Sets the answer, of which only the first one counts; returns whether it was the first.
    @discardableResult
    package func resolve(_ value: Value) -> Bool {
        let (isFirst, caller) = state.withLock { state -> (Bool, UnsafeContinuation<Value, Never>?) in
            if case .resolved = state { return (false, nil) }
            defer { state = .resolved(value) }
            guard case .awaited(let caller) = state else { return (true, nil) }
            return (true, caller)
        }
        caller?.resume(returning: value)
        return isFirst
    }

    /// The answer, or `fallback` when the caller's task is cancelled before there is one.
    package func value(ifCancelled fallback: Value) async -> Value {
        let value = await withTaskCancellationHandler {
            await withUnsafeContinuation { caller in
                let value = state.withLock { state -> Value? in
                    if case .resolved(let value) = state { return value }
                    state = .awaited(caller)
                    return nil
                }
                if let value { caller.resume(returning: value) }
            }
        } onCancel: {
            resolve(fallback)
        }
        #if THREAD_SANITIZER
            // The runtime orders a continuation that is resumed before it is awaited by an atomic of its own, which the
            // sanitizer does not see. It sees the lock, under which the answer was set.
            state.withLock { _ in }
        #endif
        return value
    }
}
