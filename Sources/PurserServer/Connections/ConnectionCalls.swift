#if Server
    import Purser

    /// What a connection is to do, in order; its thread takes it, anybody gives it.
    final class ConnectionCalls: Sendable {
        /// A statement, and who waits for its answer.
        struct Call: Sendable {
            let statement: SQLStatement
            let deadline: ContinuousClock.Instant
            let answer: UnsafeContinuation<Result<SQLResult, BookFailure>, Never>
        }

        private struct State: Sendable {
            var waiting = Fifo<Call>()
            var isClosed = false
            var server: Int32 = 0
        }

        private let state = Lock(State())
        let pipe: WakePipe

        init(_ pipe: WakePipe) { self.pipe = pipe }

        /// Whether the connection is to end.
        var isClosed: Bool { state.withLock(\.isClosed) }

        /// The process that serves the connection, as the other end said when it was made; 0 before.
        var server: Int32 {
            get { state.withLock(\.server) }
            set { state.withLock { $0.server = newValue } }
        }

        /// Gives it a call; after ``close()`` the call fails at once.
        func add(_ call: Call) {
            let isTaken = state.withLock { state in
                guard !state.isClosed else { return false }
                state.waiting.append(call)
                return true
            }
            if isTaken { pipe.wake() } else { call.answer.resume(returning: .failure(.closed)) }
        }

        /// The next call, if there is one.
        func next() -> Call? { state.withLock { $0.waiting.popFirst() } }

        /// Takes no more calls; what waits fails, and the thread ends.
        func close() {
            let left = state.withLock { state in
                defer { state = State(isClosed: true) }
                return state.waiting
            }
            var waiting = left
            while let call = waiting.popFirst() { call.answer.resume(returning: .failure(.closed)) }
            pipe.wake()
        }
    }
#endif
