import Foundation
import Purser

/// What is known of a download that is not whole yet; kept beside its bytes.
struct DownloadNote: Codable, Sendable, Hashable {
    /// Where the bytes are from.
    var url: String
    /// What tells this state of the file from others, for `If-Range`: a strong entity tag, or the date of the last change;
    /// `nil` when the server named neither, and it cannot go on.
    var validator: String?
    /// How many bytes are safe on the disk.
    var bytes: Int64
    /// How many there will be; `nil` when the server did not say.
    var total: Int64?
}

/// One download over HTTP, from one attempt to the next: what to ask for, and what to make of the answer.
///
/// Ranges and conditions as in RFC 9110, sections 13.1.5 and 14.
struct DownloadState: Sendable {
    /// What follows from the beginning of an answer.
    enum Beginning: Sendable, Hashable {
        /// What is here stays, and the rest follows.
        case goesOn
        /// What is here is deleted: everything follows.
        case anew
        /// Nothing follows: everything is here.
        case isWhole
    }

    private let url: URL
    private let expected: Int64?
    private let most: Int64
    /// How many bytes there may be for this request to go on; `nil` for as many as there are.
    private let metered: Int64?
    private var validator: String?
    /// How many bytes are here.
    private(set) var bytes: Int64
    /// How many there will be; `nil` when that is not known.
    private(set) var total: Int64?

    /// A download, with what an earlier attempt has left.
    ///
    /// - Parameters:
    ///   - note: what was noted of the earlier one.
    ///   - size: how many bytes are on the disk.
    ///   - expected: how many there have to be; `nil` when the app does not know.
    ///   - most: how many there may be at most.
    ///   - metered: how many there may be over the network that this request uses; `nil` for as many as there are.
    init(
        _ url: URL, note: DownloadNote?, size: Int64, expected: Int64? = nil, most: Int64 = .max, metered: Int64? = nil
    ) {
        (self.url, self.expected, self.most, self.metered) = (url, expected, most, metered)
        bytes = 0
        // What came after the note may be anything, after a power failure.
        guard let note, note.url == url.absoluteString, let validator = note.validator, note.bytes > 0,
            note.bytes <= size
        else { return }
        self.validator = validator
        bytes = note.bytes
        total = note.total
    }

    /// What is to be noted; `nil` when another attempt has to begin anew.
    var note: DownloadNote? {
        guard bytes > 0, let validator else { return nil }
        return DownloadNote(url: url.absoluteString, validator: validator, bytes: bytes, total: total)
    }

    /// What to ask for.
    var request: HTTPRequest {
        // Lengths and ranges are those of the file only where nothing is packed on the way.
        var request = HTTPRequest(url, headers: ["Accept-Encoding": "identity"])
        if bytes > 0, let validator {
            request.headers["Range"] = "bytes=\(bytes)-"
            request.headers["If-Range"] = validator
        }
        return request
    }

    /// The server answers.
    ///
    /// - Parameter now: the present date.
    /// - Throws: why this is no beginning of the file.
    mutating func begins(_ response: HTTPResponse, now: Date) throws -> Beginning {
        switch response.status {
        case 206: try goesOn(response)
        case 416 where bytes > 0: return try isWhole(response)
        case 200, 203: begin(response)
        case 200...299: throw noFile(response)
        default:
            if let failure = HTTPFailure(status: response, now: now) { throw failure }
        }
        try checkTotal(response)
        if let total { try checkMetered(total) }
        return response.status == 206 && bytes > 0 ? .goesOn : .anew
    }

    private mutating func begin(_ response: HTTPResponse) {
        bytes = 0
        let isPlain = ["", "identity"].contains(response.header("Content-Encoding")?.lowercased() ?? "")
        total = isPlain ? response.header("Content-Length").flatMap { Int64($0) }.map { max(0, $0) } : nil
        validator = isPlain ? Self.validator(response) : nil
    }

