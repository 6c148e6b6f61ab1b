import Foundation
import Purser
import Testing

@testable import PurserNetworking

/// A name, and an answer to the request for a file.
struct HostileAnswer: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let bytes: [UInt8]

    init(_ name: String, _ bytes: [UInt8]) { (testDescription, self.bytes) = (name, bytes) }
}

@Suite("Of a file whose server answers anything, nothing but the whole is installed", .timeLimit(.minutes(30)))
struct HostileAnswerTests {
    private typealias Raw = RawAnswers

    private static let chunked = "Transfer-Encoding: chunked"
    private static let gzip = Raw.cutGzip(Array(Raw.file.prefix(20_000)))

    /// Those after which nothing may be installed.
    static let useless: [HostileAnswer] = [
        HostileAnswer("gzip, cut", Raw.answer("200 OK", ["Content-Encoding: gzip"], gzip)),
        HostileAnswer(
            "gzip, cut, with its right length",
            Raw.answer("200 OK", ["Content-Encoding: gzip", "Content-Length: \(gzip.count)"], gzip)),
        HostileAnswer("x-gzip", Raw.answer("200 OK", ["Content-Encoding: X-GZIP"], gzip)),
        HostileAnswer("two codings", Raw.answer("200 OK", ["Content-Encoding: identity, gzip"], gzip)),
        HostileAnswer(
            "gzip on the way",
            Raw.answer("200 OK", ["Transfer-Encoding: gzip, chunked"], Raw.chunk(gzip) + "0\r\n\r\n".utf8)),
        HostileAnswer("two lengths, the shorter last", Raw.whole(["Content-Length: 7"])),
        HostileAnswer(
            "two lengths, the longer last",
            Raw.answer("200 OK", ["Content-Length: 7", "Content-Length: 30000"], Raw.file)),
        HostileAnswer("a list of lengths", Raw.answer("200 OK", ["Content-Length: 7, 30000"], Raw.file)),
        HostileAnswer("a length with a space", Raw.answer("200 OK", ["Content-Length: 12 13"], Raw.file)),
        HostileAnswer("a hexadecimal length", Raw.answer("200 OK", ["Content-Length: 0x10"], Raw.file)),
        HostileAnswer(
            "a length beyond all numbers", Raw.answer("200 OK", ["Content-Length: 99999999999999999999999"], Raw.file)),
        HostileAnswer("a negative length", Raw.answer("200 OK", ["Content-Length: -5"], Raw.file)),
        HostileAnswer("less than announced", Raw.answer("200 OK", ["Content-Length: 30001"], Raw.file)),
        HostileAnswer("chunks without an end", Raw.answer("200 OK", [chunked], Raw.chunk(Raw.file.prefix(9)))),
        HostileAnswer(
            "a chunk without a size", Raw.answer("200 OK", [chunked], Raw.chunk(Raw.file.prefix(9)) + "zz\r\n".utf8)),
        HostileAnswer("a chunk of a huge size", Raw.answer("200 OK", [chunked], "fffffffffffffffff\r\nabc".utf8)),
        HostileAnswer(
            "chunks that end before the length",
            Raw.answer("200 OK", [chunked, "Content-Length: 30000"], "1\r\na\r\n0\r\n\r\n".utf8)),
        HostileAnswer(
            "a part that nobody asked for",
            Raw.answer("206 Part", ["Content-Range: bytes 0-99/*"], Raw.file.prefix(100))),
        HostileAnswer(
            "a part of a known length",
            Raw.answer("206 Part", ["Content-Range: bytes 0-99/30000"], Raw.file.prefix(100))),
        HostileAnswer(
            "another part", Raw.answer("206 Part", ["Content-Range: bytes 1-29999/30000"], Raw.file.dropFirst())),
        HostileAnswer(
            "a part in several parts",
            Raw.answer("206 Part", ["Content-Type: multipart/byteranges; boundary=a"], Raw.file)),
        HostileAnswer("no such part", Raw.answer("416 No", ["Content-Range: bytes */0"])),
        HostileAnswer("not modified", Raw.answer("304 Same", [])),
        HostileAnswer("several choices", Raw.answer("300 Choose", ["Content-Length: 2"], "ab".utf8)),
        HostileAnswer("another protocol", Raw.answer("101 Switch", ["Upgrade: frogs"], "abc".utf8)),
        HostileAnswer("an unknown success", Raw.answer("299 Odd", ["Content-Length: 2"], "ab".utf8)),
        HostileAnswer("an unknown status", Raw.answer("799 Odd", ["Content-Length: 2"], "ab".utf8)),
        HostileAnswer("no header", Array("hello".utf8)),
        HostileAnswer("nothing", []),
        HostileAnswer("an unknown version", Array("HTTP/3.0 200 OK\r\nContent-Length: 2\r\n\r\nab".utf8)),
        HostileAnswer("a line without a colon", Raw.answer("200 OK", ["rubbish", "Content-Length: 2"], "ab".utf8)),
        HostileAnswer("a zero in the header", Raw.answer("200 OK", ["X-A: a\0b", "Content-Length: 2"], "ab".utf8)),
        HostileAnswer(
            "endless headers", Raw.answer("200 OK", (0..<9_000).map { "X-\($0): \(String(repeating: "a", count: 90))" })
        ),
        HostileAnswer(
            "credentials wanted", Raw.answer("401 No", ["WWW-Authenticate: Basic realm=\"pond\"", "Content-Length: 0"])),
    ]

