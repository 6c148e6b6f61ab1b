import Foundation
import Purser

/// One download over HTTP, from one attempt to the next: the next request, and the treatment of the answer.
///
/// Ranges and conditions as in RFC 9110, sections 13.1.5 and 14. A file may be requested in windows, one at a time:
/// after a complete answer the next request follows, on condition that the file is the same. When answers contradict
/// each other, or nothing identifies the version of the parts, the file is requested as a whole at once. When the file
/// has changed meanwhile, it is fetched from the beginning in windows, once; one that has changed again is requested as
/// a whole.
struct DownloadState: Sendable {
    /// The consequence of the beginning of an answer.
    enum Beginning: Sendable, Hashable {
        /// The downloaded part is kept, and the rest follows.
        case goesOn
        /// The downloaded part is deleted: everything follows.
        case anew
        /// The download is complete.
        case isWhole
    }

    let url: URL
    /// The current run of the system; `nil` when that is not known.
    private let systemStart: String?
    private let expected: Int64?
    /// How many bytes there may be at most.
    let most: Int64
    /// The most bytes with which this request may continue; `nil` for no limit.
    private let metered: Int64?
    /// How many bytes are requested at a time; `nil` for all.
    private var window: Int64?
    /// Whether the file has changed during the download, so that it was begun again.
    private var hasChanged = false
    private var validator: String?
    /// The end of the part that the server sends, if it sends a part.
    private var partEnd: Int64?
    /// How many bytes are here.
    private(set) var bytes: Int64
    /// How many there will be; `nil` when that is not known.
    private(set) var total: Int64?

    /// Makes a download, with the state of an earlier attempt.
    ///
    /// - Parameters:
    ///   - note: the saved state of the earlier attempt.
    ///   - size: how many bytes are on the disk.
    ///   - start: the current run of the system; `nil` when that is not known.
    ///   - expected: the required size; `nil` when the app has not set it.
    ///   - most: the largest allowed size.
    ///   - metered: the largest allowed size over the network of this request; `nil` for no limit.
    ///   - window: how many bytes are requested at a time; `nil` for all.
    init(
        _ url: URL, note: DownloadNote?, size: Int64, since start: String? = nil, expected: Int64? = nil,
        most: Int64 = .max, metered: Int64? = nil, window: Int64? = nil
    ) {
        (self.url, self.expected, self.most, self.metered) = (url, expected, most, metered)
        self.window = window.flatMap { $0 > 0 ? $0 : nil }
        bytes = 0
        systemStart = start
        guard let note, note.url == url.absoluteString, let validator = note.validator else { return }
        let usable = note.usableBytes(of: size, since: start)
        // More bytes than the file has are another file's, or unknown.
        guard usable > 0, usable <= note.total ?? .max else { return }
        self.validator = validator
        bytes = usable
        total = note.total
    }

    /// The state to save; `nil` when another attempt has to begin again.
    var note: DownloadNote? {
        guard bytes > 0 else { return nil }
        return note(safe: bytes)
    }

    /// The state to save before anything is synced: received bytes count as long as the system runs.
    var firstNote: DownloadNote? { systemStart == nil ? nil : note(safe: 0) }

    private func note(safe bytes: Int64) -> DownloadNote? {
        guard let validator else { return nil }
        return DownloadNote(
            url: url.absoluteString, validator: validator, bytes: bytes, total: total, systemStart: systemStart)
    }

    /// The next request.
    var request: HTTPRequest {
        // Lengths and ranges are those of the file only when nothing is compressed in transfer.
        var request = HTTPRequest(url, headers: ["Accept-Encoding": "identity"])
        let part = part
        guard bytes == 0 ? part != nil : validator != nil else { return request }
        request.headers["Range"] = "bytes=\(bytes)-" + (part.map { String(bytes + $0 - 1) } ?? "")
        if bytes > 0 { request.headers["If-Range"] = validator }
        return request
    }

    /// How many bytes are requested; `nil` for all that remain, when that is no more than a window.
    private var part: Int64? {
        guard let window, window <= .max - bytes, length.map({ $0 - bytes > window }) ?? true else { return nil }
        return window
    }

    /// The server answers.
    ///
    /// - Parameter now: the current date.
    /// - Throws: why this is not the beginning of the file; ``AsksAnew``.
    mutating func begins(_ response: HTTPResponse, now: Date) throws -> Beginning {
        partEnd = nil
        switch response.status {
        case 206: try goesOn(response, now: now)
        case 416 where bytes > 0: return try isWhole(response)
        // There is no first part of an empty file.
        case 416 where part != nil: throw contradiction(416, "The server does not have this part of the file.")
        case 200, 203:
            // The answer to a condition that does not hold any more. The server can send parts.
            if bytes > 0, part != nil, !hasChanged { throw changed(response.status, "") }
            try begin(response, now: now)
        case 200...299: throw noFile(response)
        default:
            if let failure = HTTPFailure(status: response, now: now) { throw failure }
        }
        try checkTotal(response)
        if let total { try checkMetered(total) }
        return response.status == 206 && bytes > 0 ? .goesOn : .anew
    }