    /// The rest of the file, as it was asked for.
    private mutating func goesOn(_ response: HTTPResponse) throws(HTTPFailure) {
        let range = response.header("Content-Range").flatMap(ContentRange.init)
        let tag = response.header("ETag")
        let isSame = validator.map { !$0.hasPrefix("\"") } ?? true || tag == nil || tag == validator
        guard let range, range.first == bytes, isSame, total == nil || range.total == nil || range.total == total else {
            startAnew()
            throw HTTPFailure(
                .invalidAnswer, url, status: 206,
                "The server sent another part of the file than it was asked for. It is fetched anew.")
        }
        total = range.total ?? total
        if bytes == 0 { validator = Self.validator(response) }
    }

    /// The server has nothing behind what is here.
    private mutating func isWhole(_ response: HTTPResponse) throws(HTTPFailure) -> Beginning {
        let size = response.header("Content-Range").flatMap(ContentRange.unsatisfied)
        guard size == bytes, total == nil || total == size else {
            startAnew()
            throw HTTPFailure(
                .invalidAnswer, url, status: 416,
                "The file is not as long any more as what was fetched of it. It is fetched anew.", retry: .retryable())
        }
        total = size
        return .isWhole
    }

    private mutating func checkTotal(_ response: HTTPResponse) throws(HTTPFailure) {
        guard let total else { return }
        guard total <= most else { throw tooLarge() }
        guard expected == nil || expected == total else {
            startAnew()
            throw HTTPFailure(
                .invalidAnswer, url, status: response.status,
                "The file has \(total) bytes and should have \(expected ?? 0). Correct the address or the expected size.",
                retry: .permanent)
        }
    }

    private func checkMetered(_ bytes: Int64) throws(TooMuchForMeteredNetworks) {
        if let metered, bytes > metered { throw TooMuchForMeteredNetworks() }
    }

    private func noFile(_ response: HTTPResponse) -> HTTPFailure {
        HTTPFailure(
            .invalidAnswer, url, status: response.status,
            "The server answered with status \(response.status), which brings no file. Correct the address.",
            retry: .permanent)
    }

    private func tooLarge() -> HTTPFailure {
        HTTPFailure(
            .tooLarge, url,
            "The file has more than \(most) bytes, which is more than is allowed. Allow more, or correct it.",
            retry: .permanent)
    }

    /// So many bytes more are here.
    mutating func received(_ count: Int) throws {
        let sum = bytes + Int64(count)
        guard sum <= most else { throw tooLarge() }
        // What is refused is not written, and does not count.
        try checkMetered(sum)
        bytes = sum
        guard let length, bytes > length else { return }
        startAnew()
        throw HTTPFailure(
            .invalidAnswer, url, "The server sent more than the \(length) bytes of the file. It is fetched anew.")
    }

    /// How many bytes the file has, by the server or else by the app; `nil` when neither knows.
    private var length: Int64? { total ?? expected }

    /// Whether everything is here, by the length that is known.
    var isWhole: Bool { length.map { bytes >= $0 } ?? false }

    /// The server has sent everything.
    func ended() throws(HTTPFailure) {
        guard let length, bytes < length else { return }
        throw HTTPFailure(
            .incomplete, url, "The connection ended after \(bytes) of \(length) bytes. The rest is fetched later.")
    }

    /// What is here is of no use: another attempt begins anew.
    private mutating func startAnew() {
        bytes = 0
        validator = nil
        total = nil
    }

    /// A strong entity tag, or the date of the last change.
    private static func validator(_ response: HTTPResponse) -> String? {
        if let tag = response.header("ETag"), tag.hasPrefix("\""), tag.count > 1 { return tag }
        return response.header("Last-Modified")
    }
}

/// It turned out that a file is too large for networks that are paid by the byte: it is asked for over others alone.
struct TooMuchForMeteredNetworks: Error {}
