#if Server
    import Foundation
    import Purser

    /// A connection to the database, on a thread of its own; it is made anew after it has ended.
    ///
    /// libpq blocks where a server stops without a word, in spite of its time limits. Here nothing waits without a deadline, and
    /// no thread of Swift's waits at all. Only the lookup of a host's name ends by the system's limits.
    package final class Connection: Sendable {
        private let calls: ConnectionCalls

        /// Starts the thread; the connection is made with the first statement.
        ///
        /// - Parameters:
        ///   - address: where the database is.
        ///   - label: what the thread is called in a debugger.
        ///   - onEvent: what is called, on the thread, for metrics.
        ///   - onNotification: what is called, on the thread, when a channel that was listened to has something.
        /// - Throws: ``BookFailure`` when the process may not have more files.
        package init(
            _ address: DatabaseAddress, label: String,
            onEvent: @escaping @Sendable (ConnectionEvent) -> Void = { _ in },
            onNotification: (@Sendable () -> Void)? = nil
        ) throws(BookFailure) {
            let calls = ConnectionCalls(try WakePipe())
            self.calls = calls
            let thread = Thread {
                let link = DatabaseLink(address, calls, onEvent: onEvent, onNotification: onNotification)
                while !calls.isClosed {
                    if let call = calls.next() {
                        call.answer.resume(returning: link.answer(call.statement, until: call.deadline))
                    } else {
                        link.waitForWork()
                    }
                }
                link.close()
            }
            thread.name = label
            thread.start()
        }

        deinit { calls.close() }

        /// Runs a statement.
        ///
        /// - Throws: ``BookFailure``, at the latest at the deadline; then it may still be carried out.
        package func run(
            _ statement: SQLStatement, until deadline: ContinuousClock.Instant,
            isolation: isolated (any Actor)? = #isolation
        ) async throws(BookFailure) -> SQLResult {
            let result: Result<SQLResult, BookFailure> = await withUnsafeContinuation { answer in
                calls.add(ConnectionCalls.Call(statement: statement, deadline: deadline, answer: answer))
            }
            return try result.get()
        }

        /// Whether the other end is the database itself, and not a pooler that gives each statement any of its connections.
        ///
        /// A pooler invents the number of the process that is named when a connection is made.
        ///
        /// - Throws: ``BookFailure``, at the latest at the deadline.
        package func hasOwnSession(
            until deadline: ContinuousClock.Instant, isolation: isolated (any Actor)? = #isolation
        ) async throws(BookFailure) -> Bool {
            let answer = try await run(SQLStatement("select pg_backend_pid()"), until: deadline)
            return answer.rows.first?.integer(0) == Int64(calls.server)
        }

        /// Ends the connection: calls that wait fail.
        package func close() { calls.close() }
    }
#endif
