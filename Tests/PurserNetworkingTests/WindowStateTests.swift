import Foundation
import Purser
import Testing

@testable import PurserNetworking

@Suite("What a download in windows asks for, and makes of the answer")
struct WindowStateTests {
    private let url = URL.web("https://example.com/pond.zip")
    private let now = Date(timeIntervalSince1970: 784_111_777)

    private func answer(_ status: Int, _ headers: [String: String] = [:]) -> HTTPResponse {
        HTTPResponse(status: status, url: url, headers: headers)
    }

    private func part(
        _ first: Int, _ last: Int, of total: String = "1000", _ state: [String: String] = ["ETag": "\"v1\""]
    ) -> HTTPResponse {
        answer(206, ["Content-Range": "bytes \(first)-\(last)/\(total)"].merging(state) { $1 })
    }

    /// A download in windows of 400 bytes, of which so many are here.
    private func started(_ bytes: Int64 = 0, expected: Int64? = nil, tag: String = "\"v1\"") -> DownloadState {
        let note = DownloadNote(url: url.absoluteString, validator: tag, bytes: bytes, total: nil)
        return DownloadState(url, note: note, size: bytes, expected: expected, window: 400)
    }

    private func ranges(_ state: DownloadState) -> [String?] {
        [state.request.headers["Range"], state.request.headers["If-Range"]]
    }

    @Test("One window after the other is asked for, all but the first on condition that the file is the same")
    func windows() throws {
        var state = started()
        #expect(ranges(state) == ["bytes=0-399", nil])
        #expect(try state.begins(part(0, 399), now: now) == .anew && state.total == 1_000)
        try state.received(400)
        #expect(try state.ended())
        #expect(ranges(state) == ["bytes=400-799", "\"v1\""])
        #expect(try state.begins(part(400, 799), now: now) == .goesOn)
        try state.received(400)
        #expect(try state.ended())
        // The rest is no more than a window.
        #expect(ranges(state) == ["bytes=800-", "\"v1\""])
        #expect(try state.begins(part(800, 999), now: now) == .goesOn)
        try state.received(200)
        #expect(try !state.ended() && state.isWhole)
    }

    @Test("A window that breaks off is gone on with at the byte where it did")
    func brokenWindow() throws {
        var state = started(400)
        _ = try state.begins(part(400, 799), now: now)
        try state.received(7)
        #expect(throws: HTTPFailure.self) { try state.ended() }
        #expect(state.note?.bytes == 407)
        let next = DownloadState(url, note: state.note, size: 500, window: 400)
        #expect(ranges(next) == ["bytes=407-806", "\"v1\""])
    }

    @Test("What is known to be no more than a window is asked for in one request")
    func small() {
        #expect(ranges(started(expected: 400)) == [nil, nil])
        #expect(ranges(started(expected: 401)) == ["bytes=0-399", nil])
        #expect(ranges(started(1, expected: 401)) == ["bytes=1-", "\"v1\""])
    }

    @Test("A window of nothing is none: everything is asked for", arguments: [0, -1, Int64.min])
    func noWindow(_ window: Int64) {
        let state = DownloadState(url, note: nil, size: 0, window: window)
        #expect(ranges(state) == [nil, nil])
    }

    @Test("The largest window there is asks for everything that is left")
    func largestWindow() {
        let note = DownloadNote(url: url.absoluteString, validator: "\"v1\"", bytes: 7, total: nil)
        #expect(ranges(DownloadState(url, note: note, size: 7, window: .max)) == ["bytes=7-", "\"v1\""])
    }

    @Test(
        "Answers that contradict what is here lead to one request for everything, at once",
        arguments: [
            ["Content-Range": "bytes 401-799/1000"], [:],
            ["Content-Range": "bytes 400-9223372036854775807/*"],
            ["Content-Range": "bytes 400-799/1000", "Content-Encoding": "gzip"],
        ])
    func contradiction(_ headers: [String: String]) throws {
        var state = started(400)
        #expect(throws: AsksAnew.self) { try state.begins(answer(206, headers), now: now) }
        #expect(ranges(state) == [nil, nil] && state.bytes == 0 && state.note == nil)
        // What is wrong with that, too, is left to another attempt.
        let failure = #expect(throws: HTTPFailure.self) { try state.begins(answer(206, headers), now: now) }
        #expect(failure?.code == .invalidAnswer && failure?.retryClass == .retryable())
    }

