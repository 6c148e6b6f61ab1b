import Foundation
import Purser
import PurserTesting
import Testing

@testable import PurserNetworking

@Suite("Content from a server that misbehaves", .timeLimit(.minutes(30)))
struct RemoteContentSourceTests {
    private static let file: [UInt8] = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }
    private let attempts = Attempts()

    /// One attempt, with what earlier ones have left.
    private func attempt(
        _ url: URL, stallLimit: Duration = .seconds(1_200), clock: any StoreClock = SystemClock(),
        progress: @escaping @Sendable (Int64, Int64?) -> Void = { _, _ in }
    ) async throws -> [UInt8] {
        let source = RemoteContentSource(
            url, stallLimit: stallLimit, transport: WindowedTransport(windowBytes: nil), clock: clock)
        return try await attempts.next(source, progress: progress)
    }

    /// Answers as a good server does, from the byte that is asked for.
    private static func serve(_ exchange: LoopbackServer.Exchange, tag: String = "\"v1\"", cutAfter: Int = .max) {
        let start = exchange.header("if-range") == tag ? exchange.rangeStart ?? 0 : 0
        let fields = ["ETag: \(tag)", "Content-Length: \(file.count - start)"]
        if start > 0 {
            exchange.begin(206, fields + ["Content-Range: bytes \(start)-\(file.count - 1)/\(file.count)"])
        } else {
            exchange.begin(200, fields)
        }
        exchange.send(file[start...].prefix(cutAfter))
    }

    @Test("A file arrives byte by byte as it is, and its progress is told")
    func whole() async throws {
        let server = try LoopbackServer { exchange, _ in Self.serve(exchange) }
        let reported = Lock<[Int64]>([])
        let bytes = try await attempt(server.url("/a/pond.bin?key=1")) { bytes, total in
            #expect(total == Int64(Self.file.count))
            reported.withLock { $0.append(bytes) }
        }
        #expect(bytes == Self.file)
        #expect(reported.withLock { $0 == $0.sorted() && $0.last == Int64(Self.file.count) })
    }

    @Test("A connection that is cut at any byte costs nothing twice", arguments: [0, 1, 1_000, 65_536, 299_999])
    func cut(_ count: Int) async throws {
        let server = try LoopbackServer { exchange, number in Self.serve(exchange, cutAfter: number == 1 ? count : .max)
        }
        let failure = await #expect(throws: HTTPFailure.self) { try await attempt(server.url("/pond.bin")) }
        #expect(failure.map { [.connection, .incomplete].contains($0.code) } == true)
        #expect(try await attempt(server.url("/pond.bin")) == Self.file)
        let second = try #require(server.requests.last)
        #expect(second.contains("range: bytes=\(count)-") == (count > 0), "\(second)")
    }

    @Test("A file that has changed meanwhile is fetched anew, and never mixed")
    func changed() async throws {
        let server = try LoopbackServer { exchange, number in
            Self.serve(exchange, tag: "\"v\(number)\"", cutAfter: number == 1 ? 1_000 : .max)
        }
        await #expect(throws: HTTPFailure.self) { try await attempt(server.url("/pond.bin")) }
        #expect(try await attempt(server.url("/pond.bin")) == Self.file)
        #expect(server.requests.last?.contains("if-range: \"v1\"") == true)
    }

    /// What a server says to a request for the rest, which shows that the part that is here is of no use.
    private static let useless: [[String]] = [
        ["416", "Content-Range: bytes */\(file.count / 2)"],
        ["206", "ETag: \"v1\"", "Content-Range: bytes 7-\(file.count - 1)/\(file.count)"],
        ["206", "ETag: \"v2\"", "Content-Range: bytes 1000-\(file.count - 1)/\(file.count)"],
        ["206", "ETag: \"v1\"", "Content-Range: bytes 1000-\(file.count)/\(file.count + 1)"],
    ]

    @Test(
        "What a server's answer shows to be of no use is not asked for again: the next attempt fetches all",
        arguments: useless)
    func uselessPart(_ answer: [String]) async throws {
        let server = try LoopbackServer { exchange, number in
            guard exchange.rangeStart != nil else { return Self.serve(exchange, cutAfter: number == 1 ? 1_000 : .max) }
            exchange.begin(Int(answer[0]) ?? 0, answer.dropFirst() + ["Content-Length: 0"])
        }
        await #expect(throws: HTTPFailure.self) { try await attempt(server.url("/pond.bin")) }
        let failure = await #expect(throws: HTTPFailure.self) { try await attempt(server.url("/pond.bin")) }
        #expect(failure?.code == .invalidAnswer && failure?.retryClass == .retryable())
        #expect(try await attempt(server.url("/pond.bin")) == Self.file)
        #expect(server.requests.last?.contains("range:") == false)
    }

    @Test("A success that brings no file is a failure, not an empty file", arguments: [202, 204, 205])
    func noFile(_ status: Int) async throws {
        let server = try LoopbackServer { exchange, _ in exchange.begin(status, ["Content-Length: 0"]) }
        let failure = await #expect(throws: HTTPFailure.self) { try await attempt(server.url("/pond.bin")) }
        #expect(failure?.code == .invalidAnswer && failure?.status == status && failure?.retryClass == .permanent)
    }

    @Test("A pause longer than any number is a day")
    func longPause() {
        let day = Duration.seconds(86_400)
        for field in ["99999999999999999999", "86401", "86400"] {
            #expect(RetryAfter.duration(field, now: Date()) == day)
        }
        #expect(RetryAfter.duration("", now: Date()) == nil && RetryAfter.duration("-1", now: Date()) == nil)
    }

    @Test("A server that says nothing of its file's state, or ignores ranges, sends everything anew")
    func withoutRanges() async throws {
        let server = try LoopbackServer { exchange, number in
            exchange.begin(200, ["Content-Length: \(Self.file.count)"] + (number == 2 ? ["ETag: \"v1\""] : []))
            exchange.send(Self.file.prefix(number < 3 ? 5_000 : .max))
        }
        for _ in 0..<2 { await #expect(throws: HTTPFailure.self) { try await attempt(server.url("/pond.bin")) } }
        #expect(try await attempt(server.url("/pond.bin")) == Self.file)
        #expect(!server.requests[1].contains("range:") && server.requests[2].contains("range: bytes=5000-"))
    }

    @Test("Where nothing arrives for too long, the attempt is given up, and the next one goes on")
    func stall() async throws {
        let clock = VirtualClock()
        let release = DispatchSemaphore(value: 0)
        let server = try LoopbackServer { exchange, number in
            guard number == 1 else { return Self.serve(exchange) }
            Self.serve(exchange, cutAfter: 2_000)
            release.wait()
        }
        defer { release.signal() }
        let arrived = Lock(false)
        let first = Task {
            try await attempt(server.url("/pond.bin"), stallLimit: .seconds(30), clock: clock) { bytes, _ in
                if bytes == 2_000 { arrived.withLock { $0 = true } }
            }
        }
        while !arrived.withLock({ $0 }) { await Task.yield() }
        let failure = await ticking(clock) { await #expect(throws: HTTPFailure.self) { try await first.value } }
        #expect(failure?.code == .stalled)
        #expect(try await attempt(server.url("/pond.bin")) == Self.file)
        #expect(server.requests.last?.contains("range: bytes=2000-") == true)
    }

    @Test("A download that is cancelled ends at once, keeps what it has, and goes on later")
    func cancelled() async throws {
        let release = DispatchSemaphore(value: 0)
        let server = try LoopbackServer { exchange, number in
            guard number == 1 else { return Self.serve(exchange) }
            Self.serve(exchange, cutAfter: 2_000)
            release.wait()
        }
        defer { release.signal() }
        let arrived = Lock(false)
        let first = Task {
            try await attempt(server.url("/pond.bin")) { bytes, _ in
                if bytes == 2_000 { arrived.withLock { $0 = true } }
            }
        }
        while !arrived.withLock({ $0 }) { await Task.yield() }
        first.cancel()
        await #expect(throws: CancellationError.self) { try await first.value }
        #expect(try await attempt(server.url("/pond.bin")) == Self.file)
        #expect(server.requests.last?.contains("range: bytes=2000-") == true)
    }

    @Test("Redirections are followed, but not for ever")
    func redirections() async throws {
        let server = try LoopbackServer { exchange, _ in
            if exchange.head.hasPrefix("GET /loop") {
                return exchange.begin(302, ["Location: /loop", "Content-Length: 0"])
            }
            guard exchange.head.hasPrefix("GET /pond.bin") else { return Self.serve(exchange) }
            exchange.begin(307, ["Location: /elsewhere", "Content-Length: 0"])
        }
        #expect(try await attempt(server.url("/pond.bin")) == Self.file)
        let failure = await #expect(throws: HTTPFailure.self) { try await attempt(server.url("/loop")) }
        #expect(failure?.code == .redirection && failure?.retryClass == .permanent)
        let exchange = HTTPExchange(Nobody(), HTTPRequest(.web("https://example.com/a")))
        #expect(exchange.redirected(from: nil, to: URL(string: "http://example.com/a"), status: 302) == nil)
        #expect(exchange.redirected(from: nil, to: URL(string: "file:///etc/passwd"), status: 302) == nil)
        #expect(exchange.redirected(from: nil, to: URL(string: "https://example.org/a"), status: 302) != nil)
    }

    @Test(
        "Where something was sent a redirection is not followed: it would arrive without that",
        arguments: [301, 302, 303, 307, 308])
    func redirectedBody(_ status: Int) async throws {
        let server = try LoopbackServer { exchange, _ in
            exchange.begin(status, ["Location: /elsewhere", "Content-Length: 0"])
        }
        let request = HTTPRequest(server.url("/receipts"), method: "POST", body: Data("{}".utf8))
        let failure = await #expect(throws: HTTPFailure.self) {
            try await URLSessionTransport.shared.answer(
                to: request, maximumBytes: 100, within: .seconds(1_200), by: SystemClock())
        }
        #expect(failure?.code == .redirection && failure?.status == status && failure?.retryClass == .permanent)
        #expect(server.requests.count == 1)
    }

    private struct Nobody: HTTPReceiver {
        func begins(_ response: HTTPResponse) {}
        func receive(_ piece: Data) {}
    }

    @Test("What a server refuses is an error that says so, and leaves nothing that would be gone on with")
    func rejected() async throws {
        let server = try LoopbackServer { exchange, _ in
            exchange.begin(404, ["Content-Length: 9"])
            exchange.send("not found".utf8)
        }
        let failure = await #expect(throws: HTTPFailure.self) { try await attempt(server.url("/pond.bin")) }
        #expect(failure?.status == 404 && failure?.retryClass == .permanent)
        let gone = try LoopbackServer { _, _ in }.url("/pond.bin")
        let unreachable = await #expect(throws: HTTPFailure.self) { try await attempt(gone) }
        #expect(unreachable?.code == .connection && unreachable?.retryClass == .retryable())
    }
}