    @Test("What is cut, contradicts itself or is no file is an error", arguments: useless)
    func rejected(_ answer: HostileAnswer) async throws {
        let attempts = Attempts()
        let server = try LoopbackServer { exchange, number in exchange.send(number == 1 ? answer.bytes : Raw.whole()) }
        let failure = await #expect(throws: HTTPFailure.self) {
            try await attempts.next(.atOnce(server.url("/pond.bin")))
        }
        #expect(failure?.code != .stalled && server.requests.count == 1, "\(String(describing: failure))")
        #expect(try await attempts.next(.atOnce(server.url("/pond.bin"))) == Raw.file)
    }

    /// Two chunks, of which one has a trait.
    private static let traits =
        Array("1;a=b\r\n".utf8) + Raw.file.prefix(1) + "\r\n".utf8 + Raw.chunk(Raw.file.dropFirst()) + "0\r\n\r\n".utf8

    /// Those that are odd, and bring the whole file.
    private static let odd: [HostileAnswer] = [
        HostileAnswer("the same length twice", Raw.whole(["Content-Length: 30000"])),
        HostileAnswer("identity", Raw.whole(["Content-Encoding: identity"])),
        HostileAnswer("no length", Raw.answer("200 OK", [], Raw.file)),
        HostileAnswer("chunks with a trait", Raw.answer("200 OK", [chunked], traits)),
        HostileAnswer("an interim answer", Raw.whole(before: "HTTP/1.1 100 Continue\r\n\r\n")),
        HostileAnswer(
            "early hints with a header of their own",
            Raw.whole(before: "HTTP/1.1 103 Early\r\nContent-Length: 5\r\nContent-Encoding: gzip\r\n\r\n")),
        HostileAnswer(
            "many interim answers", Raw.whole(before: String(repeating: "HTTP/1.1 102 Wait\r\n\r\n", count: 50))),
        HostileAnswer("letters beyond ASCII", Raw.whole(["Content-Disposition: attachment; filename=\"étang.bin\""])),
        HostileAnswer("a reason beyond ASCII", Raw.whole(status: "200 Déjà")),
        HostileAnswer("a folded field", Raw.whole(["X-A: b\r\n c"])),
        HostileAnswer("a field without a value", Raw.whole(["X-A:"])),
        HostileAnswer("more than announced", Raw.whole() + "more".utf8),
        HostileAnswer("another source's file", Raw.whole(status: "203 Elsewhere")),
        HostileAnswer(
            "the whole as a part", Raw.answer("206 Part", ["Content-Range: bytes 0-29999/30000"], Raw.file)),
    ]

    @Test("An answer that is odd and brings the whole file installs it at the first attempt", arguments: odd)
    func accepted(_ answer: HostileAnswer) async throws {
        let attempts = Attempts()
        let server = try LoopbackServer { exchange, _ in exchange.send(answer.bytes) }
        #expect(try await attempts.next(.atOnce(server.url("/pond.bin"))) == Raw.file)
    }

    @Test("A header field that is no UTF-8 is read, or rejected at once with what to correct")
    func otherLetters() async throws {
        let attempts = Attempts()
        let header = Array("HTTP/1.1 200 OK\r\nContent-Length: 30000\r\nX-Name: ".utf8) + [0xE9] + "\r\n\r\n".utf8
        let server = try LoopbackServer { exchange, _ in exchange.send(header + Raw.file) }
        #if canImport(Darwin)
            #expect(try await attempts.next(.atOnce(server.url("/pond.bin"))) == Raw.file)
        #else
            let failure = await #expect(throws: HTTPFailure.self) {
                try await attempts.next(.atOnce(server.url("/pond.bin")))
            }
            #expect(failure?.code == .invalidAnswer && failure?.retryClass == .permanent)
            #expect(failure?.message.contains("UTF-8") == true)
        #endif
    }
}
