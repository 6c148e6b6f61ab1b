/// Lets callers at the same time share one request, and reuses its answer for a while.
///
/// Owns the latest answers, which it keeps. Promises: equal requests are made once, and cancelled when the last caller
/// has stopped waiting; each call ends exactly once; a failure ends all calls that wait for it, and is not kept.
package final class SharedAnswers<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private let requests: SharedRequests<Key, Value>
    private let kept: Lock<RecentTable<Key, (value: Value, until: Duration)>>
    private let fresh: @Sendable (Key) -> Value?

    /// Keeps at most `limit` answers, each for `lifetime` by the clock's monotonic reading.
    ///
    /// Here `ask` makes a request, in a separate task, and `keeps` says at once whether an answer is kept.
    package init(
        lifetime: Duration, limit: Int = 32, clock: any StoreClock,
        keeps: @escaping @Sendable (Value) -> Bool = { _ in true },
        asking ask: @escaping @Sendable (Key) async throws -> Value
    ) {
        let kept = Lock(RecentTable<Key, (value: Value, until: Duration)>(limit: max(0, limit)))
        let fresh: @Sendable (Key) -> Value? = { key in
            kept.withLock { $0[key] }.flatMap { $0.until > clock.now() ? $0.value : nil }
        }
        (self.kept, self.fresh) = (kept, fresh)
        requests = SharedRequests(clock: clock) { requests, request in
            var answers: [Key: Value] = [:]
            for key in request.keys {
                // The answer may have come after the caller's look-up.
                if let value = fresh(key) {
                    answers[key] = value
                    continue
                }
                let value = try await ask(key)
                let until = clock.now() + lifetime.clampedForRetry
                kept.withLock { if keeps(value), requests.isCurrent(request) { $0.put((value, until), for: key) } }
                answers[key] = value
            }
            return answers
        }
    }

    /// How many answers are kept, and how many callers wait.
    package var load: (kept: Int, waiting: Int) { (kept.withLock(\.count), requests.load.callers) }

    /// The answer for a key, possibly a recent one; throws the error of the request, or `CancellationError` when the task was
    /// cancelled.
    package func value(for key: Key) async throws -> Value {
        if let value = fresh(key) { return value }
        do throws(RequestEnding) {
            if let value = try await requests.values(for: [key])[key] { return value }
        } catch .failed(let error) {
            throw error
        } catch {}
        throw CancellationError()
    }

    /// Drops all kept answers, and the answers of running requests.
    package func forget() {
        requests.detach()
        kept.withLock { $0 = RecentTable(limit: $0.limit) }
    }
}
