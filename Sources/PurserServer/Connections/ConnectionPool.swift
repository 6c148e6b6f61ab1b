#if Server
    import Purser

    /// A few connections that many callers share, each in turn.
    package final class ConnectionPool: Sendable {
        private struct State: Sendable {
            var free: [Connection]
            var waiting = Fifo<UnsafeContinuation<Connection?, Never>>()
            var isClosed = false
        }

        private let all: [Connection]
        private let state: Lock<State>
        private let limit: Duration
        /// How many statements run at a time.
        package var size: Int { all.count }
        /// How many connections run a statement.
        package var busyCount: Int { state.withLock { $0.isClosed ? 0 : all.count - $0.free.count } }
        /// How many statements wait for a connection.
        package var waitingCount: Int { state.withLock(\.waiting.count) }

        /// Connections to a database; a statement takes at most `limit`, and waits as long at most for a connection.
        ///
        /// - Throws: ``BookFailure`` when the process may not have more files.
        package init(
            _ address: DatabaseAddress, size: Int, limit: Duration,
            onEvent: @escaping @Sendable (ConnectionEvent) -> Void = { _ in }
        ) throws(BookFailure) {
            var made: [Connection] = []
            for number in 1...max(1, size) {
                made.append(try Connection(address, label: "purser database \(number)", onEvent: onEvent))
            }
            self.limit = limit
            all = made
            state = Lock(State(free: made))
        }

        /// Runs a statement on a connection that is free.
        ///
        /// - Throws: ``BookFailure``; ``BookFailure/isOutcomeKnown`` says whether it may have been carried out.
        package func run(_ statement: SQLStatement, isolation: isolated (any Actor)? = #isolation)
            async throws(BookFailure) -> SQLResult
        {
            let deadline = ContinuousClock.now + limit
            guard let connection = await connection() else { throw .closed }
            defer { give(back: connection) }
            // One that has waited for so long fails at once, so that the next one has its turn.
            guard ContinuousClock.now < deadline else { throw .overloaded }
            return try await connection.run(statement, until: .now + limit)
        }

        /// Runs a statement that may be carried out twice: once more where the first call's outcome is unknown, or it was
        /// not its own fault.
        package func repeating(
            _ statement: SQLStatement, alsoIfBusy: Bool = true, isolation: isolated (any Actor)? = #isolation
        ) async throws(BookFailure) -> SQLResult {
            do throws(BookFailure) { return try await run(statement) } catch {
                let isRepeated = [.cutOff, .readOnly].contains(error.code) || alsoIfBusy && error.code == .busy
                guard isRepeated else { throw error }
                return try await run(statement)
            }
        }

        private func connection(isolation: isolated (any Actor)? = #isolation) async -> Connection? {
            await withUnsafeContinuation { continuation in
                let found = state.withLock { state -> Connection?? in
                    if state.isClosed { return .some(nil) }
                    if let free = state.free.popLast() { return free }
                    state.waiting.append(continuation)
                    return .none
                }
                if let found { continuation.resume(returning: found) }
            }
        }

        private func give(back connection: Connection) {
            let next = state.withLock { state in
                let next = state.waiting.popFirst()
                if next == nil { state.free.append(connection) }
                return next
            }
            next?.resume(returning: connection)
        }

        /// Ends all connections: calls that run or wait fail.
        package func close() {
            var waiting = state.withLock { state in
                state.isClosed = true
                defer { state.waiting = Fifo() }
                return state.waiting
            }
            while let caller = waiting.popFirst() { caller.resume(returning: nil) }
            for connection in all { connection.close() }
        }
    }
#endif
