#if Server
    import Purser

    /// The book of an app and an environment, as the database has it.
    struct BookRealm: Sendable, Hashable {
        /// Its number in the database.
        let number: Int64
        /// Keys its updates' identities.
        let secret: KeyedHash

        /// Finds the realm, or makes it; where it is there, nothing is written, so that a copy that takes no changes can be read.
        static func find(_ bundleID: String, _ environment: StoreEnvironment, _ pool: ConnectionPool)
            async throws(BookFailure) -> BookRealm
        {
            if let known = try await known(bundleID, environment, pool) { return known }
            var generator = SystemRandomNumberGenerator()
            let drawn = KeyedHash(using: &generator)
            _ = try await pool.repeating(
                SQLStatement(
                    """
                    insert into purser.realm (bundle, environment, secret_high, secret_low) values ($1, $2, $3, $4)
                    on conflict do nothing
                    """,
                    [
                        .text(bundleID), .text(environment.rawValue), .integer(Int64(bitPattern: drawn.first)),
                        .integer(Int64(bitPattern: drawn.second)),
                    ]))
            guard let made = try await known(bundleID, environment, pool) else {
                throw BookFailure(.damaged, "The realm has no row. Restore the table purser.realm from a backup.")
            }
            return made
        }

        /// The realm; `nil` where it was not made.
        static func known(_ bundleID: String, _ environment: StoreEnvironment, _ pool: ConnectionPool)
            async throws(BookFailure) -> BookRealm?
        {
            let found = try await pool.repeating(
                SQLStatement(
                    "select realm, secret_high, secret_low from purser.realm where bundle = $1 and environment = $2",
                    [.text(bundleID), .text(environment.rawValue)]))
            guard let row = found.rows.first, let number = row.integer(0), let high = row.integer(1),
                let low = row.integer(2)
            else { return nil }
            return BookRealm(
                number: number,
                secret: KeyedHash(first: UInt64(bitPattern: high), second: UInt64(bitPattern: low)))
        }
    }
#endif
