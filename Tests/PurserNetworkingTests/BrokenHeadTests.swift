#if os(Linux)
    import Foundation
    import Purser
    import Testing

    @testable import PurserNetworking

    /// What the page *PurserNetworking* says of URL loading on Linux.
    @Suite("Answers that are not HTTP, by URL loading", .timeLimit(.minutes(30)))
    struct BrokenHeadTests {
        private static let line = "HTTP/1.1 200 OK\r\n"

        /// What is sent before the connection ends, and what is repeated until the client has left.
        private static let broken: [(name: String, text: String, repeated: String)] = [
            ("nothing", "", ""), ("half a line", "HTTP/1.1 20", ""), ("a head without end", line, "X-Name: a\r\n"),
            ("HTTP/0.9", "<html></html>\r\n", ""), ("no version", "HTTP 200 OK\r\n\r\n", ""),
            ("not HTTP", "\u{15}\u{3}\u{1}\r\n\r\n", ""),
            ("interim answers for ever", "", "HTTP/1.1 100 Continue\r\n\r\n"),
            ("a cut body", line + "Content-Length: 9\r\n\r\nab", ""), ("a body without end", line + "\r\n", "a"),
        ]

        private static func answer(_ text: String, _ repeated: String = "") async throws -> HTTPAnswer {
            let server = try LoopbackServer { exchange, _ in
                exchange.send(text.utf8)
                while !repeated.isEmpty, exchange.send(repeated.utf8) { usleep(1_000) }
            }
            return try await URLSessionTransport.shared.anyAnswer(
                to: HTTPRequest(server.url("/")), maximumBytes: 1 << 16, within: .seconds(2), by: SystemClock())
        }

        @Test("Each of these ends the call with a failure, and not the process")
        func failures() async throws {
            for (name, text, repeated) in Self.broken {
                await #expect(throws: HTTPFailure.self, "\(name)") { _ = try await Self.answer(text, repeated) }
            }
        }

        @Test("Each of these ends the process: a transport for servers is AsyncHTTPTransport")
        func deaths() async {
            await #expect(processExitsWith: .failure, "a connection that ends within the head") {
                _ = try? await BrokenHeadTests.answer(BrokenHeadTests.line)
            }
            await #expect(processExitsWith: .failure, "fields after a chunked body") {
                let end = "1\r\na\r\n0\r\nX-Name: a\r\n\r\n"
                let head = BrokenHeadTests.line + "Transfer-Encoding: chunked\r\n\r\n"
                _ = try? await BrokenHeadTests.answer(head + end)
            }
            await #expect(processExitsWith: .failure, "the greatest length") {
                let length = "Content-Length: 9223372036854775807\r\n\r\nab"
                _ = try? await BrokenHeadTests.answer(BrokenHeadTests.line + length)
            }
        }
    }
#endif
