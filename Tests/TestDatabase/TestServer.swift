#if Server
    import Foundation
    import Purser

    package import PurserServer

    /// A running PostgreSQL server in a temporary folder.
    ///
    /// It runs as an unprivileged user, because PostgreSQL rejects root, and is stopped, by its process identifier, after
    /// ``stop()``, or after the process that started it has ended, in any way.
    package struct TestServer: Sendable {
        /// Its folder.
        package let folder: String
        /// Its port on the loopback address.
        package let port: UInt16
        /// What stands before it, if anything does.
        package let pooler: TestPooler?
        /// How PostgreSQL's control program is called for it; and how to start it.
        let control: String, start: String

        /// The port by which books reach it.
        package var entrance: UInt16 { pooler?.port ?? port }

        /// Starts a server, also one with a pooler before it.
        ///
        /// A secured one has a certificate for `localhost`, in ``certificate``. One that archives keeps its log (WAL) in a folder. A small disk needs root, and is one that ``fillDisk()`` fills.
        package init(
            isSecured: Bool = false, isPooled: Bool = TestPooler.isWanted, archives: Bool = false,
            hasSmallDisk: Bool = false
        ) throws {
            try self.init(isSecured: isSecured, isPooled: isPooled) { programs, folder in
                if hasSmallDisk {
                    try Shell.check(["mount", "-t", "tmpfs", "-o", "size=400m,mode=755", "purser-test", folder])
                    try Shell.check(["chown", "postgres", folder])
                }
                let data = folder + "/data"
                try Self.run("\(programs)/initdb -D \(data) -A trust -U book -E UTF8 --locale=C --no-sync")
                if isSecured { try Self.makeCertificate(in: data) }
                if archives { try Self.archive(folder) }
            }
        }

        /// Starts a server in the folder `data` that was made in a folder by PostgreSQL's programs.
        init(isSecured: Bool, isPooled: Bool, making: (_ programs: String, _ folder: String) throws -> Void) throws {
            guard let programs = TestCluster.programs else { throw TestCluster.Missing() }
            // A socket's path is at most about 100 bytes long.
            folder = NSTemporaryDirectory() + "purser-\(UUID().uuidString.prefix(8))"
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            port = try Shell.freePort()
            if getuid() == 0 { try Shell.check(["chown", "postgres", folder]) }
            control = "\(programs)/pg_ctl -D \(folder)/data -l \(folder)/log -w -t 1200"
            start =
                "\(control) -o '-p \(port) -k \(folder) "
                + "-c listen_addresses=127.0.0.1 -c fsync=off -c max_connections=500 "
                + "-c ssl=\(isSecured ? "on" : "off")'"
            try making(programs, folder)
            try Self.run(start + " start")
            try Shell.check(["sh", "-c", Self.guardian(of: folder)])
            pooler = isPooled ? try TestPooler(folder, to: port) : nil
        }

        /// The file with the certificate of a secured server.
        package var certificate: String { folder + "/data/server.crt" }

        /// The address of a database of it, as text.
        package func text(_ database: String) -> String { text(database, through: entrance) }

        /// The address of a database of it.
        package func address(_ database: String) throws -> DatabaseAddress { try DatabaseAddress(text(database)) }

        /// The address of a database of it by way of another port, as text.
        package func text(_ database: String, through port: UInt16) -> String {
            "host=127.0.0.1 port=\(port) user=book dbname=\(database) sslmode=disable"
        }

        /// How often its log has these words; it is the same one after a restart.
        package func logged(_ words: String) throws -> Int {
            try String(contentsOfFile: folder + "/log", encoding: .utf8).components(separatedBy: words).count - 1
        }

        /// The end of its log.
        package func logged(last count: Int) -> String {
            (try? String(contentsOfFile: folder + "/log", encoding: .utf8)).map { String($0.suffix(count)) } ?? "no log"
        }

        /// Lets it be stopped now, and its folder be removed; each server that runs takes memory and processor time.
        package func stop() { _ = FileManager.default.createFile(atPath: folder + "/ended", contents: nil) }

        /// Ends every connection and everything that runs, as after a crash, and starts nothing.
        package func halt() throws { try Self.run(start + " -m immediate stop") }

        /// Ends every connection and everything that runs, as after a crash, and starts it again.
        package func restart() throws {
            try Self.run(start + " -m immediate restart")
            try pooler?.waitForServer()
        }

        private static func makeCertificate(in data: String) throws {
            try run(
                "openssl req -new -x509 -days 2 -nodes -newkey rsa:2048 -subj /CN=localhost "
                    + "-addext subjectAltName=DNS:localhost -keyout \(data)/server.key -out \(data)/server.crt "
                    + "&& chmod 600 \(data)/server.key")
        }

        /// Waits in the background for ``stop()`` or the end of this process; then it stops the server and removes its folder.
        private static func guardian(of folder: String) -> String {
            """
            (while kill -0 \(getpid()) 2>/dev/null && [ ! -e \(folder)/ended ]; do sleep 1; done
            for file in \(folder)/pooler-*.pid; do \(ending("$file", of: folder, by: "KILL")); done
            \(ending("\(folder)/data/postmaster.pid", of: folder, by: "QUIT")); sleep 1
            ! mountpoint -q \(folder) || umount -l \(folder); rm -rf \(folder)) </dev/null >/dev/null 2>&1 &
            """
        }

        /// Ends the process whose identifier a file has, unless it has ended and the identifier is another program's now.
        static func ending(_ file: String, of folder: String, by signal: String) -> String {
            "id=$(head -n 1 \(file)) && grep -qs \(folder) /proc/$id/cmdline && kill -\(signal) $id"
        }

        /// As the user `postgres` where the tests run as root.
        static func run(_ command: String) throws {
            try Shell.check(
                getuid() == 0 ? ["su", "-s", "/bin/sh", "postgres", "-c", command] : ["sh", "-c", command])
        }
    }
#endif
