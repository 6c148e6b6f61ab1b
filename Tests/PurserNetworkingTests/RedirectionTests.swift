import Foundation
import Purser
import Testing

@testable import PurserNetworking

@Suite("Redirections of a file's server", .timeLimit(.minutes(30)))
struct RedirectionTests {
    /// A server that redirects the first request, and answers every other one with the file.
    private static func redirecting(_ status: Int, _ fields: [String]) throws -> LoopbackServer {
        try LoopbackServer { exchange, number in
            guard number == 1 else {
                _ = exchange.send(RawAnswers.whole())
                return
            }
            exchange.begin(status, fields + ["Content-Length: 0"])
        }
    }

    /// Whether a redirection is an error at once and for good, and nothing else is requested.
    private static func expectRejection(_ status: Int, _ fields: [String]) async throws {
        let server = try redirecting(status, fields)
        let failure = await #expect(throws: HTTPFailure.self) {
            try await Attempts().next(.atOnce(server.url("/pond.bin")))
        }
        #expect(failure?.code == .redirection && failure?.status == status && failure?.retryClass == .permanent)
        #expect(server.requests.count == 1, "\(server.requests)")
    }

    @Test(
        "Those that lead to no http or https address are rejected at once, and nothing else is requested",
        arguments: [
            ["Location: file:///etc/passwd"], ["Location: data:text/plain,frog"], ["Location: javascript:alert(1)"],
            ["Location: mailto:frog@example.com"], ["Location: ftp://127.0.0.1/pond.bin"],
            ["Location: http:///pond.bin"], ["Location: https:pond.bin"],
            ["Location:"], ["Location: "], [],
        ])
    func noAddress(_ fields: [String]) async throws { try await Self.expectRejection(302, fields) }

    @Test(
        "Those of a status without a meaning, or to a port that there is not, are rejected for good",
        arguments: [
            (305, "/frogs.bin"), (306, "/frogs.bin"), (302, "http://127.0.0.1:99999/"), (302, "http://127.0.0.1:0/"),
        ])
    func impossible(_ status: Int, _ location: String) async throws {
        try await Self.expectRejection(status, ["Location: \(location)"])
    }

    @Test(
        "An address without a host is beside the one that was asked (RFC 3986, section 5)",
        arguments: [
            ("frogs.bin", "/a/b/frogs.bin"), ("../frogs.bin", "/a/frogs.bin"), ("/frogs.bin", "/frogs.bin"),
            ("?frogs", "/a/b/pond.bin?frogs"), ("./frogs%20.bin#green", "/a/b/frogs%20.bin"),
        ])
    func relative(_ location: String, _ path: String) async throws {
        let attempts = Attempts()
        let server = try Self.redirecting(302, ["Location: \(location)"])
        #expect(try await attempts.next(.atOnce(server.url("/a/b/pond.bin"))) == RawAnswers.file)
        #expect(server.requests.last?.hasPrefix("GET \(path) ") == true, "\(server.requests)")
    }

    @Test("A download that is cancelled while it is redirected ends, and the program goes on")
    func cancelled() async throws {
        let server = try LoopbackServer { exchange, _ in
            exchange.begin(302, ["Location: /pond.bin", "Content-Length: 0"])
        }
        let request = HTTPRequest(server.url("/pond.bin"))
        for number in 0..<300 {
            let asking = Task {
                try await URLSessionTransport.shared.answer(
                    to: request, maximumBytes: 100, within: .seconds(1_200), by: SystemClock())
            }
            while server.requests.count <= number { await Task.yield() }
            for _ in 0..<(number % 40 * 10) { await Task.yield() }
            asking.cancel()
            await #expect(throws: (any Error).self) { try await asking.value }
        }
    }

    @Test("A server that wants credentials has answered: nobody waits for more")
    func credentials() async throws {
        let server = try LoopbackServer { exchange, _ in
            exchange.begin(401, ["WWW-Authenticate: Basic realm=\"pond\"", "Content-Length: 0"])
        }
        let failure = await #expect(throws: HTTPFailure.self) {
            try await URLSessionTransport.shared.answer(
                to: HTTPRequest(server.url("/receipts")), maximumBytes: 100, within: .seconds(1_200), by: SystemClock())
        }
        #expect(failure?.code == .status && failure?.status == 401)
    }
}
