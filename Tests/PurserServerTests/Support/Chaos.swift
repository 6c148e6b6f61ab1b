#if Server
    import Foundation
    import PurserTesting
    import TestDatabase

    /// Writers and followers of one book that are disturbed, and started again, until the writers are done.
    ///
    /// They reach the server through a proxy that cuts and stalls their connections.
    struct Chaos {
        private(set) var disturbances = 0
        /// What was done, and when it was over.
        private(set) var faults: [(kind: String, end: Date)] = []
        /// Cuts and stalls connections.
        let proxy: TroubledProxy
        private let server: TestServer
        private let session: Session
        private let seed: UInt64
        private let address: String
        private let hasSmallDisk: Bool
        private var generator: SeededGenerator
        private var writers: [BookProcess]
        private var followers: [BookProcess]

        /// Starts the processes; where the server's disk is small, that of one writer is an hour ahead, and the disk is full now and
        /// then.
        init(_ server: TestServer, _ session: Session, seed: UInt64, hasSmallDisk: Bool = false) throws {
            (self.server, self.session, self.seed, self.hasSmallDisk) = (server, session, seed, hasSmallDisk)
            generator = SeededGenerator(seed: seed)
            proxy = try TroubledProxy(to: server.entrance, seed: seed)
            address = server.text("postgres", through: proxy.port)
            let address = address
            writers = try (0..<Self.writerCount).map {
                try Self.writer(address, seed, $0, isAhead: hasSmallDisk && $0 == 0)
            }
            followers = try (0..<4).map { _ in try Self.follower(address) }
        }

        private static let writerCount = 8

        private static func writer(_ address: String, _ seed: UInt64, _ part: Int, isAhead: Bool) throws -> BookProcess
        {
            try BookProcess(
                "write", address, "\(seed)", "\(part)", "\(writerCount)", clockAhead: isAhead ? 3_600 : nil)
        }

        private static func follower(_ address: String) throws -> BookProcess {
            try BookProcess("follow", address, "mailer")
        }

        /// Disturbs them until the writers are done.
        mutating func run() async throws {
            while writers.contains(where: \.isRunning) || disturbances < 12 {
                disturbances += 1
                let kind = try await disturb()
                faults.append((kind, Date()))
                try? await Task.sleep(for: .milliseconds(50))
                for place in writers.indices where writers[place].wasKilled {
                    writers[place] = try Self.writer(address, seed, place, isAhead: hasSmallDisk && place == 0)
                }
                for place in followers.indices where !followers[place].isRunning {
                    followers[place] = try Self.follower(address)
                }
            }
        }

        private mutating func disturb() async throws -> String {
            let process = (writers + followers).randomElement(using: &generator)
            switch Int.random(in: 0..<(hasSmallDisk ? 9 : 8), using: &generator) {
            case 0...2:
                process?.signal(SIGKILL)
                return "a process killed"
            case 3...4:
                process?.signal(SIGSTOP)
                // Longer than a lease.
                try? await Task.sleep(for: .milliseconds(500))
                process?.signal(SIGCONT)
                return "a process paused"
            case 5...6:
                _ = try? await session.run(
                    """
                    select pg_terminate_backend(pid) from pg_stat_activity
                    where datname = current_database() and pid <> pg_backend_pid() and random() < 0.3
                    """)
                return "connections cut"
            case 8:
                try server.fillDisk()
                try? await Task.sleep(for: .seconds(2))
                try server.freeDisk()
                while (try? await session.run("select 1")) == nil {}
                return "the disk full"
            default:
                // With a pooler, one of the two.
                if let pooler = server.pooler, Bool.random(using: &generator) {
                    try pooler.restart()
                    return "the pooler killed"
                }
                try server.restart()
                // Its own connection ended with the server.
                while (try? await session.run("select 1")) == nil {}
                return "the server killed"
            }
        }

        /// Ends the processes.
        func end() {
            for process in writers + followers where process.isRunning { process.signal(SIGKILL) }
            proxy.close()
        }
    }
#endif
