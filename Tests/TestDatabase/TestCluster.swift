#if Server
    import Foundation
    import Purser
    import PurserTesting

    public import PurserServer

    /// A PostgreSQL server of the tests' own, in a temporary folder, on a free port of this machine.
    ///
    /// What the examples of the pages need is public: they see nothing else.
    public enum TestCluster {
        /// The folder of PostgreSQL's programs, by pg_config; `nil` where there is none.
        package static let programs: String? = {
            guard let found = try? Shell.run(["pg_config", "--bindir"]), found.status == 0 else { return nil }
            let folder = found.output.trimmingCharacters(in: .whitespacesAndNewlines)
            return FileManager.default.isExecutableFile(atPath: folder + "/initdb") ? folder : nil
        }()

        /// Whether the tests that need a server can run.
        ///
        /// Where `.ci/run` has installed it they must.
        public static let isAvailable: Bool = {
            if programs != nil { return true }
            print(
                "PostgreSQL's server is not installed: the tests of the purchase book skip it (apt-get install postgresql)."
            )
            return ProcessInfo.processInfo.environment["PURSER_NEEDS_POSTGRESQL"] != nil
        }()

        /// The server, started at the first use.
        package static let shared = Result { try TestServer() }

        private static let databases = Lock(0)

        /// The address of a database that nobody else uses, as text; without the book's schema.
        public static func databaseText() async throws -> String {
            let name = try await make()
            return try shared.get().text(name)
        }

        /// The same, without a pooler before it: for settings of a session, which none can have by way of a pooler.
        package static func directDatabaseText() async throws -> String {
            let name = try await make()
            let server = try shared.get()
            return server.text(name, through: server.port)
        }

        /// A database that nobody else uses, with the book's schema unless the test makes it.
        public static func database(migrated: Bool = true) async throws -> DatabaseAddress {
            let name = try await make()
            let address = try shared.get().address(name)
            if migrated {
                let own = try ConnectionPool(address, size: 1, limit: patience)
                defer { own.close() }
                _ = try await Migrator(own).migrate()
            }
            return address
        }

        /// Runs a statement in a database; in the server's own if none is given.
        public static func run(_ statement: String, in database: DatabaseAddress? = nil) async throws {
            try await Session(try database ?? shared.get().address("postgres")).run(statement)
        }

        private static func make() async throws -> String {
            let name = "book\(databases.next())"
            let pool = try ConnectionPool(try shared.get().address("postgres"), size: 1, limit: patience)
            defer { pool.close() }
            _ = try await pool.run(SQLStatement("create database \(name)"))
            return name
        }

        /// PostgreSQL is not installed, or did not start.
        package struct Missing: Error {}
    }
#endif
