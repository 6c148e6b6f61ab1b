import Foundation
import Purser
import Testing

@testable import PurserNetworking

@Suite("What holds the parts of a file together")
struct ValidatorTests {
    private static let changed = "Sun, 06 Nov 1994 08:49:37 GMT"
    private let now = Date(timeIntervalSince1970: 784_111_777)

    private func answer(_ headers: [String: String]) -> HTTPResponse {
        HTTPResponse(status: 200, url: .web("https://example.com/pond.bin"), headers: headers)
    }

    @Test(
        "The date of the last change counts where the answer is at least 60 seconds younger (RFC 9110, section 8.8.2.2)",
        arguments: [
            ("Sun, 06 Nov 1994 08:49:37 GMT", false), ("Sun, 06 Nov 1994 08:50:36 GMT", false),
            ("Sun, 06 Nov 1994 08:50:37 GMT", true), ("Sunday, 06-Nov-94 08:50:37 GMT", true),
            ("Sun Nov  6 08:50:37 1994", true), ("Sun, 06 Nov 1994 08:40:37 GMT", false), ("today", false),
            (nil, false),
        ])
    func dates(_ date: String?, _ counts: Bool) {
        var headers = ["Last-Modified": Self.changed]
        headers["Date"] = date
        #expect(answer(headers).validator(now: now) == (counts ? Self.changed : nil))
    }

    @Test("Of entity tags one strong one counts", arguments: ["\"v1\"", "\"\""])
    func strong(_ tag: String) { #expect(answer(["ETag": tag]).validator(now: now) == tag) }

    @Test(
        "Weak, broken and several entity tags do not", arguments: ["W/\"v1\"", "\"", "v1", "\"a\", \"b\"", "\"a", ""])
    func weak(_ tag: String) { #expect(answer(["ETag": tag]).validator(now: now) == nil) }

    @Test(
        "Beside an entity tag that does not count, no date does either (RFC 9110, section 13.1.5)",
        arguments: ["W/\"a\"", "v1", "\"a\"", ""])
    func dateBesideTag(_ tag: String) {
        let headers = ["Last-Modified": Self.changed, "Date": "Mon, 07 Nov 1994 08:49:37 GMT", "ETag": tag]
        #expect(answer(headers).validator(now: now) == (tag == "\"a\"" ? tag : nil))
    }

    @Test("Halves of two states of a file that changed within a second are never put together")
    func halves() async throws {
        let attempts = Attempts()
        let (old, new) = ([UInt8](repeating: 1, count: 20_000), [UInt8](repeating: 2, count: 20_000))
        let server = try LoopbackServer { exchange, number in
            let fields = ["Last-Modified: \(Self.changed)", "Date: \(Self.changed)"]
            guard exchange.rangeStart == nil else {
                exchange.begin(206, fields + ["Content-Range: bytes 10000-19999/20000", "Content-Length: 10000"])
                _ = exchange.send(new.prefix(10_000))
                return
            }
            exchange.begin(200, fields + ["Content-Length: 20000"])
            exchange.send(number == 1 ? old.prefix(10_000) : new[...])
        }
        await #expect(throws: HTTPFailure.self) { try await attempts.next(.atOnce(server.url("/pond.bin"))) }
        #expect(try await attempts.next(.atOnce(server.url("/pond.bin"))) == new)
    }

    @Test("Dates are read in the three forms of RFC 9110, section 5.6.7")
    func forms() {
        let expected = Date(timeIntervalSince1970: 784_111_777)
        for text in ["Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994"] {
            #expect(HTTPDate.parse(text, now: now) == expected, "\(text)")
        }
        // A year of two digits is at most 50 years ahead.
        let later = Date(timeIntervalSince1970: 1_790_000_000)
        #expect(HTTPDate.parse("Sunday, 06-Nov-94 08:49:37 GMT", now: later) == expected)
        #expect(
            HTTPDate.parse("Sunday, 01-Nov-26 00:00:00 GMT", now: later) == Date(timeIntervalSince1970: 1_793_491_200))
        for text in [
            "", "GMT", "Sun, 06 Nov 1994 08:49:37", "Sun, 31 Feb 1994 08:49:37 GMT", "Sun, 06 Nov 1994 24:49:37 GMT",
            "Sun, 06 Nov 1994 08:49:61 GMT", "Sun, 06 Nov 94 08:49:37 GMT", "Sun, -6 Nov 1994 08:49:37 GMT",
            "Sun, 99999999999999999999 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-1994 08:49:37 GMT", "a b c d e GMT",
            "a b c d e",
        ] {
            #expect(HTTPDate.parse(text, now: now) == nil, "\(text)")
        }
    }

    @Test("A server that names when to be asked again in an old form is not asked before")
    func retryAfter() {
        for field in ["Sunday, 06-Nov-94 08:50:37 GMT", "Sun Nov  6 08:50:37 1994"] {
            #expect(RetryAfter.duration(field, now: now) == .seconds(60), "\(field)")
        }
    }
}
