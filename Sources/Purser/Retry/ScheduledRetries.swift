/// The retries that no call waits for.
///
/// Owns their pauses. Promises: each is called after its pause, or at once when the network returns, but never before
/// the time that the server has requested. When it is closed, waiting retries are dropped: their work is done at the
/// next launch.
package final class ScheduledRetries: Sendable {
    private struct Retry: Sendable {
        var wait: RetryWait
        var flushCount: UInt64
        var work: @Sendable () -> Void
    }

    private let timer: RetryTimer
    private let scheduled = Mailbox<Retry>()

    /// Makes a value without retries; nothing runs before ``run()``.
    package init(timer: RetryTimer) { self.timer = timer }

    /// Waits and calls until `close()`; part of the store's task tree.
    package func run() async {
        await withDiscardingTaskGroup { group in
            while let retries = await scheduled.next() {
                for retry in retries {
                    group.addTask { [timer] in
                        guard (try? await timer.wait(retry.wait, after: retry.flushCount)) != nil else { return }
                        retry.work()
                    }
                }
            }
            group.cancelAll()
        }
    }

    /// Schedules work that returns at once, given the flush count before the failed attempt; returns false once closed.
    @discardableResult
    package func schedule(
        after wait: RetryWait, since flushCount: UInt64, _ work: @escaping @Sendable () -> Void
    ) -> Bool {
        scheduled.post(Retry(wait: wait, flushCount: flushCount, work: work))
    }

    /// Drops all scheduled retries, and schedules no more.
    package func close() { scheduled.close() }
}
