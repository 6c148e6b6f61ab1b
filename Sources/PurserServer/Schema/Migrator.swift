#if Server
    import Purser

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
        /// A step that does not get its locks within 0.4 seconds lets others go first, and is tried again for five minutes.
        ///
        /// - Parameter last: the last step to make.
        /// - Returns: the steps that were made here.
        package func migrate(upTo last: Int = SchemaSteps.needed) async throws(BookFailure) -> [Int] {
            var (made, attempts): ([Int], Int) = ([], 0)
            while true {
                let next = try await step() + 1
                guard next <= last else { return made }
                do throws(BookFailure) {
                    _ = try await pool.run(SQLStatement(SchemaSteps.script(next)))
                    made.append(next)
                } catch {
                    // Another process was faster.
                    if error.code == .rejected, error.message.contains("PB001") { continue }
                    guard error.code == .busy, attempts < 210, !Task.isCancelled else { throw error }
                    attempts += 1
                    try? await SystemClock().sleep(for: .seconds(1))
                }
            }
        }

        /// Fails where the database's server has no such role.
        package func check(role: String) async throws(BookFailure) {
            let found = try await pool.repeating(
                SQLStatement("select from pg_catalog.pg_roles where rolname = $1", [.text(role)]))
            guard found.rows.isEmpty else { return }
            throw BookFailure(
                .denied,
                "The database has no role “\(Wording.short(role))”, and nothing was changed. Make it (create role …), then repeat "
                    + "the migration.")
        }

        /// Gives a role what the book needs while it runs.
        package func admit(role: String) async throws(BookFailure) {
            _ = try await pool.run(SQLStatement("select purser.admit($1)", [.text(role)]))
        }

        /// Fails where the schema is older than this version needs.
        package func check() async throws(BookFailure) { try Self.check(step: try await step()) }

        /// Fails where the latest step of a schema is older than this version needs.
        static func check(step found: Int) throws(BookFailure) {
            guard found < SchemaSteps.needed else { return }
            throw BookFailure(
                .wrongSchema,
                "The database has step \(found) of the schema, and this version needs step \(SchemaSteps.needed). Run purser "
                    + "book migrate with a role that may alter it.")
        }
    }
#endif
