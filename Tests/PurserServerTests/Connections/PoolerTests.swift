#if Server
    import Foundation
    import Logging
    import Purser
    import PurserTesting
    import TestDatabase
    import Testing

    @testable import PurserServer

    @Suite(
        "Behind a pooler",
        .enabled(
            if: TestCluster.isAvailable && TestPooler.isAvailable, "PostgreSQL's server or PgBouncer is not installed"),
        .timeLimit(.minutes(30)))
    struct PoolerTests {
        /// What a session has that lasts from one transaction to the next, but for the two settings that PgBouncer sets for each client.
        private static let leftovers = """
            select (select count(*) from pg_listening_channels()) + (select count(*) from pg_prepared_statements)
                + (select count(*) from pg_cursors where name <> '') + (select count(*) from pg_locks where locktype = 'advisory')
                + (select count(*) from pg_class where relpersistence = 't')
                + (select count(*) from pg_settings where source = 'session'
                    and name not in ('application_name', 'client_encoding'))
            """

        @Test("A book leaves nothing in the sessions of a pool, and says that it gets no hints there")
        func sessions() async throws {
            let server = try TestServer(isPooled: false)
            defer { server.stop() }
            // With one connection, whoever comes has the session that the book had.
            let pooler = try TestPooler(server.folder, to: server.port, size: 1)
            let database = try DatabaseAddress(server.text("postgres", through: pooler.port))
            _ = try await BookMigration.migrate(database)
            let (lines, delivered) = (Lock<[String]>([]), DeliveredUpdates())
            let book = try await PurchaseBook.sample(database) {
                $0.hintDatabase = nil
                $0.logger = Logger(label: "test") { _ in KeptLog(lines: lines) }
            }
            let visitor = try Connection(database, label: "visitor")
            defer { visitor.close() }
            func found() async throws -> Int64? {
                try await visitor.run(SQLStatement(Self.leftovers), until: .now + patience).rows.first?.integer(0)
            }
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await book.run() }
                try await following(book) {
                    delivered.add($0)
                } until: {
                    try await book.report(.coins("1", of: user(1)))
                    await delivered.wait(for: 1)
                    while !lines.withLock({ $0.contains { $0.contains("pooler") } }) { await Task.yield() }
                }
                group.cancelAll()
            }
            #expect(try await found() == 0)
            #expect(try await visitor.hasOwnSession(until: .now + patience) == false)
            // What the check would find.
            _ = try await visitor.run(SQLStatement("listen somebody"), until: .now + patience)
            #expect(try await found() == 1)
            book.close()
        }

        @Test("A connection to the database itself has a session of its own")
        func ownSession() async throws {
            let text = try await TestCluster.directDatabaseText()
            let connection = try Connection(try DatabaseAddress(text), label: "own")
            defer { connection.close() }
            #expect(try await connection.hasOwnSession(until: .now + patience))
        }
    }
#endif
