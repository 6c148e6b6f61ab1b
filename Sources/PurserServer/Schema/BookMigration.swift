#if Server
    /// The schema of purchase books in a database.
    public enum BookMigration {
        /// Makes the steps of the schema that are not there, each in a transaction; several processes may do so at once.
        ///
        /// - Parameters:
        ///   - database: its user must be allowed to make schemas.
        ///   - role: who gets the rights that the book needs while it runs; `nil` nobody.
        /// - Returns: the steps that were made.
        public static func migrate(_ database: DatabaseAddress, admitting role: String? = nil) async throws(BookFailure)
            -> [Int]
        {
            let pool = try ConnectionPool(database, size: 1, limit: .seconds(600))
            defer { pool.close() }
            let made = try await Migrator(pool).migrate()
            if let role { try await Migrator(pool).admit(role: role) }
            return made
        }
    }
#endif
