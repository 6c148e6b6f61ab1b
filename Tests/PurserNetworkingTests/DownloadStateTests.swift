import Foundation
import Purser
import Testing

@testable import PurserNetworking

@Suite("What a download asks for, and makes of the answer")
struct DownloadStateTests {
    private let url = URL.web("https://example.com/pond.zip?key=secret")
    private let now = Date(timeIntervalSince1970: 784_111_777)

    private func answer(_ status: Int, _ headers: [String: String] = [:]) -> HTTPResponse {
        HTTPResponse(status: status, url: url, headers: headers)
    }

    /// A download of which so many bytes of 1,000 are here.
    private func started(_ bytes: Int64, tag: String? = "\"v1\"") -> DownloadState {
        DownloadState(
            url, note: DownloadNote(url: url.absoluteString, validator: tag, bytes: bytes, total: 1_000),
            size: bytes + 7)
    }

    @Test("The first attempt asks for everything, plainly, and counts what comes")
    func first() throws {
        var state = DownloadState(url, note: nil, size: 0)
        #expect(state.request.headers == ["Accept-Encoding": "identity"])
        let beginning = try state.begins(answer(200, ["Content-Length": "10", "ETag": "\"v1\""]), now: now)
        #expect(beginning == .anew && state.total == 10)
        try state.received(4)
        #expect(state.note == DownloadNote(url: url.absoluteString, validator: "\"v1\"", bytes: 4, total: 10))
        let failure = #expect(throws: HTTPFailure.self) { try state.ended() }
        #expect(failure?.code == .incomplete && failure?.retryClass == .retryable())
        try state.received(6)
        #expect(try !state.ended())
    }

