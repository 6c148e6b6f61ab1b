#if Server
    /// Brings a database's schema up to this version; several processes may do so at once.
    package struct Migrator: Sendable {
        private let pool: ConnectionPool

        /// For the database of these connections.
        package init(_ pool: ConnectionPool) { self.pool = pool }

        /// The latest step that is there; 0 without a schema.
        package func step() async throws(BookFailure) -> Int {
            let found = try await pool.repeating(
                SQLStatement("select to_regclass('purser.schema_step') is not null", []))
            guard found.rows.first?.text(0) == "t" else { return 0 }
            let steps = try await pool.repeating(SQLStatement("select coalesce(max(step), 0) from purser.schema_step"))
            return Int(steps.rows.first?.integer(0) ?? 0)
        }

        /// Makes each step that is not there, in a transaction of its own.
        ///
        /// - Returns: the steps that were made here.
        package func migrate() async throws(BookFailure) -> [Int] {
            var made: [Int] = []
            while true {
                let next = try await step() + 1
                guard next <= SchemaSteps.needed else { return made }
                do throws(BookFailure) {
                    _ = try await pool.run(SQLStatement(SchemaSteps.script(next)))
                    made.append(next)
                } catch {
                    // Another process was faster.
                    guard error.code == .rejected, error.message.contains("PB001") else { throw error }
                }
            }
        }

        /// Gives a role what the book needs while it runs.
        package func admit(role: String) async throws(BookFailure) {
            _ = try await pool.run(SQLStatement("select purser.admit($1)", [.text(role)]))
        }

        /// Fails where the schema is older than this version needs.
        package func check() async throws(BookFailure) {
            let found = try await step()
            guard found < SchemaSteps.needed else { return }
            throw BookFailure(
                .wrongSchema,
                "The database has step \(found) of the schema, and this version needs step \(SchemaSteps.needed). Run purser "
                    + "book migrate with a role that may alter it.")
        }
    }
#endif
