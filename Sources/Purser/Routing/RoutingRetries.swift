/// The transactions that could not be verified or recorded, until they are tried again.
///
/// Owns the pauses between such attempts. Promises: what is kept back comes through the inbox again (O1), after a pause by
/// policy or at once when the network returns. When the store closes, it is dropped: the backend still has it.
package final class RoutingRetries: Sendable {
    private struct Retry: Sendable {
        var events: [BackendEvent]
        var wait: RetryWait
        var flushCount: UInt64
        var inbox: Mailbox<[BackendEvent]>
    }

    private let timer: RetryTimer
    private let policies: RetryPolicies
    private let generator: Lock<any RandomNumberGenerator & Sendable>
    private let backoffs = Lock<[RetryStage: BackoffState]>([:])
    /// How often in a row the retries of judging were used up.
    private let rounds = Lock(0)
    private let waiting = Mailbox<Retry>()

    /// Retries without transactions; nothing runs yet.
    ///
    /// - Parameter generator: where the jitter of the pauses comes from.
    package init(timer: RetryTimer, policies: RetryPolicies, generator: any RandomNumberGenerator & Sendable) {
        self.timer = timer
        self.policies = policies
        self.generator = Lock(generator)
    }

    /// Waits and brings back until `close()`; part of the store's task tree.
    package func run() async {
        await withDiscardingTaskGroup { group in
            while let retries = await waiting.next() {
                for retry in retries { group.addTask { [timer] in await Self.bringBack(retry, timer) } }
            }
            group.cancelAll()
        }
    }

    private static func bringBack(_ retry: Retry, _ timer: RetryTimer) async {
        guard (try? await timer.wait(retry.wait, after: retry.flushCount)) != nil else { return }
        retry.inbox.post(retry.events)
    }

    /// Drops what is kept back; nothing is kept any more.
    package func close() { waiting.close() }

    /// A stage works again: its next failure starts with the shortest pause.
    package func succeeded(_ stage: RetryStage) {
        startAnew(stage)
        if stage == .verification { rounds.withLock { if $0 != 0 { $0 = 0 } } }
    }

    /// Something else than what failed before is tried: it has the whole policy before it.
    package func startAnew(_ stage: RetryStage) {
        backoffs.withLock { if !$0.isEmpty { $0[stage] = nil } }
    }

    /// Keeps events back whose retries are used up, for which nobody waits any more: until the network comes back, or for
    /// a pause that grows from a minute to an hour.
    package func retryMuchLater(_ events: [BackendEvent], into inbox: Mailbox<[BackendEvent]>) {
        guard !events.isEmpty else { return }
        let round = rounds.withLock { round in
            defer { round = min(round + 1, 6) }
            return round
        }
        let longest = min(3_600_000, 60_000 << round)
        let pause = generator.withLock { Int.random(in: longest / 2...longest, using: &$0) }
        let now = timer.clock.now()
        let wait = RetryWait(until: now + .milliseconds(pause), earliest: now)
        waiting.post(Retry(events: events, wait: wait, flushCount: timer.flushCount, inbox: inbox))
    }

    /// Keeps events back for as long as the policy says.
    ///
    /// - Returns: false when trying again is pointless, or the policy is used up; then the events are not kept.
    @discardableResult
    package func retryLater(
        _ events: [BackendEvent], _ stage: RetryStage, after error: any Error, into inbox: Mailbox<[BackendEvent]>
    ) -> Bool {
        guard !events.isEmpty else { return true }
        let now = timer.clock.now()
        let policy = stage == .ledger ? policies.ledger : policies.verification
        let flushCount = timer.flushCount
        let decision = backoffs.withLock { backoffs in
            generator.withLock { generator in
                var backoff = backoffs[stage] ?? BackoffState(policy: policy, startedAt: now)
                let decision = backoff.attemptFailed(RetryClass(of: error), now: now, using: &generator)
                // Once it is used up, whatever comes next has a whole policy before it.
                if case .wait = decision { backoffs[stage] = backoff } else { backoffs[stage] = nil }
                return decision
            }
        }
        timer.note(decision, stage)
        guard case .wait(let wait) = decision else { return false }
        return waiting.post(Retry(events: events, wait: wait, flushCount: flushCount, inbox: inbox))
    }
}
