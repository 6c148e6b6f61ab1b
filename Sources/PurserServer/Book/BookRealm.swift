#if Server
    import Purser

    /// The book of an app and an environment, as the database has it.
    struct BookRealm: Sendable, Hashable {
        /// Its number in the database.
        let number: Int64
        /// Keys its updates' identities.
        let secret: LedgerSecret

        /// Finds the realm, or makes it.
        static func find(_ bundleID: String, _ environment: StoreEnvironment, _ pool: ConnectionPool)
            async throws(BookFailure) -> BookRealm
        {
            var generator = SystemRandomNumberGenerator()
            let drawn = LedgerSecret(using: &generator)
            _ = try await pool.repeating(
                SQLStatement(
                    """
                    insert into purser.realm (bundle, environment, secret_high, secret_low) select $1, $2, $3, $4
                    where not exists (select from purser.realm where bundle = $1 and environment = $2)
                    on conflict do nothing
                    """,
                    [
                        .text(bundleID), .text(environment.rawValue), .integer(Int64(bitPattern: drawn.first)),
                        .integer(Int64(bitPattern: drawn.second)),
                    ]))
            let found = try await pool.repeating(
                SQLStatement(
                    "select realm, secret_high, secret_low from purser.realm where bundle = $1 and environment = $2",
                    [.text(bundleID), .text(environment.rawValue)]))
            guard let row = found.rows.first, let number = row.integer(0), let high = row.integer(1),
                let low = row.integer(2)
            else { throw BookFailure(.damaged, "The realm has no row. Restore the table purser.realm from a backup.") }
            return BookRealm(
                number: number,
                secret: LedgerSecret(first: UInt64(bitPattern: high), second: UInt64(bitPattern: low)))
        }
    }
#endif
