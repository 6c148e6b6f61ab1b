/// Lets callers at the same time share one question, and its answer count for a while.
///
/// Owns the answers it keeps and the continuations of those who wait for one. Promises: one question is under way for a key, asked
/// by the task of one of its callers; when that one is cancelled another takes over; each call ends exactly once; a failure ends
/// all that wait for it, and is not kept. It starts no task of its own, and never resumes anybody while it holds its lock.
package final class SharedAnswers<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private typealias Caller = UnsafeContinuation<Outcome, Never>
    private typealias Flight = SharedAnswersState<Key, Value, Caller>.Flight

    /// What becomes of a caller who waits.
    private enum Outcome: Sendable {
        case answer(Value)
        case failure(any Error)
        /// Ask in place of the one who did.
        case ask
        /// Begin anew: nobody asks.
        case retry
    }

    private struct Guarded: Sendable {
        var state: SharedAnswersState<Key, Value, Caller>
        var lastCaller: UInt64 = 0
    }

    private let guarded: Lock<Guarded>
    private let clock: any StoreClock

    /// - Parameters:
    ///   - lifetime: how long an answer counts, by the clock's monotonic reading.
    ///   - limit: how many answers are kept at most.
    ///   - clock: what the lifetime is measured by.
    package init(lifetime: Duration, limit: Int = 32, clock: any StoreClock) {
        guarded = Lock(Guarded(state: SharedAnswersState(lifetime: lifetime, limit: limit)))
        self.clock = clock
    }

    /// How many answers are kept, and how many callers wait.
    package var load: (kept: Int, waiting: Int) { guarded.withLock { $0.state.load } }

    /// The answer for a key, perhaps one of not long ago.
    ///
    /// - Parameters:
    ///   - key: what is asked about.
    ///   - keeps: whether an answer is kept.
    ///   - ask: asks; called unless somebody else does, or there is an answer that counts.
    /// - Throws: what `ask` throws; `CancellationError` when the task was cancelled.
    package func value(
        for key: Key, keeps: (Value) -> Bool = { _ in true }, ask: () async throws -> Value
    ) async throws -> Value {
        while true {
            switch guarded.withLock({ [clock] in $0.state.wanted(key, at: clock.now()) }) {
            case .take(let value): return value
            case .ask(let flight): return try await lead(flight, keeps, ask)
            case .wait(let flight):
                switch await wait(for: flight) {
                case .answer(let value): return value
                case .failure(let error): throw error
                case .ask: return try await lead(flight, keeps, ask)
                case .retry: try Task.checkCancellation()
                }
            }
        }
    }

    /// Nothing that was kept counts any more, nor what was asked before.
    package func forget() { guarded.withLock { $0.state.forgot() } }

    private func lead(_ flight: Flight, _ keeps: (Value) -> Bool, _ ask: () async throws -> Value) async throws -> Value
    {
        do {
            try Task.checkCancellation()
            let value = try await ask()
            let isKept = keeps(value)
            let callers = guarded.withLock { [clock] in
                $0.state.answered(flight, value, keeps: isKept, at: clock.now())
            }
            for caller in callers { caller.resume(returning: .answer(value)) }
            return value
        } catch {
            guard !Task.isCancelled else {
                guarded.withLock { $0.state.stopped(flight) }?.resume(returning: .ask)
                throw CancellationError()
            }
            for caller in guarded.withLock({ $0.state.failed(flight) }) { caller.resume(returning: .failure(error)) }
            throw error
        }
    }

    private func wait(for flight: Flight) async -> Outcome {
        let id = guarded.withLock { guarded in
            guarded.lastCaller += 1
            return guarded.lastCaller
        }
        return await withTaskCancellationHandler {
            await withUnsafeContinuation { caller in
                // Cancellation is read under the lock: what was cancelled before would find nobody who waits.
                let waits = guarded.withLock { !Task.isCancelled && $0.state.waits(id, caller, for: flight) }
                if !waits { caller.resume(returning: Task.isCancelled ? .failure(CancellationError()) : .retry) }
            }
        } onCancel: {
            guarded.withLock { $0.state.left(id, flight) }?.resume(returning: .failure(CancellationError()))
        }
    }
}
