/// The task that makes external calls, one at a time.
package struct ExternalWorker: Sendable {
    let id: ExternalWorkerID
    let calls: ExternalCalls

    /// Whether one of its calls timed out: its caller was answered, and its place is free.
    package var hasTimedOut: Bool { calls.hasTimedOut(id) }

    /// Throws when it must not begin a call: ``TimedOutCall`` when it timed out, `CancellationError` when the store ends.
    package func checkPresent() throws {
        if hasTimedOut { throw TimedOutCall() }
        try Task.checkCancellation()
    }

    /// Cancels its task.
    package func cancel() { calls.cancel(id) }

    /// A call begins; everything in this task until ``callEnded()`` is limited.
    ///
    /// - Parameters:
    ///   - name: the name of the call in diagnostics.
    ///   - limit: how long it may take; `nil` when only the end of the store limits it.
    ///   - overdue: called once when that has passed and it has not returned; it must return at once. Not called for
    ///     a worker that timed out before.
    package func callBegan(_ name: String, within limit: Duration?, overdue: @escaping @Sendable () -> Void) {
        calls.callBegan(id, name, within: limit, overdue)
    }

    /// Records that the call has returned; returns whether it timed out.
    package func callEnded() -> Bool { calls.callEnded(id) }

    /// Makes a call on the caller's actor; its own task runs it, so that it costs no change of tasks.
    ///
    /// - Parameters:
    ///   - name: the name of the call in diagnostics.
    ///   - limit: how long it may take; `nil` when only the end of the store limits it.
    ///   - overdue: called once when that has passed and it has not returned; it must return at once. Not called for
    ///     a worker that timed out before.
    ///   - body: the call.
    package func call<Value, Failure: Error>(
        _ name: String, within limit: Duration?, isolation: isolated (any Actor)? = #isolation,
        overdue: @escaping @Sendable () -> Void, making body: () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        calls.callBegan(id, name, within: limit, overdue)
        defer { _ = calls.callEnded(id) }
        return try await body()
    }
}

/// How the wait for an external call ended.
package enum ExternalAnswer<Value: Sendable>: Sendable {
    /// The call returned or threw.
    case answered(Result<Value, any Error>)
    /// It timed out, and still runs.
    case overdue
    /// The store is closing or switching.
    case stopped
    /// The waiting task was cancelled.
    case cancelled
}

/// A worker timed out, and begins no more calls.
package struct TimedOutCall: Error {}
