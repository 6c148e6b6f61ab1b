import Foundation

/// nginx on this machine, with files to fetch, and `curl`, which fetches them as cheaply as anybody does.
final class WebServer {
    private let folder: ScratchFolder
    private let port: Int
    /// It stays a child: a daemon would keep open by what a process is known to have ended, and its starter wait for ever.
    private let server: Process

    /// Starts nginx, which listens on return.
    ///
    /// - Throws: ``WrongRun`` that says what is missing.
    init(in folder: ScratchFolder) throws {
        self.folder = folder
        guard Self.path(of: "nginx") != nil, Self.path(of: "curl") != nil else {
            throw WrongRun("nginx or curl is missing; install both (apt-get install nginx-light curl)")
        }
        port = 20_000 + Int(getpid()) % 20_000
        try FileManager.default.createDirectory(atPath: folder.path + "/files", withIntermediateDirectories: true)
        let paths = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map { "\($0)_temp_path \(folder.path);" }
        let text = """
            daemon off; master_process off; pid \(folder.path)/nginx.pid; error_log \(folder.path)/error.log; events {}
            http {
                access_log off; sendfile on; \(paths.joined(separator: " "))
                server { listen 127.0.0.1:\(port); root \(folder.path)/files; keepalive_requests 1000000; }
            }
            """
        try Data(text.utf8).write(to: URL(fileURLWithPath: folder.path + "/nginx.conf"))
        server = try Self.start("nginx", ["-c", folder.path + "/nginx.conf"])
        // It writes its number when it listens.
        while !FileManager.default.fileExists(atPath: folder.path + "/nginx.pid") {
            guard server.isRunning else { throw WrongRun("nginx ended with status \(server.terminationStatus)") }
            Thread.sleep(forTimeInterval: 0.001)
        }
    }

    /// It may have inherited that it does not hear a wish to end.
    deinit { kill(server.processIdentifier, SIGKILL) }

    /// Makes a file of so many bytes, none of them on the disk before it is read.
    func add(_ name: String, bytes: Int) throws -> URL {
        let path = folder.path + "/files/" + name
        guard FileManager.default.createFile(atPath: path, contents: nil) else { throw WrongRun("no file at \(path)") }
        let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
        let piece = Data((0..<(1 << 20)).map { UInt8(truncatingIfNeeded: $0 &* 31) })
        for start in stride(from: 0, to: bytes, by: piece.count) {
            try file.write(contentsOf: piece.prefix(bytes - start))
        }
        try file.close()
        guard let url = URL(string: "http://127.0.0.1:\(port)/\(name)") else { throw WrongRun("no address") }
        return url
    }

    /// What `curl` takes to fetch files into others, all in one run of it.
    func curl(_ urls: [URL]) throws -> Span {
        let words = urls.enumerated().flatMap { ["-o", folder.path + "/curl.\($0)", $1.absoluteString] }
        let before = Stopwatch.processTime(of: .children)
        let watch = Stopwatch()
        try Self.run("curl", ["-s", "-S", "-f"] + words)
        let span = Span(wall: watch.elapsed.wall, cpu: Stopwatch.processTime(of: .children) - before)
        for number in urls.indices { try? FileManager.default.removeItem(atPath: folder.path + "/curl.\(number)") }
        return span
    }

    private static func path(of program: String) -> String? {
        ((ProcessInfo.processInfo.environment["PATH"] ?? "") + ":/usr/sbin").split(separator: ":")
            .map { "\($0)/\(program)" }.first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    private static func start(_ program: String, _ words: [String]) throws -> Process {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: path(of: program) ?? program)
        process.arguments = words
        try process.run()
        return process
    }

    private static func run(_ program: String, _ words: [String]) throws {
        let process = try start(program, words)
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw WrongRun("\(program) ended with status \(process.terminationStatus)")
        }
    }
}
