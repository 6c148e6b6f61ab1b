import Purser
import PurserFormats

#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

/// The header of a JWS: algorithm and certificates.
package struct JWSHeader: Sendable, Hashable {
    /// The algorithm's name; the App Store uses `ES256`.
    package let algorithm: String?
    /// The certificates, in DER; none when they are not readable.
    ///
    /// The signer's is first, its issuer's second, the root's last; Xcode has a single one.
    package let certificates: [Data]
    /// The key's name; Xcode's is `Apple_Xcode_Key`.
    package let keyID: String?
    /// The type, such as `JWT`.
    package let type: String?
    /// Critical extensions (`crit`); the App Store uses none.
    package let criticalExtensions: [String]?

    /// Why the certificates are not readable: reported after the earlier checks.
    let certificateFault: SignedDataFailure?

    /// The most certificates that are decoded.
    static let maximumCertificates = 8

    init(_ parts: JWSParts) throws(SignedDataFailure) {
        let fields = try SignedFields(payload: try parts.headerBytes(), of: "header")
        algorithm = fields.text("alg")
        keyID = fields.text("kid")
        type = fields.text("typ")
        criticalExtensions = fields.members["crit"].map { _ in fields.texts("crit") ?? [] }
        do throws(SignedDataFailure) {
            certificates = try Self.certificates(fields.texts("x5c"))
            certificateFault = nil
        } catch {
            certificates = []
            certificateFault = error
        }
    }

    private static func certificates(_ texts: [String]?) throws(SignedDataFailure) -> [Data] {
        guard let texts else {
            throw SignedDataFailure(
                .malformed, .certificates, "The header has no certificates (x5c). Pass on the text unchanged.")
        }
        guard texts.count <= maximumCertificates else {
            throw SignedDataFailure(
                .invalidCertificate, .certificates,
                "The header has \(texts.count) certificates; the App Store sends three. Reject it.")
        }
        var certificates: [Data] = []
        for text in texts {
            guard let bytes = Base64Reader.bytes(Array(text.utf8), .standard), !bytes.isEmpty else {
                throw SignedDataFailure(
                    .invalidCertificate, .certificates, "A certificate of the header is not in Base64. Reject it.")
            }
            certificates.append(Data(bytes))
        }
        return certificates
    }
}

extension SignedFields {
    /// Reads a part of a JWS that must be one JSON object.
    init(payload bytes: [UInt8], of part: StaticString) throws(SignedDataFailure) {
        do throws(JSONScan.Mistake) {
            members = try SignedJSONReader.object(bytes)
        } catch  where error.isLimit {
            throw SignedDataFailure(
                .tooLarge, .form,
                "The \(part) exceeds a limit: \(error.message), after \(error.offset) bytes. The App Store signs "
                    + "nothing like it; reject it."
            )
        } catch {
            throw SignedDataFailure(
                .malformed, .form,
                "The \(part) is not readable as JSON: \(error.message), after \(error.offset) bytes. Pass on the text unchanged."
            )
        }
    }
}
