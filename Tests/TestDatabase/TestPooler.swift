#if Server
    import Foundation
    import Purser

    package import PurserServer

    /// PgBouncer in transaction mode before a server of the tests' own, with settings as on the page about the book.
    ///
    /// Where `PURSER_POOLER` is set, every book of the tests goes through one. Sessions that a test leads step by step go to the
    /// server itself.
    package struct TestPooler: Sendable {
        /// Its port on the loopback address.
        package let port: UInt16
        /// Its files, without their endings.
        private let place: String

        /// Whether every book of the tests is to go through a pooler.
        package static let isWanted = ProcessInfo.processInfo.environment["PURSER_POOLER"] != nil
        /// Whether PgBouncer is installed; where every book goes through it, it must be.
        package static let isAvailable = isWanted || FileManager.default.isExecutableFile(atPath: program)
        private static let program = "/usr/sbin/pgbouncer"
        /// The port of the server behind each pooler.
        private static let servers = Lock<[String: String]>([:])

        /// Starts a pooler for a server with a folder and a port, which keeps so many connections for each database.
        package init(_ folder: String, to server: UInt16, size: Int = 20) throws {
            port = try Shell.freePort()
            place = "\(folder)/pooler-\(port)"
            let settings = """
                [databases]
                * = host=127.0.0.1 port=\(server) user=book
                [pgbouncer]
                listen_addr = 127.0.0.1
                listen_port = \(port)
                unix_socket_dir =
                auth_type = any
                pool_mode = transaction
                default_pool_size = \(size)
                max_client_conn = 1000
                query_wait_timeout = 8
                server_login_retry = 1
                ; Each test has a database of its own, and none may keep the server's connections.
                server_idle_timeout = 5
                logfile = \(place).log
                pidfile = \(place).pid
                """
            try settings.write(toFile: place + ".ini", atomically: false, encoding: .utf8)
            Self.servers.withLock { $0["\(port)"] = "\(server)" }
            try start()
        }

        /// Starts it, and returns once it answers; where the port is not free yet, it is started again.
        private func start() throws {
            let programs = TestCluster.programs ?? ""
            try TestServer.run(
                """
                for attempt in $(seq 500); do
                    [ -e \(place).pid ] || \(Self.program) -q -d \(place).ini
                    \(programs)/pg_isready -q -h 127.0.0.1 -p \(port) && exit; sleep 0.02
                done; cat \(place).log; exit 1
                """)
        }

        /// Ends it in the middle of everything that goes through, and starts it again.
        package func restart() throws {
            try TestServer.run("\(TestServer.ending(place + ".pid", of: place, by: "KILL")); rm -f \(place).pid")
            try start()
        }

        /// Returns once it reaches the server again.
        func waitForServer() throws {
            let programs = TestCluster.programs ?? ""
            try TestServer.run(
                "until \(programs)/psql -qAt -h 127.0.0.1 -p \(port) -U book -d postgres -c 'select' 2>&1; do sleep 0.1; done"
            )
        }

        /// The address without the pooler, where there is one.
        package static func passing(_ address: DatabaseAddress) throws -> DatabaseAddress {
            let server = servers.withLock { servers in address.parameters["port"].flatMap { servers[$0] } }
            guard let server else { return address }
            let parameters = address.parameters.merging(["port": server]) { $1 }
            return try DatabaseAddress(parameters.map { "\($0.key)='\($0.value)'" }.joined(separator: " "))
        }
    }
#endif