    @Test("The date of the last change tells one state of the file from another, too")
    func dates() throws {
        let (old, new) = ("Sun, 06 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:50:37 GMT")
        var state = started(400, tag: old)
        #expect(try state.begins(part(400, 799, of: "1000", ["Last-Modified": old]), now: now) == .goesOn)
        var changed = started(400, tag: old)
        #expect(throws: AsksAnew.self) {
            try changed.begins(part(400, 799, of: "1000", ["Last-Modified": new]), now: now)
        }
    }

    @Test("A length that changes from one window to the next, and more than a window announced, are contradictions")
    func otherLength() throws {
        var state = started()
        _ = try state.begins(part(0, 399), now: now)
        try state.received(400)
        #expect(throws: AsksAnew.self) { try state.begins(part(400, 799, of: "1001"), now: now) }
        var lying = started()
        _ = try lying.begins(part(0, 399), now: now)
        #expect(throws: AsksAnew.self) { try lying.received(401) }
        #expect(lying.bytes == 0)
    }

    @Test(
        "Parts of a file without a state are not put together: it is asked for as a whole, unless a part is all of it")
    func stateless() throws {
        for state in [[:], ["ETag": "W/\"v1\""]] {
            var download = started()
            #expect(throws: AsksAnew.self) { try download.begins(part(0, 399, of: "1000", state), now: now) }
            #expect(ranges(download) == [nil, nil])
            var small = started()
            #expect(try small.begins(part(0, 299, of: "300", state), now: now) == .anew)
            try small.received(300)
            #expect(try !small.ended())
        }
    }

    @Test("A server that does not know ranges sends everything")
    func whole() throws {
        var state = started()
        #expect(try state.begins(answer(200, ["Content-Length": "1000", "ETag": "\"v2\""]), now: now) == .anew)
        try state.received(1_000)
        #expect(try !state.ended())
    }

    @Test(
        "A file that has changed meanwhile is begun anew in windows, and is asked for at once when it has changed again",
        arguments: [
            (206, ["Content-Range": "bytes 400-799/1000", "ETag": "\"v2\""]),
            (206, ["Content-Range": "bytes 400-799/1001", "ETag": "\"v1\""]), (200, ["Content-Length": "1000"]),
            (416, ["Content-Range": "bytes */399"]),
        ])
    func changed(_ status: Int, _ headers: [String: String]) throws {
        var state = started()
        func firstWindow() throws {
            #expect(try state.begins(part(0, 399), now: now) == .anew)
            try state.received(400)
            #expect(try state.ended())
        }
        try firstWindow()
        #expect(throws: AsksAnew.self) { try state.begins(answer(status, headers), now: now) }
        #expect(ranges(state) == ["bytes=0-399", nil] && state.bytes == 0 && state.note == nil)
        try firstWindow()
        guard status != 200 else {
            // The answer brings everything, and nothing else is asked for.
            #expect(try state.begins(answer(status, headers), now: now) == .anew)
            return
        }
        #expect(throws: AsksAnew.self) { try state.begins(answer(status, headers), now: now) }
        #expect(ranges(state) == [nil, nil])
    }

    @Test("An empty file has no first part")
    func empty() throws {
        var state = started()
        #expect(throws: AsksAnew.self) {
            try state.begins(answer(416, ["Content-Range": "bytes */0"]), now: now)
        }
        #expect(ranges(state) == [nil, nil])
        #expect(try state.begins(answer(200, ["Content-Length": "0"]), now: now) == .anew)
        #expect(try !state.ended())
    }

    @Test("Where the length is not known, the server says that nothing follows; the app's size holds all the same")
    func unknownLength() throws {
        var state = started()
        _ = try state.begins(part(0, 399, of: "*"), now: now)
        try state.received(400)
        #expect(try state.ended())
        _ = try state.begins(part(400, 449, of: "*"), now: now)
        try state.received(50)
        #expect(try state.ended())
        #expect(try state.begins(answer(416, ["Content-Range": "bytes */450"]), now: now) == .isWhole)
        #expect(try !state.ended())
        var short = started(450, expected: 500)
        let failure = #expect(throws: HTTPFailure.self) {
            try short.begins(answer(416, ["Content-Range": "bytes */450"]), now: now)
        }
        #expect(failure?.retryClass == .permanent)
        var long = started(450, expected: 450)
        #expect(ranges(long) == ["bytes=450-", "\"v1\""])
        #expect(throws: HTTPFailure.self) { try long.begins(part(450, 499, of: "500"), now: now) }
    }

    @Test("Limits of size hold from the first window on")
    func limits() throws {
        var large = DownloadState(url, note: nil, size: 0, most: 999, window: 400)
        let failure = #expect(throws: HTTPFailure.self) { try large.begins(part(0, 399), now: now) }
        #expect(failure?.code == .tooLarge)
        var dear = DownloadState(url, note: nil, size: 0, metered: 999, window: 400)
        #expect(throws: TooMuchForMeteredNetworks.self) { try dear.begins(part(0, 399), now: now) }
        var other = started(expected: 1_001)
        #expect(throws: HTTPFailure.self) { try other.begins(part(0, 399), now: now) }
    }
}
