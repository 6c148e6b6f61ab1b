import Foundation
import Purser
import Testing

@testable import PurserNetworking

@Suite("What a server answers to a request for the rest never mixes two files", .timeLimit(.minutes(30)))
struct HostilePartTests {
    private typealias Raw = RawAnswers
    private static let tag = "ETag: \"v1\""
    private static let rest = Raw.file.dropFirst(10_000)
    private static let new = [UInt8](repeating: 7, count: 5_000)

    private static let answers: [HostileAnswer] = [
        HostileAnswer(
            "the whole, which is shorter than the part",
            Raw.answer("200 OK", ["ETag: \"v2\"", "Content-Length: 5000"], new)),
        HostileAnswer(
            "a weak tag", Raw.answer("206 Part", ["ETag: W/\"v1\"", "Content-Range: bytes 10000-29999/30000"], new)),
        HostileAnswer(
            "another tag", Raw.answer("206 Part", ["ETag: \"v2\"", "Content-Range: bytes 10000-29999/30000"], new)),
        HostileAnswer("no range", Raw.answer("206 Part", [tag, "Content-Length: 20000"], rest)),
        HostileAnswer("the beginning", Raw.answer("206 Part", [tag, "Content-Range: bytes 0-29999/30000"], Raw.file)),
        HostileAnswer(
            "a part behind a gap", Raw.answer("206 Part", [tag, "Content-Range: bytes 10001-29999/30000"], new)),
        HostileAnswer("another length", Raw.answer("206 Part", [tag, "Content-Range: bytes 10000-29999/30001"], rest)),
        HostileAnswer(
            "a packed part",
            Raw.answer(
                "206 Part", [tag, "Content-Encoding: gzip", "Content-Range: bytes 10000-29999/30000"],
                Raw.cutGzip(Array(new)))),
        HostileAnswer(
            "a part that ends early, with its length",
            Raw.answer(
                "206 Part", [tag, "Content-Range: bytes 10000-29999/30000", "Content-Length: 9"], rest.prefix(9))),
        HostileAnswer(
            "a part of an unknown length that ends early",
            Raw.answer("206 Part", [tag, "Content-Range: bytes 10000-10099/*"], rest.prefix(100))),
        HostileAnswer(
            "more than the part", Raw.answer("206 Part", [tag, "Content-Range: bytes 10000-10099/30000"], rest)),
        HostileAnswer("nothing left, of another length", Raw.answer("416 No", ["Content-Range: bytes */10000"])),
        HostileAnswer("nothing left, without a reason", Raw.answer("416 No", [])),
        HostileAnswer(
            "nothing left, of another file", Raw.answer("416 No", ["ETag: \"v2\"", "Content-Range: bytes */10000"])),
        HostileAnswer("two lengths", Raw.answer("200 OK", ["Content-Length: 7", "Content-Length: 30000"], Raw.file)),
        HostileAnswer(
            "a redirection to a file", Raw.answer("302 Go", ["Location: file:///etc/hostname", "Content-Length: 0"])),
        HostileAnswer(
            "busy for ever", Raw.answer("503 Busy", ["Retry-After: 99999999999999999999", "Content-Length: 0"])),
        HostileAnswer("nothing", []),
    ]

    @Test(
        "In the end one whole file is installed, whether it is asked for at once or in windows",
        arguments: answers + HostileAnswerTests.useless, [nil, 8_000])
    func rest(_ answer: HostileAnswer, window: Int64?) async throws {
        let attempts = Attempts()
        let server = try LoopbackServer { exchange, number in
            if number == 2 {
                _ = exchange.send(answer.bytes)
                return
            }
            let start = exchange.header("if-range") == "\"v1\"" ? exchange.rangeStart ?? 0 : 0
            let end = min(exchange.rangeLast ?? .max, 29_999)
            // Whoever has the whole file is told so.
            guard start <= end else {
                exchange.begin(416, [Self.tag, "Content-Range: bytes */30000", "Content-Length: 0"])
                return
            }
            let isPart = start > 0 || window != nil && exchange.rangeStart == 0
            let range = isPart ? ["Content-Range: bytes \(start)-\(end)/30000"] : []
            let body = isPart ? Raw.file[start...end] : Raw.file[...]
            exchange.begin(isPart ? 206 : 200, [Self.tag, "Content-Length: \(body.count)"] + range)
            exchange.send(body.prefix(number == 1 ? 10_000 : .max))
        }
        var installed: [UInt8]?
        for _ in 0..<4 where installed == nil {
            installed = try? await attempts.next(
                RemoteContentSource(
                    server.url("/pond.bin"), stallLimit: .seconds(1_200),
                    transport: WindowedTransport(windowBytes: window)))
        }
        #expect(installed == Raw.file || installed == Self.new, "\(installed?.count ?? -1) bytes")
    }
}
