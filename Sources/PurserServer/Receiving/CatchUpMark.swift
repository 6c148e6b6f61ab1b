#if Server
    import Purser

    #if canImport(FoundationEssentials)
        import FoundationEssentials
    #else
        import Foundation
    #endif

    /// Up to when a book has recorded what Apple has sent, in the database.
    struct CatchUpMark: Sendable {
        let pool: ConnectionPool
        let realm: Int64

        /// The mark; `nil` before the first move.
        func date() async throws(BookFailure) -> Date? {
            let found = try await pool.repeating(
                SQLStatement(
                    "select extract(epoch from value)::double precision from purser.mark where realm = $1 and name = 'notifications'",
                    [.integer(realm)]))
            return found.rows.first?.number(0).map { Date(timeIntervalSince1970: $0) }
        }

        /// Moves the mark, and never back.
        func move(to date: Date) async throws(BookFailure) {
            _ = try await pool.repeating(
                SQLStatement(
                    """
                    insert into purser.mark (realm, name, value) values ($1, 'notifications', to_timestamp($2))
                    on conflict (realm, name) do update set value = greatest(mark.value, excluded.value)
                    """, [.integer(realm), .number(date.timeIntervalSince1970)]))
        }
    }
#endif
