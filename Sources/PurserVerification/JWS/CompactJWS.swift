#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

/// The three parts of a compact JWS (RFC 7515, section 7.1), decoded and not verified.
///
/// Anyone can write one. It counts only after a verifier has checked it, with the trait `Verification`.
package struct CompactJWS: Sendable, Hashable {
    /// The longest accepted text, in UTF-8 bytes: 1 MiB.
    package static let maximumBytes = 1 << 20

    /// The header: algorithm and certificates.
    package let header: JWSHeader
    /// The signed bytes; the App Store signs JSON.
    package let payload: Data
    /// The signature: for ES256 the numbers r and s, 32 bytes each.
    package let signature: Data
    /// The text itself.
    package let text: String

    /// Reads a compact JWS.
    ///
    /// White space around it is ignored.
    ///
    /// - Throws: ``SignedDataFailure`` with ``SignedDataFailure/Code/malformed`` or ``SignedDataFailure/Code/tooLarge``.
    package init(_ text: String) throws(SignedDataFailure) {
        let parts = try JWSParts(text)
        header = try JWSHeader(parts)
        payload = Data(try parts.payloadBytes())
        signature = Data(try parts.signatureBytes())
        self.text = parts.text
    }
}

/// Where the parts of a compact JWS are in its text: enough to find a known chain.
struct JWSParts: Sendable {
    let text: String
    private let bytes: [UInt8]
    private let firstDot: Int
    private let secondDot: Int

    init(_ text: String) throws(SignedDataFailure) {
        guard text.utf8.count <= CompactJWS.maximumBytes else {
            throw SignedDataFailure(
                .tooLarge, .form,
                "It has \(text.utf8.count) bytes; the App Store signs far less than \(CompactJWS.maximumBytes). Reject "
                    + "it.")
        }
        var bytes = Array(text.utf8)
        let isBlank = { (byte: UInt8) in byte == 0x20 || (0x09...0x0D).contains(byte) }
        let trailing = bytes.reversed().prefix(while: isBlank).count
        let leading = bytes.prefix(while: isBlank).count
        if trailing > 0 || leading > 0 { bytes = Array(bytes.dropLast(trailing).dropFirst(leading)) }
        guard let (first, second) = bytes.withUnsafeBytes(Self.dots) else {
            throw SignedDataFailure(
                .malformed, .form, "A compact JWS has three parts with dots between them. Pass on the text unchanged.")
        }
        self.text = trailing > 0 || leading > 0 ? String(decoding: bytes, as: UTF8.self) : text
        self.bytes = bytes
        firstDot = first
        secondDot = second
    }

    /// The positions of the two dots; `nil` when there are fewer or more.
    private static func dots(_ bytes: UnsafeRawBufferPointer) -> (first: Int, second: Int)? {
        guard let first = nextDot(bytes, 0), let second = nextDot(bytes, first + 1), nextDot(bytes, second + 1) == nil
        else { return nil }
        return (first, second)
    }

    /// The first dot from a place on, eight bytes at a time: most of the text is one long header.
    private static func nextDot(_ bytes: UnsafeRawBufferPointer, _ start: Int) -> Int? {
        var index = start
        while index + 8 <= bytes.count {
            // A byte that is a dot becomes zero, and only a zero byte leaves a highest bit here.
            let others = bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self) ^ 0x2E2E_2E2E_2E2E_2E2E
            if (others &- 0x0101_0101_0101_0101) & ~others & 0x8080_8080_8080_8080 != 0 { break }
            index += 8
        }
        while index < bytes.count {
            if bytes[index] == UInt8(ascii: ".") { return index }
            index += 1
        }
        return nil
    }

    /// The header as it is spelled, by which known chains are found.
    var headerPart: ArraySlice<UInt8> { bytes[..<firstDot] }
    /// The signed bytes.
    var signedPart: ArraySlice<UInt8> { bytes[..<secondDot] }

    func headerBytes() throws(SignedDataFailure) -> [UInt8] { try decoded(headerPart, "header") }
    func payloadBytes() throws(SignedDataFailure) -> [UInt8] {
        try decoded(bytes[(firstDot + 1)..<secondDot], "payload")
    }
    func signatureBytes() throws(SignedDataFailure) -> [UInt8] { try decoded(bytes[(secondDot + 1)...], "signature") }

    private func decoded(_ part: ArraySlice<UInt8>, _ name: StaticString) throws(SignedDataFailure) -> [UInt8] {
        guard !part.isEmpty, let bytes = Base64Reader.bytes(part, .url) else {
            throw SignedDataFailure(
                .malformed, .form,
                "The \(name) is not in Base64URL without padding. Pass on the text unchanged.")
        }
        return bytes
    }
}
