#if Server
    import Foundation
    import Purser
    import PurserSigning
    import TestDatabase
    import Testing

    #if canImport(FoundationNetworking)
        import FoundationNetworking
    #endif

    /// A process of `purser book serve` that trusts one authority.
    final class ServedProcess: Sendable {
        /// Where its requests go.
        let address: ServerAddress
        private let id: pid_t
        private let log: String

        /// Starts one with a database, settings as `NAME=VALUE`, and further words; returns once it listens.
        ///
        /// It may begin with `files` open files.
        init(
            _ database: String, _ authority: SigningAuthority, _ settings: [String] = [], _ words: [String] = [],
            port wanted: String = "0", files: Int? = nil
        )
            async throws
        {
            let tool = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
                .deletingLastPathComponent().appendingPathComponent("purser").path
            let file = NSTemporaryDirectory() + "purser-serve-\(UUID())"
            try authority.rootCertificate.write(to: URL(fileURLWithPath: file + ".root"))
            let environment = ["env", "PURSER_DATABASE=\(database)", "PURSER_BOOK_TOKEN=\(ServerAddress.token)"]
            // `env` becomes the program: its number is the process's.
            id = try Shell.start(
                environment + settings + (files.map { ["sh", "-c", "ulimit -Sn \($0) && exec \"$0\" \"$@\""] } ?? [])
                    + [tool, "book", "serve", "--bundle", "com.example.garden", "--environment"]
                    + ["LocalTesting", "--root", file + ".root", "--port", wanted] + words, output: file)
            log = file
            var port: Int?
            while port == nil, kill(id, 0) == 0, waitpid(id, nil, WNOHANG) == 0 {
                try await Task.sleep(for: .milliseconds(10))
                port = Self.read(file).firstMatch(of: #/"port":"(\d+)"/#).flatMap { Int($0.1) }
            }
            guard let port else { throw Shell.Failed(description: Self.read(file)) }
            address = ServerAddress(port: port)
        }

        /// What it has logged.
        var logged: String { Self.read(log) }

        private static func read(_ file: String) -> String {
            (try? String(contentsOfFile: file, encoding: .utf8)) ?? ""
        }

        /// Sends it a signal.
        func signal(_ number: Int32) { kill(id, number) }

        /// Waits for its end; how it ended, as `waitpid` says it.
        func ended() async -> Int32 {
            var status: Int32 = 0
            while waitpid(id, &status, WNOHANG) == 0 { try? await Task.sleep(for: .milliseconds(5)) }
            return status
        }
    }

    /// Where a server listens, and what it answers.
    struct ServerAddress: Sendable {
        static let token = "abcdefghijklmnop"

        let port: Int

        struct Answer: Sendable {
            let status: Int
            let body: String
            let retryAfter: String?
        }

        /// Sends a request.
        func send(_ method: String, _ path: String, _ body: String? = nil, token: String? = nil) async throws -> Answer
        {
            var request = URLRequest(url: try #require(URL(string: "http://127.0.0.1:\(port)/\(path)")))
            request.httpMethod = method
            request.httpBody = body.map { Data($0.utf8) }
            request.timeoutInterval = 1_200
            if let token { request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization") }
            let (data, response) = try await URLSession.shared.data(for: request)
            let http = try #require(response as? HTTPURLResponse)
            return Answer(
                status: http.statusCode, body: String(decoding: data, as: UTF8.self),
                retryAfter: http.value(forHTTPHeaderField: "Retry-After"))
        }

        /// Sends a request with the operator's token.
        func ask(_ path: String) async throws -> Answer { try await send("GET", path, token: Self.token) }
    }
#endif
