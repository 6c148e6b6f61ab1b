#if Server
    import Foundation
    import Purser
    import TestDatabase
    import Testing

    @testable import PurserServer

    /// What a step of the schema may do while processes work.
    @Suite(
        "Steps of the schema under load", .enabled(if: TestCluster.isAvailable, "PostgreSQL's server is not installed"),
        .timeLimit(.minutes(30)))
    struct StepTests {
        private static let later = Array(2...SchemaSteps.needed)

        /// A database with the steps before one.
        private func database(before step: Int) async throws -> DatabaseAddress {
            let database = try await TestCluster.database(migrated: false)
            let pool = try ConnectionPool(database, size: 1, limit: patience)
            defer { pool.close() }
            _ = try await Migrator(pool).migrate(upTo: step - 1)
            return database
        }

        /// The files of the tables and of their indexes.
        private func files(_ session: Session) async throws -> [String: String] {
            let rows = try await session.run(
                """
                select c.relname, pg_relation_filenode(c.oid) from pg_class c join pg_namespace n on n.oid = c.relnamespace
                where n.nspname = 'purser' and c.relkind in ('r', 'i', 'S')
                """
            ).rows
            return Dictionary(uniqueKeysWithValues: rows.map { ($0.text(0) ?? "", $0.text(1) ?? "") })
        }

        @Test("A step writes no table anew, and builds no index of one that is there", arguments: later)
        func files(step: Int) async throws {
            let database = try await database(before: step)
            let session = try await Session(database)
            let before = try await files(session)
            let pool = try ConnectionPool(database, size: 1, limit: patience)
            defer { pool.close() }
            #expect(try await Migrator(pool).migrate(upTo: step) == [step])
            #expect(try await files(session).filter { before[$0.key] != nil } == before)
            let indexes = Set(try await files(session).keys).subtracting(before.keys).filter { $0.hasSuffix("_pkey") }
            #expect(Set(try await files(session).keys).subtracting(before.keys) == indexes)
        }

        @Test(
            "A step lets a call go first long before PostgreSQL looks for deadlocks, of which the call would be the victim"
        )
        func deadlocks() async throws {
            let session = try await Session(try await TestCluster.database())
            let wait = try await session.number(
                "select setting::bigint from pg_settings where name = 'deadlock_timeout'")
            #expect(2 * Int64(SchemaSteps.lockMilliseconds) < wait ?? 0)
            for step in Self.later { #expect(SchemaSteps.script(step).contains("'\(SchemaSteps.lockMilliseconds)ms'")) }
        }

        @Test(
            "A step that does not get its locks gives up, so that others go on, and is made once it gets them",
            arguments: later)
        func locks(step: Int) async throws {
            let database = try await database(before: step)
            let (keeper, caller) = (try await Session(database), try await Session(database))
            let tables = try await keeper.run("select tablename from pg_tables where schemaname = 'purser'").rows
            try await keeper.run("begin")
            for table in tables {
                try await keeper.run("lock table purser.\(table.text(0) ?? "") in row exclusive mode")
            }
            let pool = try ConnectionPool(database, size: 1, limit: patience)
            defer { pool.close() }
            async let made = Migrator(pool).migrate(upTo: step)
            // As long as the step waits, calls that come later wait behind it, but not until the other transaction ends.
            while try await caller.number("select count(*) from pg_locks where not granted") == 0 {}
            for table in tables { _ = try await caller.run("select count(*) from purser.\(table.text(0) ?? "")") }
            try await keeper.run("commit")
            #expect(try await made == [step])
        }
    }
#endif
