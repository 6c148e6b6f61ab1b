#if Server
    import Purser

    /// What a connection is to do, in order; its thread takes it, anybody gives it.
    final class ConnectionJobs: Sendable {
        /// A statement, and who waits for its answer.
        struct Job: Sendable {
            let statement: SQLStatement
            let deadline: ContinuousClock.Instant
            let answer: UnsafeContinuation<Result<SQLResult, BookFailure>, Never>
        }

        private struct State: Sendable {
            var waiting = Fifo<Job>()
            var isClosed = false
        }

        private let state = Lock(State())
        let pipe: WakePipe

        init(_ pipe: WakePipe) { self.pipe = pipe }

        /// Whether the connection is to end.
        var isClosed: Bool { state.withLock(\.isClosed) }

        /// Gives it a job; after ``close()`` the job fails at once.
        func add(_ job: Job) {
            let isTaken = state.withLock { state in
                guard !state.isClosed else { return false }
                state.waiting.append(job)
                return true
            }
            if isTaken { pipe.wake() } else { job.answer.resume(returning: .failure(.closed)) }
        }

        /// The next job, if there is one.
        func next() -> Job? { state.withLock { $0.waiting.popFirst() } }

        /// Takes no more jobs; what waits fails, and the thread ends.
        func close() {
            let left = state.withLock { state in
                defer { state = State(isClosed: true) }
                return state.waiting
            }
            var waiting = left
            while let job = waiting.popFirst() { job.answer.resume(returning: .failure(.closed)) }
            pipe.wake()
        }
    }
#endif
