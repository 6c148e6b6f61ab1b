#if Server
    import Foundation

    // A disk without room.
    extension TestServer {
        /// Whether it may have a small disk here.
        package static var canMount: Bool { getuid() == 0 }

        /// Leaves no room on its small disk.
        package func fillDisk() throws {
            _ = try Shell.run(["dd", "if=/dev/zero", "of=\(folder)/ballast", "bs=64k"])
        }

        /// Gives the room back, and starts the server where it has given up.
        package func freeDisk() throws {
            try Shell.check(["rm", "\(folder)/ballast"])
            try Self.run(control + " status || " + start + " start")
            try pooler?.waitForServer()
        }
    }

    // Copies of a server: backups that it is restored from, and standbys that take over.
    extension TestServer {
        /// Writes settings behind those of the server.
        private static func configure(_ folder: String, _ lines: String...) throws {
            let file = folder + "/settings"
            try lines.joined(separator: "\n").appending("\n").write(toFile: file, atomically: false, encoding: .utf8)
            try run("cat \(file) >> \(folder)/data/postgresql.conf")
        }

        static func archive(_ folder: String) throws {
            try run("mkdir \(folder)/wal")
            try configure(folder, "archive_mode = on", "archive_command = 'cp %p \(folder)/wal/%f'")
        }

        /// Takes a base backup while the server runs.
        package func backUp() throws {
            try Self.run(
                "\(TestCluster.programs ?? "")/pg_basebackup -h 127.0.0.1 -p \(port) -U book -D \(folder)/backup -c fast"
            )
        }

        /// Puts the last backup in the place of the server, and plays the archive back to a point that has a name.
        ///
        /// It goes on from there; what came later is lost.
        package func restore(to point: String) throws {
            try Self.run(
                start + " -m fast stop && rm -rf \(folder)/data && cp -a \(folder)/backup \(folder)/data "
                    + "&& touch \(folder)/data/recovery.signal")
            try Self.configure(
                folder, "restore_command = 'cp \(folder)/wal/%f %p'", "recovery_target_name = '\(point)'",
                "recovery_target_action = promote")
            try Self.run(start + " start")
            try Self.run(
                "until [ $(\(TestCluster.programs ?? "")/psql -qAt -h 127.0.0.1 -p \(port) -U book -d postgres "
                    + "-c 'select pg_is_in_recovery()') = f ]; do sleep 0.1; done")
            try pooler?.waitForServer()
        }

        /// Starts a standby of a server, which takes what that writes.
        ///
        /// With a synchronous one the server answers only after the standby has written it, too.
        package init(standbyOf primary: TestServer, isSynchronous: Bool) throws {
            try self.init(isSecured: false, isPooled: false) { programs, folder in
                try Self.run(
                    "\(programs)/pg_basebackup -R -c fast -D \(folder)/data -d 'host=127.0.0.1 port=\(primary.port) user=book'"
                )
            }
            // Not in what the standby has copied: it would wait for another one once it has taken over.
            if isSynchronous { try Self.configure(primary.folder, "synchronous_standby_names = '*'") }
            try Self.run(primary.control + " reload")
        }

        /// Stops and continues what takes the primary's log in a standby, so that it falls behind.
        package func signalReceiver(_ signal: String) throws {
            try Self.run("pkill -\(signal) -P $(head -n 1 \(folder)/data/postmaster.pid) -f walreceiver")
        }

        /// Lets a standby take over.
        package func promote() throws { try Self.run(control + " promote") }

        /// The address of a database of two servers, as an operator writes it.
        package func text(_ database: String, or other: TestServer) -> String {
            "host=127.0.0.1,127.0.0.1 port=\(port),\(other.port) user=book dbname=\(database) sslmode=disable "
                + "target_session_attrs=read-write"
        }
    }
#endif
