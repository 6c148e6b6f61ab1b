#if Server
    import Purser

    /// The state of a consumer of a ``PurchaseBook``.
    public struct ConsumerStatus: Sendable, Hashable {
        /// The consumer's name.
        public let consumer: String
        /// How many users have updates that it has not seen.
        public let dueUsers: Int
        /// How many users are dead letters.
        public let deadLetters: Int
        /// For how many seconds the oldest due user waits; 0 where none does.
        public let oldestWait: Double
    }

    extension PurchaseBook {
        /// The state of each consumer.
        public func consumers() async throws(BookFailure) -> [ConsumerStatus] {
            let found = try await pool.repeating(
                SQLStatement(
                    """
                    select c.consumer,
                        count(d.holder) filter (where d.ready < 'infinity' and d.since <= clock_timestamp()),
                        count(d.holder) filter (where d.ready = 'infinity'),
                        coalesce(extract(epoch from clock_timestamp()
                            - min(d.since) filter (where d.ready < 'infinity' and d.since <= clock_timestamp())), 0)
                    from purser.consumer c left join purser.due d on d.realm = c.realm and d.consumer = c.consumer
                    where c.realm = $1 group by c.consumer order by c.consumer
                    """, [.integer(realm.number)]))
            return found.rows.map { row in
                ConsumerStatus(
                    consumer: row.text(0) ?? "", dueUsers: Int(row.integer(1) ?? 0),
                    deadLetters: Int(row.integer(2) ?? 0), oldestWait: row.number(3) ?? 0)
            }
        }

        /// Lets a consumer begin again with each user's first update.
        ///
        /// - Returns: whether there is such a consumer.
        public func replay(_ consumer: String) async throws(BookFailure) -> Bool {
            let answer = try await pool.repeating(
                SQLStatement("select purser.replay($1, $2)", [.integer(realm.number), .text(consumer)]))
            guard answer.rows.first?.text(0) == "t" else { return false }
            try await listUsers(for: consumer)
            followers.noteRecorded()
            return true
        }

        /// Begins an epoch, after the database has lost updates that handlers may have seen: a replica that was behind has taken
        /// over, or a backup was restored.
        ///
        /// Each consumer gets every update again, with ``BookUpdate/epoch``. New updates have numbers, and ``BookUpdate/fence`` has
        /// values, that none of the lost ones had. Call it before the processes record again; then catch up from Apple's history.
        ///
        /// - Returns: the epoch.
        @discardableResult
        public func beginEpoch() async throws(BookFailure) -> Int {
            let answer = try await pool.run(SQLStatement("select purser.begin_epoch($1)", [.integer(realm.number)]))
            for status in try await consumers() { try await listUsers(for: status.consumer) }
            followers.noteRecorded()
            return Int(answer.rows.first?.integer(0) ?? 1)
        }

        /// Removes a consumer for good: its place among the updates, its list of users, and how many units its handlers of
        /// ``deliver(as:from:options:grant:revoke:)`` have delivered.
        ///
        /// Without it, each user with something new costs a row that nobody takes. End the processes that follow it first: one that
        /// still runs gets no more updates, and one that follows later makes the consumer anew. A list of jobs is called `job:NAME`.
        ///
        /// It returns once transactions have ended that began before; a call that fails is made again, and goes on.
        ///
        /// - Returns: whether there was such a consumer.
        @discardableResult
        public func removeConsumer(_ consumer: String) async throws(BookFailure) -> Bool {
            while true {
                let answer = try await pool.repeating(
                    SQLStatement(
                        "select purser.remove_consumer($1, $2, 1000)", [.integer(realm.number), .text(consumer)]))
                guard let count = answer.rows.first?.integer(0) else { return false }
                if count < 0 { return true }
                if count == 0 { try? await configuration.clock.sleep(for: .milliseconds(20)) }
            }
        }

        private func listUsers(for consumer: String) async throws(BookFailure) {
            let list = list(of: consumer)
            while try await list.listUsers() {
                // Transactions that began before have to end first.
                try? await configuration.clock.sleep(for: .milliseconds(20))
            }
        }

        /// Records the state of each consumer, until the task is cancelled.
        func watch() async {
            while !Task.isCancelled, !followers.due.isClosed {
                if let all = try? await consumers() { for status in all { metrics.note(status) } }
                try? await configuration.clock.sleep(for: .seconds(15))
            }
        }
    }

#endif