    private mutating func begin(_ response: HTTPResponse, now: Date) throws(HTTPFailure) {
        startAnew()
        if let packing = response.packing { throw packed(packing, response) }
        switch response.bodyLength {
        case .unknown: break
        case .bytes(let length): total = length
        case .invalid: throw invalid("The server's Content-Length is not a single number.", status: response.status)
        }
        validator = response.validator(now: now)
    }

    /// Checks an answer with the requested part of the file.
    private mutating func goesOn(_ response: HTTPResponse, now: Date) throws {
        let range = response.header("Content-Range").flatMap(ContentRange.init)
        guard let range, range.first == bytes, range.last < .max, response.packing == nil else {
            throw contradiction(206, "The server sent another part of the file than requested.")
        }
        guard isSame(response), total == nil || range.total == nil || range.total == total else {
            throw changed(206, "The server sent a part of another version of the file.")
        }
        total = range.total ?? total
        partEnd = range.last + 1
        if bytes == 0 { validator = response.validator(now: now) }
        guard validator != nil || partEnd == total else {
            throw contradiction(206, "The server sends no boundary between the parts of the file.")
        }
    }

    /// Whether the file is the downloaded one, as far as the server reports it.
    private func isSame(_ response: HTTPResponse) -> Bool {
        guard bytes > 0, let validator else { return true }
        let field = response.header(validator.hasPrefix("\"") ? "ETag" : "Last-Modified")
        return field == nil || field == validator
    }

    /// The server has nothing after the downloaded part.
    private mutating func isWhole(_ response: HTTPResponse) throws -> Beginning {
        let size = response.header("Content-Range").flatMap(ContentRange.unsatisfied)
        guard size == bytes, total == nil || total == size, isSame(response) else {
            throw changed(416, "The file is now shorter than its downloaded part.")
        }
        total = size
        try checkTotal(response)
        return .isWhole
    }

    /// The consequence of an answer that shows that the downloaded part is useless.
    private mutating func contradiction(_ status: Int?, _ message: String) -> any Error {
        startAnew()
        guard window != nil else { return invalid(message, status: status) }
        window = nil
        return AsksAnew()
    }

    /// The consequence of an answer that shows that the file has changed.
    private mutating func changed(_ status: Int, _ message: String) -> any Error {
        guard window != nil, !hasChanged else { return contradiction(status, message) }
        hasChanged = true
        startAnew()
        return AsksAnew()
    }

    private mutating func checkTotal(_ response: HTTPResponse) throws(HTTPFailure) {
        guard let total else { return }
        guard total <= most else { throw tooLarge() }
        guard let expected, expected != total else { return }
        startAnew()
        throw otherSize(total, expected, response)
    }

    private func checkMetered(_ bytes: Int64) throws(TooMuchForMeteredNetworks) {
        if let metered, bytes > metered { throw TooMuchForMeteredNetworks() }
    }

    /// Records further received bytes.
    mutating func received(_ count: Int) throws {
        let sum = bytes + Int64(count)
        guard sum <= most else { throw tooLarge() }
        // Rejected bytes are not written, and do not count.
        try checkMetered(sum)
        bytes = sum
        if let partEnd, bytes > partEnd { throw contradiction(206, "The server sent more than announced.") }
        guard let length, bytes > length else { return }
        startAnew()
        throw invalid("The server sent more than the \(length) bytes of the file.")
    }

    /// Records received bytes that could not be kept: another attempt requests them again.
    mutating func lost(_ count: Int) { bytes -= Int64(count) }

    /// The size of the file in bytes, from the server, otherwise from the app; `nil` when neither has it.
    private var length: Int64? { total ?? expected }

    /// Whether everything is downloaded, by the known length.
    var isWhole: Bool { length.map { bytes >= $0 } ?? false }

    /// The server has sent everything of this answer.
    ///
    /// - Returns: whether another request follows.
    func ended() throws(HTTPFailure) -> Bool {
        // The rest of a file without a version cannot be requested.
        let end = validator == nil ? length ?? partEnd : partEnd ?? length
        if let end, bytes < end { throw incomplete(length ?? end) }
        guard partEnd != nil, validator != nil else { return false }
        // When the length is unknown, the next answer reports that nothing is after the last part.
        return total.map { bytes < $0 } ?? !isWhole
    }

    /// Discards the downloaded part: another attempt begins again.
    private mutating func startAnew() { (bytes, validator, total, partEnd) = (0, nil, nil, nil) }
}
