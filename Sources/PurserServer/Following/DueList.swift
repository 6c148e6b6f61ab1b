#if Server
    import Purser

    #if canImport(FoundationEssentials)
        package import FoundationEssentials
    #else
        package import Foundation
    #endif

    /// The list of users with updates that a consumer has not seen, in the database.
    package struct DueList: Sendable {
        /// A user who is this process's until the lease ends.
        package struct Lease: Sendable, Hashable {
            /// The user.
            package var holder: Holder
            /// The number of the latest update that was dealt with.
            package var seen: UInt64
            /// The number of the latest update.
            package var wanted: UInt64
            /// Distinguishes this lease from others.
            package var fence: Int64
            /// How often the next update has failed.
            package var failures: Int
            /// For how many seconds the user was on the list.
            package var waited: Double
            /// For how many seconds the user was to be taken: since it came on the list, or since a pause was over.
            package var overdue: Double
            /// The book's epoch.
            package var epoch: Int
            /// Since when the user is due, by the database's clock; the moment of a job.
            package var date: Date
        }

        private let pool: ConnectionPool
        private let realm: Int64
        private let history: BookHistory
        /// The consumer's name.
        package let consumer: String

        /// The list of a consumer.
        package init(_ pool: ConnectionPool, realm: Int64, consumer: String, history: BookHistory) {
            (self.pool, self.realm, self.consumer, self.history) = (pool, realm, consumer, history)
        }

        private var place: [SQLValue] { [.integer(realm), .text(consumer)] }

        /// Makes the consumer, unless it is there.
        package func make(fromBeginning: Bool) async throws(BookFailure) {
            _ = try await pool.repeating(
                SQLStatement("select purser.add_consumer($1, $2, $3)", place + [.boolean(fromBeginning)]))
        }

        /// Whether there is such a consumer.
        package func isThere() async throws(BookFailure) -> Bool {
            let found = try await pool.repeating(
                SQLStatement("select from purser.consumer where realm = $1 and consumer = $2", place))
            return !found.rows.isEmpty
        }

        /// Makes a list of jobs by time, which no recorded update puts a user on.
        package func makeJobs() async throws(BookFailure) {
            _ = try await pool.repeating(SQLStatement("select purser.add_jobs($1, $2)", place))
        }

        /// Sets when a job is due, or removes it; unless `replaces`, only where there is no date.
        package func schedule(_ holder: Holder, at date: Date?, replaces: Bool = true) async throws(BookFailure) {
            _ = try await pool.repeating(
                SQLStatement(
                    "select purser.schedule($1, $2, $3, $4, $5)",
                    place + [
                        .text(holder.text), date.map { .number($0.timeIntervalSince1970) } ?? .null, .boolean(replaces),
                    ]))
        }

        /// Gives a job back until it is due again.
        package func giveBack(_ lease: Lease, until date: Date) async throws(BookFailure) {
            _ = try await pool.repeating(
                SQLStatement(
                    "select purser.give_back_until($1, $2, $3, $4, $5)",
                    place + [.text(lease.holder.text), .integer(lease.fence), .number(date.timeIntervalSince1970)]))
        }

        /// Puts the next users of before on the list; whether there may be more.
        package func listUsers(limit: Int = 1_000) async throws(BookFailure) -> Bool {
            let answer = try await pool.repeating(
                SQLStatement("select purser.list_users($1, $2, $3)", place + [.integer(Int64(limit))]))
            return answer.rows.first?.isNull(0) == false
        }

        /// Takes users who are due: those who became so within some time, or, without it, all.
        ///
        /// None where the database lacks leases that it has given to this process: then it begins an epoch first.
        package func lease(limit: Int, worker: String, for time: Duration, within length: Duration? = nil)
            async throws(BookFailure) -> [Lease]
        {
            let before = history.latestFence
            let answer = try await pool.run(
                SQLStatement(
                    "select * from purser.lease($1, $2, $3, $4, $5, $6)",
                    place + [
                        .text(worker), .integer(Int64(limit)), .number(time.seconds),
                        length.map { .number($0.seconds) } ?? .null,
                    ]))
            let leases = answer.rows.compactMap(Self.lease)
            if let first = leases.map(\.fence).min(), first <= before {
                try await history.note(given: before, before: first)
                for lease in leases { try await giveBack(lease, pause: .zero, reason: nil) }
                return []
            }
            if let last = leases.map(\.fence).max() { history.note(fence: last) }
            return leases
        }

        private static func lease(_ row: SQLRow) -> Lease? {
            guard let holder = row.text(0), let seen = row.integer(1), let wanted = row.integer(2),
                let fence = row.integer(3)
            else { return nil }
            return Lease(
                holder: Holder(text: holder), seen: UInt64(clamping: seen), wanted: UInt64(clamping: wanted),
                fence: fence, failures: Int(row.integer(4) ?? 0), waited: row.number(5) ?? 0,
                overdue: row.number(6) ?? 0, epoch: Int(row.integer(7) ?? 1),
                date: Date(timeIntervalSince1970: row.number(8) ?? 0))
        }

        /// Everything up to a number was dealt with: the lease begins anew, or ends where that is all.
        ///
        /// - Returns: the number of the latest update; `nil` when the lease is lost.
        package func acknowledge(_ lease: Lease, seen: UInt64, for time: Duration) async throws(BookFailure) -> UInt64?
        {
            let answer = try await pool.repeating(
                SQLStatement(
                    "select purser.acknowledge($1, $2, $3, $4, $5, $6)",
                    place + [
                        .text(lease.holder.text), .integer(lease.fence), .integer(Int64(clamping: seen)),
                        .number(time.seconds),
                    ]))
            return answer.rows.first?.integer(0).map { UInt64(clamping: $0) }
        }

        /// Gives a user back: after a failure with its reason, until a pause is over, or, without a pause, for good.
        ///
        /// The failures of the lease are recorded.
        package func giveBack(_ lease: Lease, pause: Duration?, reason: String?) async throws(BookFailure) {
            _ = try await pool.repeating(
                SQLStatement(
                    "select purser.give_back($1, $2, $3, $4, $5, $6, $7)",
                    place + [
                        .text(lease.holder.text), .integer(lease.fence), pause.map { .number($0.seconds) } ?? .null,
                        .integer(Int64(lease.failures)),
                        reason.map { .text($0.filter { $0 != "\0" }) } ?? .null,
                    ]))
        }
    }

    extension Duration {
        /// In seconds.
        var seconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
    }
#endif
