#if Server
    import Foundation
    import Purser
    import TestDatabase
    import Testing

    @testable import PurserServer

    @Suite(
        "Connections to a server with a certificate",
        .enabled(if: TestCluster.isAvailable, "PostgreSQL's server is not installed"), .timeLimit(.minutes(30)))
    struct ProtectedConnectionTests {
        private static let server = Result { try TestServer(isSecured: true) }

        private func session(_ host: String, _ root: String?) async throws -> Session {
            let server = try Self.server.get()
            return try await Session(
                try DatabaseAddress(
                    "host=\(host) port=\(server.port) user=book dbname=postgres sslmode=verify-full "
                        + "sslrootcert=\(root ?? server.certificate)"))
        }

        @Test("A server whose certificate and name are those of the address is spoken to, encrypted")
        func trusted() async throws {
            let session = try await session("localhost", nil)
            let row = try await session.run("select ssl from pg_stat_ssl where pid = pg_backend_pid()").rows.first
            #expect(row?.text(0) == "t")
        }

        @Test("Another name, or a certificate of another authority, ends before anything is sent")
        func untrusted() async throws {
            let other = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).crt")
            defer { try? FileManager.default.removeItem(at: other) }
            try Shell.check([
                "openssl", "req", "-new", "-x509", "-days", "2", "-nodes", "-newkey", "rsa:2048", "-subj", "/CN=other",
                "-keyout", "/dev/null", "-out", other.path,
            ])
            for (host, root) in [("127.0.0.1", nil), ("localhost", other.path)] {
                let failure = await #expect(throws: BookFailure.self) { try await session(host, root) }
                #expect(failure?.code == .unreachable && failure?.isOutcomeKnown == true, "\(host)")
            }
        }
    }
#endif
