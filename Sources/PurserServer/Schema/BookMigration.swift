#if Server
    /// The schema of purchase books in a database.
    public enum BookMigration {
        /// A step of the schema.
        public struct Step: Sendable, Hashable {
            /// Its number; the first one has 1.
            public let number: Int
            /// What it makes, in a sentence.
            public let summary: String
        }

        /// The steps of the schema that are not there, which ``migrate(_:role:)`` would make.
        ///
        /// It changes nothing.
        public static func dueSteps(in database: DatabaseAddress) async throws(BookFailure) -> [Step] {
            let pool = try ConnectionPool(database, size: 1, limit: .seconds(60))
            defer { pool.close() }
            let made = try await Migrator(pool).step()
            return SchemaSteps.all.enumerated().dropFirst(made).map { Step(number: $0 + 1, summary: $1.summary) }
        }

        /// Makes the steps of the schema that are not there, each in a transaction; several processes may do so at once.
        ///
        /// - Parameters:
        ///   - database: its user must be allowed to make schemas.
        ///   - role: the role that runs the book: it gets the rights for that, and none to alter anything. Without it, only the
        ///     database's user can run the book, and others get ``BookFailure/Code/denied``.
        /// - Returns: the steps that were made.
        public static func migrate(_ database: DatabaseAddress, role: String? = nil) async throws(BookFailure) -> [Int]
        {
            let pool = try ConnectionPool(database, size: 1, limit: .seconds(600))
            defer { pool.close() }
            if let role { try await Migrator(pool).check(role: role) }
            let made = try await Migrator(pool).migrate()
            if let role { try await Migrator(pool).admit(role: role) }
            return made
        }
    }
#endif
