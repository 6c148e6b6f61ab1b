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
        /// How many updates it has not dealt with, also those of dead letters: they are removed only after that.
        public let heldUpdates: Int
    }

    /// The consumers of a book, in the database: their states and dead letters, and what begins one again or removes it.
    struct ConsumerTable: Sendable {
        let pool: ConnectionPool
        let realm: Int64
        let history: BookHistory
        let followers: Followers
        let clock: any StoreClock

        /// The state of each consumer, by name.
        func states() async throws(BookFailure) -> [ConsumerStatus] {
            let found = try await pool.repeating(
                SQLStatement(
                    """
                    select c.consumer,
                        count(d.holder) filter (where d.ready < 'infinity' and d.since <= clock_timestamp()),
                        count(d.holder) filter (where d.ready = 'infinity'),
                        coalesce(extract(epoch from clock_timestamp()
                            - min(d.since) filter (where d.ready < 'infinity' and d.since <= clock_timestamp())), 0),
                        -- Where an epoch has begun in between, those of the new one.
                        coalesce(sum(case when d.wanted - d.seen < 1000000 then d.wanted - d.seen else d.wanted % 1000000 end)
                            filter (where c.follows), 0)::bigint
                    from purser.consumer c left join purser.due d on d.realm = c.realm and d.consumer = c.consumer
                    where c.realm = $1 group by c.consumer order by c.consumer
                    """, [.integer(realm)]))
            return found.rows.map { row in
                ConsumerStatus(
                    consumer: row.text(0) ?? "", dueUsers: Int(row.integer(1) ?? 0),
                    deadLetters: Int(row.integer(2) ?? 0), oldestWait: row.number(3) ?? 0,
                    heldUpdates: Int(row.integer(4) ?? 0))
            }
        }

        /// The users whose updates a consumer could not deal with.
        func deadLetters(of consumer: String) async throws(BookFailure) -> [BookDeadLetter] {
            let found = try await pool.repeating(
                SQLStatement(
                    """
                    select holder, seen, coalesce(reason, '') from purser.due
                    where realm = $1 and consumer = $2 and ready = 'infinity' order by holder
                    """, [.integer(realm), .text(consumer)]))
            return found.rows.compactMap { row in
                Holder(text: row.text(0) ?? "").user.map {
                    BookDeadLetter(user: $0, seen: UInt64(clamping: row.integer(1) ?? 0), reason: row.text(2) ?? "")
                }
            }
        }

        /// Puts one user's dead letter back on its way, or all of a consumer; how many there were.
        func release(_ user: Holder?, of consumer: String) async throws(BookFailure) -> Int {
            let released = try await pool.repeating(
                SQLStatement(
                    "select purser.release($1, $2, $3)",
                    [.integer(realm), .text(consumer), user.map { .text($0.text) } ?? .null]))
            followers.noteRecorded()
            return Int(released.rows.first?.integer(0) ?? 0)
        }

        /// Leaves out the update by which a user became a dead letter, and puts the user back on its way; whether the user was one.
        func passOver(_ user: Holder, of consumer: String) async throws(BookFailure) -> Bool {
            let passed = try await pool.run(
                SQLStatement(
                    """
                    with letter as materialized (
                        select seen, wanted, (
                            select min(number) from purser.recorded_update as own
                            where own.realm = $1 and own.holder = $3 and own.number > due.seen) as failed
                        from purser.due where realm = $1 and consumer = $2 and holder = $3 and ready = 'infinity' for update
                    ), gone as (
                        delete from purser.due using letter where realm = $1 and consumer = $2 and holder = $3
                            and coalesce(failed, letter.wanted) >= letter.wanted returning 1
                    ), moved as (
                        update purser.due set seen = failed, ready = clock_timestamp(), failures = 0, reason = null,
                            fence = nextval('purser.fence')
                        from letter where realm = $1 and consumer = $2 and holder = $3 and failed < letter.wanted returning 1
                    ) select (select count(*) from gone) + (select count(*) from moved)
                    """, [.integer(realm), .text(consumer), .text(user.text)]))
            followers.noteRecorded()
            return passed.rows.first?.integer(0) == 1
        }

        /// Lets a consumer begin again with each user's first update; whether there is such a consumer.
        func replay(_ consumer: String) async throws(BookFailure) -> Bool {
            let answer = try await pool.repeating(
                SQLStatement("select purser.replay($1, $2)", [.integer(realm), .text(consumer)]))
            guard answer.rows.first?.text(0) == "t" else { return false }
            try await listUsers(for: consumer)
            followers.noteRecorded()
            return true
        }

        /// Begins an epoch, in which each consumer gets every update again; its number.
        func beginEpoch() async throws(BookFailure) -> Int {
            let answer = try await pool.run(SQLStatement("select purser.begin_epoch($1)", [.integer(realm)]))
            for status in try await states() { try await listUsers(for: status.consumer) }
            followers.noteRecorded()
            return Int(answer.rows.first?.integer(0) ?? 1)
        }

        /// Removes a consumer, a part at a time; whether there was such a consumer.
        func remove(_ consumer: String) async throws(BookFailure) -> Bool {
            while true {
                let answer = try await pool.repeating(
                    SQLStatement("select purser.remove_consumer($1, $2, 1000)", [.integer(realm), .text(consumer)]))
                guard let count = answer.rows.first?.integer(0) else { return false }
                if count < 0 { return true }
                if count == 0 { try? await clock.sleep(for: .milliseconds(20)) }
            }
        }

        private func listUsers(for consumer: String) async throws(BookFailure) {
            let list = DueList(pool, realm: realm, consumer: consumer, history: history)
            while try await list.listUsers() {
                // Transactions that began before have to end first.
                try? await clock.sleep(for: .milliseconds(20))
            }
        }
    }
#endif
