// The deadline that a caller sets for its wait.
extension StoreClock {
    /// Waits for an answer, and reports when the caller's deadline passes before it.
    ///
    /// - Parameters:
    ///   - call: the call that waits.
    ///   - passed: called once, when the deadline has passed; it has to end the wait.
    ///   - wait: waits for the answer; its parameter is the moment of the deadline.
    func wait<Answer: Sendable>(
        within deadline: Duration, of call: WaitingCall, passed: @escaping @Sendable () -> Void,
        for wait: (_ end: Duration) async -> Answer
    ) async -> Answer {
        let end = now() + deadline.clampedForRetry
        return await withTaskGroup(of: Void.self) { group in
            group.addTask { if (try? await self.sleep(untilDeadline: end, of: call)) != nil { passed() } }
            let answer = await wait(end)
            group.cancelAll()
            return answer
        }
    }
}

extension PurchaseFailure.Code {
    /// The reason why a caller that has just posted its request must stop immediately; `nil` when it may wait.
    ///
    /// An earlier cancellation or deadline was reported before the request was registered, and was ignored.
    static func stopping(at end: Duration?, by clock: any StoreClock) -> Self? {
        if Task.isCancelled { return .waitCancelled }
        guard let end, clock.now() >= end else { return nil }
        return .deadlineExceeded
    }
}
