#if Server
    import Foundation
    import PurserTesting
    import TestDatabase

    /// Writers and followers of one book that are disturbed, and started again, until the writers are done.
    ///
    /// They reach the server through a proxy that cuts and stalls their connections.
    struct Chaos {
        private(set) var disturbances = 0
        /// Cuts and stalls connections.
        let proxy: TroubledProxy
        private let server: TestServer
        private let session: Session
        private let seed: UInt64
        private let address: String
        private var generator: SeededGenerator
        private var writers: [BookProcess]
        private var followers: [BookProcess]

        /// Starts the processes.
        init(_ server: TestServer, _ session: Session, seed: UInt64) throws {
            (self.server, self.session, self.seed) = (server, session, seed)
            generator = SeededGenerator(seed: seed)
            proxy = try TroubledProxy(to: server.entrance, seed: seed)
            address = server.text("postgres", through: proxy.port)
            let address = address
            writers = try (0..<Self.writerCount).map { try Self.writer(address, seed, $0) }
            followers = try (0..<4).map { _ in try Self.follower(address) }
        }

        private static let writerCount = 8

        private static func writer(_ address: String, _ seed: UInt64, _ part: Int) throws -> BookProcess {
            try BookProcess("write", address, "\(seed)", "\(part)", "\(writerCount)")
        }

        private static func follower(_ address: String) throws -> BookProcess {
            try BookProcess("follow", address, "mailer")
        }

        /// Disturbs them until the writers are done.
        mutating func run() async throws {
            while writers.contains(where: \.isRunning) || disturbances < 12 {
                disturbances += 1
                try await disturb()
                try? await Task.sleep(for: .milliseconds(50))
                for place in writers.indices where writers[place].wasKilled {
                    writers[place] = try Self.writer(address, seed, place)
                }
                for place in followers.indices where !followers[place].isRunning {
                    followers[place] = try Self.follower(address)
                }
            }
        }

        private mutating func disturb() async throws {
            let process = (writers + followers).randomElement(using: &generator)
            switch Int.random(in: 0..<8, using: &generator) {
            case 0...2: process?.signal(SIGKILL)
            case 3...4:
                process?.signal(SIGSTOP)
                // Longer than a lease.
                try? await Task.sleep(for: .milliseconds(500))
                process?.signal(SIGCONT)
            case 5...6:
                _ = try? await session.run(
                    """
                    select pg_terminate_backend(pid) from pg_stat_activity
                    where datname = current_database() and pid <> pg_backend_pid() and random() < 0.3
                    """)
            default:
                // With a pooler, one of the two.
                if let pooler = server.pooler, Bool.random(using: &generator) { return try pooler.restart() }
                try server.restart()
                // Its own connection ended with the server.
                while (try? await session.run("select 1")) == nil {}
            }
        }

        /// Ends the processes.
        func end() {
            for process in writers + followers where process.isRunning { process.signal(SIGKILL) }
            proxy.close()
        }
    }
#endif
