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
        backoffs.withLock { if !$0.isEmpty { $0[stage] = nil } }
    }

    /// Keeps events back for as long as the policy says.
    ///
    /// - Returns: false when trying again is pointless; then the events are not kept.
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
                defer { backoffs[stage] = backoff }
                return backoff.attemptFailed(RetryClass(of: error), now: now, using: &generator)
            }
        }
        guard case .wait(let wait) = decision else { return false }
        return waiting.post(Retry(events: events, wait: wait, flushCount: flushCount, inbox: inbox))
    }
}
