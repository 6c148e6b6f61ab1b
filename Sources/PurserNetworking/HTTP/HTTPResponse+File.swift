import Foundation

// An answer's fields about its file.
extension HTTPResponse {
    /// How many bytes follow, by the header.
    enum BodyLength: Sendable, Hashable {
        /// The length is missing.
        case unknown
        /// The number of bytes.
        case bytes(Int64)
        /// There are several lengths, or it is not a number.
        case invalid
    }

    /// How many bytes follow; the same length repeated counts once (RFC 9110, section 8.6).
    var bodyLength: BodyLength {
        guard let field = header("Content-Length") else { return .unknown }
        let values = Set(
            field.split(separator: ",", omittingEmptySubsequences: false).map {
                $0.trimmingCharacters(in: .whitespaces)
            })
        guard let value = values.first, values.count == 1, value.utf8.allSatisfy(Self.isDigit), let bytes = Int64(value)
        else { return .invalid }
        return .bytes(bytes)
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

    /// The compression of the file in transfer, such as `gzip`; `nil` when its bytes are sent unchanged.
    ///
    /// The platform decompresses, and does not report when the compressed bytes end too early.
    var packing: String? {
        Self.coding(header("Content-Encoding"), besides: ["identity"])
            ?? Self.coding(header("Transfer-Encoding"), besides: ["identity", "chunked"])
    }

    private static func coding(_ field: String?, besides plain: Set<String>) -> String? {
        (field ?? "").split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces).lowercased() }
            .first { !$0.isEmpty && !plain.contains($0) }
    }

    /// The value with which a later request asks for the rest of the same file: a strong entity tag, or the date of the
    /// last change.
    ///
    /// If the server sends an entity tag, the date never counts: a weak tag means that the file may differ although its
    /// date is the same (RFC 9110, section 13.1.5). A date counts only if the answer is at least 60 seconds younger: a
    /// file may change twice within the second of the date (RFC 9110, section 8.8.2.2).
    ///
    /// - Parameter now: the current date, for years of two digits.
    func validator(now: Date) -> String? {
        if let tag = header("ETag") { return Self.isStrong(tag) ? tag : nil }
        guard let field = header("Last-Modified"), let changed = HTTPDate.parse(field, now: now),
            let sent = header("Date").flatMap({ HTTPDate.parse($0, now: now) }), sent.timeIntervalSince(changed) >= 60
        else { return nil }
        return field
    }

    private static func isStrong(_ tag: String) -> Bool {
        tag.count > 1 && tag.hasPrefix("\"") && tag.hasSuffix("\"") && !tag.dropFirst().dropLast().contains("\"")
    }
}