    @Test("A later attempt asks for the rest, if the file is still the same")
    func goesOn() throws {
        var state = started(400)
        #expect(state.request.headers["Range"] == "bytes=400-" && state.request.headers["If-Range"] == "\"v1\"")
        #expect(
            try state.begins(answer(206, ["Content-Range": "bytes 400-999/1000", "ETag": "\"v1\""]), now: now)
                == .goesOn)
        try state.received(600)
        #expect(try !state.ended())
        var changed = started(400)
        #expect(try changed.begins(answer(200, ["Content-Length": "20", "ETag": "\"v2\""]), now: now) == .anew)
        #expect(changed.bytes == 0 && changed.total == 20)
    }

    @Test(
        "Another part than was asked for, or of another file, is thrown away, and everything is asked for anew",
        arguments: [
            ["Content-Range": "bytes 0-999/1000"], ["Content-Range": "bytes 401-999/1000"], [:],
            ["Content-Range": "bytes 400-999/1001"], ["Content-Range": "bytes 400-999/1000", "ETag": "\"v2\""],
            ["Content-Range": "bytes 400-x/1000"], ["Content-Range": "items 400-999/1000"],
            ["Content-Range": "bytes 400-399/1000"], ["Content-Range": "bytes 400-99999999999999999999/*"],
        ])
    func wrongPart(_ headers: [String: String]) throws {
        var state = started(400)
        let failure = #expect(throws: HTTPFailure.self) { try state.begins(answer(206, headers), now: now) }
        #expect(failure?.code == .invalidAnswer && failure?.retryClass == .retryable())
        #expect(state.note == nil && state.request.headers["Range"] == nil)
    }

    @Test("What is whole already is not fetched again; a file that has become shorter is")
    func nothingLeft() throws {
        var state = started(1_000)
        #expect(try state.begins(answer(416, ["Content-Range": "bytes */1000"]), now: now) == .isWhole)
        #expect(try !state.ended())
        for range in ["bytes */900", "bytes 0-1/1000", "bytes */*"] {
            var other = started(1_000)
            #expect(throws: HTTPFailure.self) { try other.begins(answer(416, ["Content-Range": range]), now: now) }
            #expect(other.request.headers["Range"] == nil)
        }
    }

    @Test(
        "Nothing is gone on with that is from elsewhere, or of which the disk has less than was noted, or without a tag"
    )
    func notes() {
        let note = DownloadNote(url: url.absoluteString, validator: "\"v1\"", bytes: 400, total: nil)
        #expect(DownloadState(url, note: note, size: 399).bytes == 0)
        #expect(DownloadState(url, note: note, size: 400).bytes == 400)
        #expect(DownloadState(.web("https://example.com/other"), note: note, size: 400).bytes == 0)
        #expect(started(400, tag: nil).bytes == 0)
        #expect(DownloadState(url, note: DownloadNote(url: note.url, validator: "x", bytes: -1), size: 9).bytes == 0)
    }

    @Test("While the system runs, all that a killed program left counts; after its next start, what was safe")
    func starts() {
        func bytes(_ size: Int64, since start: String?, notedSince noted: String? = "A", _ safe: Int64 = 400) -> Int64 {
            let note = DownloadNote(
                url: url.absoluteString, validator: "\"v1\"", bytes: safe, total: 1_000, systemStart: noted)
            return DownloadState(url, note: note, size: size, since: start).bytes
        }
        #expect(bytes(700, since: "A") == 700)
        #expect(bytes(700, since: "A", 0) == 700)
        #expect(bytes(1_000, since: "A") == 1_000)
        #expect(bytes(1_001, since: "A") == 0, "more than the file has")
        #expect(bytes(399, since: "A") == 0, "less than was safe")
        #expect(bytes(700, since: "B") == 400)
        #expect(bytes(700, since: nil) == 400)
        #expect(bytes(700, since: nil, notedSince: nil) == 400)
        #expect(bytes(700, since: "B", 0) == 0)
    }

    @Test("Weak tags and packed files cannot be gone on with; the date of a change long ago can")
    func validators() throws {
        for (headers, isKept) in [
            (["ETag": "W/\"v1\""], false), (["ETag": "\"v1\"", "Content-Encoding": "gzip"], false),
            (["Last-Modified": "Sun, 06 Nov 1994 08:49:37 GMT"], false), ([:], false),
            (["Last-Modified": "Sun, 06 Nov 1994 08:49:37 GMT", "Date": "Sun, 06 Nov 1994 08:50:37 GMT"], true),
        ] {
            var state = DownloadState(url, note: nil, size: 0)
            guard (try? state.begins(answer(200, headers), now: now)) != nil else {
                #expect(headers["Content-Encoding"] != nil && !isKept)
                continue
            }
            try state.received(5)
            #expect((state.note != nil) == isKept, "\(headers)")
        }
    }

    @Test("What the disk has no room for is asked for again, and nothing before it")
    func fullDisk() throws {
        var state = started(400)
        _ = try state.begins(answer(206, ["Content-Range": "bytes 400-999/1000", "ETag": "\"v1\""]), now: now)
        try state.received(200)
        try state.received(100)
        state.lost(100)
        // Some of what could not be kept may lie behind it.
        let next = DownloadState(url, note: state.note, size: 650)
        #expect(next.request.headers["Range"] == "bytes=600-")
    }

    @Test("Limits hold whatever the server says")
    func limits() throws {
        var announced = DownloadState(url, note: nil, size: 0, most: 10)
        let failure = #expect(throws: HTTPFailure.self) {
            try announced.begins(answer(200, ["Content-Length": "11"]), now: now)
        }
        #expect(failure?.code == .tooLarge && failure?.retryClass == .permanent)
        var silent = DownloadState(url, note: nil, size: 0, most: 10)
        _ = try silent.begins(answer(200), now: now)
        try silent.received(10)
        #expect(throws: HTTPFailure.self) { try silent.received(1) }
        var lying = DownloadState(url, note: nil, size: 0)
        _ = try lying.begins(answer(200, ["Content-Length": "3", "ETag": "\"a\""]), now: now)
        #expect(throws: HTTPFailure.self) { try lying.received(4) }
        #expect(lying.note == nil)
        var other = DownloadState(url, note: nil, size: 0, expected: 5)
        #expect(throws: HTTPFailure.self) { try other.begins(answer(200, ["Content-Length": "6"]), now: now) }
    }

    @Test("A status says whether trying again helps, and when the server wants to be asked")
    func statuses() {
        for (status, headers, expected): (Int, [String: String], RetryClass) in [
            (404, [:], .permanent), (410, [:], .permanent), (403, [:], .permanent), (302, [:], .permanent),
            (500, [:], .retryable()), (503, ["Retry-After": "120"], .retryable(after: .seconds(120))),
            (429, ["retry-after": " 3 "], .retryable(after: .seconds(3))), (408, [:], .retryable()),
            (503, ["Retry-After": "Sun, 06 Nov 1994 08:50:37 GMT"], .retryable(after: .seconds(60))),
            (503, ["Retry-After": "Sun, 06 Nov 1994 08:40:37 GMT"], .retryable(after: .zero)),
            (503, ["Retry-After": "soon"], .retryable()),
            (503, ["Retry-After": "99999999999999999"], .retryable(after: .seconds(86_400))),
        ] {
            var state = DownloadState(url, note: nil, size: 0)
            let failure = #expect(throws: HTTPFailure.self) { try state.begins(answer(status, headers), now: now) }
            #expect(failure?.retryClass == expected, "\(status) \(headers)")
            #expect(failure?.status == status)
            #expect(failure.map { "\($0)".contains("secret") } == false, "nothing private")
        }
    }
}
