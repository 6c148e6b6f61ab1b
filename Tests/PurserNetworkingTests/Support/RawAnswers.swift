import Foundation

@testable import PurserNetworking

/// Answers to send byte by byte, as no good server does.
enum RawAnswers {
    /// A file of 30,000 bytes.
    static let file: [UInt8] = (0..<30_000).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }

    /// A status line, header fields and what follows them, as text where that is possible.
    static func answer(_ status: String, _ fields: [String], _ body: some Sequence<UInt8> = []) -> [UInt8] {
        Array("HTTP/1.1 \(status)\r\nConnection: close\r\n\(fields.map { $0 + "\r\n" }.joined())\r\n".utf8) + body
    }

    /// The whole file, with more header fields.
    static func whole(_ fields: [String] = [], status: String = "200 OK", before: String = "") -> [UInt8] {
        Array(before.utf8) + answer(status, ["Content-Length: \(file.count)"] + fields, file)
    }

    /// Bytes as a gzip stream of stored blocks, which is cut before its last one.
    static func cutGzip(_ bytes: [UInt8]) -> [UInt8] {
        let count = UInt16(bytes.count)
        let header: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 0]
        let counts: [UInt8] = [count, ~count].flatMap { (number: UInt16) -> [UInt8] in
            [UInt8(number & 255), UInt8(number >> 8)]
        }
        return header + counts + bytes
    }

    /// Bytes as one chunk of a chunked body, without its end.
    static func chunk(_ bytes: some Collection<UInt8>) -> [UInt8] {
        Array("\(String(bytes.count, radix: 16))\r\n".utf8) + bytes + "\r\n".utf8
    }
}

extension RemoteContentSource {
    /// A source that asks for the whole file at once, with patience for a machine that is busy.
    static func atOnce(_ url: URL) -> RemoteContentSource {
        RemoteContentSource(url, stallLimit: .seconds(1_200), transport: WindowedTransport(windowBytes: nil))
    }
}
