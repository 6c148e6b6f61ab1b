import Purser
package import PurserFormats

#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

extension CompactJWS {
    /// The text of a compact JWS (RFC 7515, section 7.1).
    ///
    /// - Parameters:
    ///   - header: the header, as ``encoded(_:)`` returns it.
    ///   - payload: the signed bytes.
    ///   - sign: makes the signature of bytes: for ES256 the numbers r and s, 32 bytes each.
    /// - Throws: the error of `sign`.
    package static func text<Failure: Error>(
        header: String, payload: JSONValue, _ sign: (Data) throws(Failure) -> Data
    ) throws(Failure) -> String {
        let text = header + "." + encoded(payload)
        return text + "." + (try sign(Data(text.utf8))).base64URL
    }

    /// The header of a signature by ES256, encoded.
    ///
    /// - Parameter keyID: the key that signs.
    package static func header(keyID: String) -> String {
        encoded(.object(["alg": .string("ES256"), "kid": .string(keyID), "typ": .string("JWT")]))
    }

    /// JSON as a part of a compact JWS.
    package static func encoded(_ json: JSONValue) -> String { Data(json.text.utf8).base64URL }
}
