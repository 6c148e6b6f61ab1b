#if Verification
    import Foundation
    import Purser

    /// Makes the calls of one client wait for their turns.
    ///
    /// Owns the state of all lines. Promises: in each period, no more calls of a line start than its limit allows;
    /// after a 429 rejection, no call of the line starts before the moment that Apple sent; a call that is cancelled
    /// while it waits returns its turn; each wait ends with its task or with the timer. It starts no tasks.
    final class RatePacer: Sendable {
        private let state = Lock(RateState())
        private let limits: RateLimits
        private let timer: RetryTimer

        init(_ limits: RateLimits, timer: RetryTimer) {
            self.limits = limits
            self.timer = timer
        }

        /// Returns when a call may start.
        ///
        /// - Throws: ``ServerAPIFailure`` with ``ServerAPIFailure/Code/rateLimited`` if that is later than `latest`;
        ///   `CancellationError`.
        func turn(_ call: ServerAPICall, isSandbox: Bool, latest: Duration) async throws {
            let line = RateState.Line(call: call, isSandbox: isSandbox)
            let limit = limits.limit(of: call, isSandbox: isSandbox)
            while true {
                let now = timer.clock.now()
                switch state.withLock({ $0.turn(in: line, limit, now: now, latest: latest) }) {
                case .tooLate(let start):
                    let date = timer.clock.timestamp().advanced(by: start - now).date
                    throw ServerAPIFailure(
                        .rateLimited, call, retryDate: date,
                        "Its turn is at \(date), after the time limit of this call. Call again then, or call less "
                            + "often.")
                case .start(let start, let block):
                    do {
                        if start > now { try await timer.wait(until: start) }
                    } catch {
                        state.withLock { $0.withdrawn(start, from: line, block: block) }
                        throw error
                    }
                    if state.withLock({ $0.isValid(in: line, block: block) }) { return }
                }
            }
        }

        /// Records that Apple rejected a call as too many.
        ///
        /// - Parameter until: the moment that Apple sent; without one, the line is blocked for one period. No line is
        ///   blocked for more than a day: Apple counts by the hour, and a wrong moment must not end all calls.
        /// - Returns: the time for which the line is blocked.
        func rejected(_ call: ServerAPICall, isSandbox: Bool, until moment: Timestamp?) -> Duration {
            let line = RateState.Line(call: call, isSandbox: isSandbox)
            let period = limits.limit(of: call, isSandbox: isSandbox)?.period ?? .seconds(1)
            let wait = min(moment.map { $0.time(after: timer.clock.timestamp()) ?? .zero } ?? period, .seconds(86_400))
            let now = timer.clock.now()
            state.withLock { $0.blocked(line, until: now + wait, now: now) }
            return wait
        }
    }
#endif
