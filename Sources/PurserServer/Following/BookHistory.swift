#if Server
    import Purser

    #if canImport(FoundationEssentials)
        import FoundationEssentials
    #else
        import Foundation
    #endif

    /// Whether the database still has all that it has reported: updates are missing where an old backup was restored, or where a
    /// standby has taken over that was behind.
    ///
    /// The database sees most of it by itself. What it cannot see, such as a disk that was set back, shows by a fence: a lease that
    /// begins later has a larger one.
    package final class BookHistory: Sendable {
        private let pool: ConnectionPool
        private let realm: Int64
        private let latest = Lock<Int64>(0)

        /// The history of a realm, of which this process knows nothing yet.
        package init(_ pool: ConnectionPool, realm: Int64) { (self.pool, self.realm) = (pool, realm) }

        /// The largest fence of this process; every lease that is asked for from now on has a larger one.
        var latestFence: Int64 { latest.withLock { $0 } }

        /// This process has been given a fence.
        func note(fence: Int64) { latest.withLock { $0 = max($0, fence) } }

        /// A fence was given before: where a later lease has an earlier one, or it is yet to come, an epoch begins.
        func note(given fence: Int64, before later: Int64? = nil) async throws(BookFailure) {
            _ = try await pool.repeating(
                SQLStatement(
                    "select purser.note_fence($1, $2, $3)",
                    [.integer(realm), .integer(fence), later.map { .integer($0) } ?? .null]))
        }

        /// Since when updates may be missing; `nil` where none are.
        func doubtDate() async throws(BookFailure) -> Date? {
            let found = try await pool.repeating(
                SQLStatement(
                    "select extract(epoch from doubted)::double precision from purser.realm where realm = $1",
                    [.integer(realm)]))
            return found.rows.first?.number(0).map { Date(timeIntervalSince1970: $0) }
        }

        /// Fails where nothing could be recorded now.
        func checkReadiness() async throws(BookFailure) {
            let found = try await pool.run(
                SQLStatement("select max(step), current_setting('transaction_read_only') from purser.schema_step"))
            try Migrator.check(step: Int(found.rows.first?.integer(0) ?? 0))
            guard found.rows.first?.text(1) != "off" else { return }
            throw BookFailure(state: "25006", "read only")
        }

        /// Nothing is missing: a person has said so.
        func trust() async throws(BookFailure) {
            _ = try await pool.repeating(SQLStatement("select purser.trust_history($1)", [.integer(realm)]))
        }
    }
#endif
