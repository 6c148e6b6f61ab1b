#if Server
    import Logging
    import Purser

    /// Hints between the processes of a book that something was recorded, by a channel of the database.
    ///
    /// It owns the connection that listens. Nothing depends on a hint: followers also look by themselves.
    ///
    /// It listens only in a session of its own: a pooler that gives each statement any of its connections would pass the hints to
    /// the next user of that connection.
    struct BookHints: Sendable {
        private let connection: Connection
        private let pool: ConnectionPool
        private let channel: String
        private let followers: Followers
        private let watch: BookWatch
        private let clock: any StoreClock
        private let limit: Duration

        /// Hints for the followers in this process, and about what it records.
        ///
        /// - Throws: ``BookFailure`` when the process may not have more files.
        init(_ book: PurchaseBook) throws(BookFailure) {
            (pool, followers, watch) = (book.pool, book.followers, book.watch)
            channel = "purser_\(book.realm.number)"
            (clock, limit) = (book.configuration.clock, book.configuration.callLimit)
            connection = try Connection(
                book.configuration.hintDatabase ?? book.configuration.database, label: "purser hints",
                onEvent: book.watch.note,
                onNotification: followers.noteHint)
        }

        /// Listens, and listens again now and then: the connection may have ended.
        func listen() async {
            while !Task.isCancelled, !followers.due.isClosed {
                do throws(BookFailure) {
                    if try await connection.hasOwnSession(until: .now + limit) {
                        _ = try await connection.run(SQLStatement("listen \(channel)"), until: .now + limit)
                    } else {
                        watch.log.note(
                            .notice,
                            "A pooler is before the database: consumers look by themselves. Set hintDatabase to the database itself."
                        )
                    }
                } catch { watch.metrics.count(error) }
                try? await clock.sleep(for: .seconds(5))
            }
        }

        /// Notifies other processes, at most ten times a second, and never in the transaction that records.
        func notify() async {
            var seen = followers.recorded.count
            while !Task.isCancelled {
                do { try await followers.recorded.wait(after: seen) } catch { return }
                seen = followers.recorded.count
                _ = try? await pool.run(SQLStatement("select pg_notify($1, '')", [.text(channel)]))
                try? await clock.sleep(for: .milliseconds(100))
            }
        }

        /// Ends the connection, and does not wait for a server that does not answer.
        func close() { connection.close() }
    }
#endif
