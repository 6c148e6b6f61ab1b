#if Server
    import PurserServer

    /// Carries out what is asked of the tables of a database.
    struct SchemaSession: Sendable {
        let database: DatabaseAddress

        func carryOut(_ wish: BookWish, _ role: String?, _ output: Output) async throws -> Int32 {
            if wish == .steps { try await list(output) } else { try await migrate(role, output) }
            return ExitStatus.success
        }

        private func list(_ output: Output) async throws {
            let due = try await BookMigration.dueSteps(in: database)
            if due.isEmpty { output.remark("The schema is up to date.") }
            for step in due {
                output.write(
                    "Step \(step.number) is due: \(step.summary)",
                    .line("step", [("step", .integer(step.number)), ("summary", .string(step.summary))]))
            }
        }

        private func migrate(_ role: String?, _ output: Output) async throws {
            let made = try await BookMigration.migrate(database, role: role)
            output.write(
                made.isEmpty ? "The schema is up to date." : "Made \(Words.count(made.count, "step")) of the schema.",
                .line("migrated", [("steps", .array(made.map { .integer($0) }))]))
        }
    }
#endif
