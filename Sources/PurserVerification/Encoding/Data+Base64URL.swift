#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

extension Data {
    /// Base64 for addresses, without padding (RFC 4648, section 5).
    package var base64URL: String {
        let plain = base64EncodedString().utf8.filter { $0 != UInt8(ascii: "=") }
        return String(
            decoding: plain.map { byte in
                switch byte {
                case UInt8(ascii: "+"): UInt8(ascii: "-")
                case UInt8(ascii: "/"): UInt8(ascii: "_")
                default: byte
                }
            }, as: UTF8.self)
    }
}
