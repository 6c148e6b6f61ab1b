import Purser
import PurserVerification

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A file that holds something signed, or a certificate.
struct SignedFile: Sendable {
    let path: String
    let data: Data

    /// The largest file that is read: a receipt in Base64.
    private static let limit = 22 << 20

    init(path: String) throws(ToolError) {
        self.path = path
        do throws(BoundedFile.Failure) { data = try BoundedFile.read(path, limit: Self.limit) } catch {
            throw ToolError("\(path): \(error.message)")
        }
    }

    /// The file's text without the white space around it; of what a server is sent, the member `signedPayload`.
    ///
    /// - Throws: ``ToolError`` when it is a receipt, or nothing that is known.
    func compactJWS() throws(ToolError) -> CompactJWS {
        let text = String(decoding: data, as: UTF8.self)
        let members = try? SignedJSONReader.object(Array(data))
        do throws(SignedDataError) {
            if case .string(let inner)? = members?["signedPayload"] { return try CompactJWS(inner) }
            return try CompactJWS(text)
        } catch {
            let isReceipt = (try? AppReceipt(data)) != nil
            let advice = isReceipt ? "it is a receipt: purser receipt \(path)" : error.message
            throw ToolError("\(path) is no compact JWS: \(advice)")
        }
    }

    /// The file's bytes; of a receipt in Base64, those that it stands for.
    var binary: Data {
        guard data.first != 0x30 else { return data }
        return Data(base64Encoded: data, options: .ignoreUnknownCharacters) ?? data
    }

    /// The receipt in the file.
    ///
    /// - Throws: ``ToolError`` when it is a JWS, or nothing that is known.
    func receipt() throws(ToolError) -> AppReceipt {
        do throws(SignedDataError) { return try AppReceipt(data) } catch {
            let isJWS = (try? compactJWS()) != nil
            let advice = isJWS ? "it is a compact JWS: purser jws \(path)" : error.message
            throw ToolError("\(path) is no receipt: \(advice)")
        }
    }

    /// The certificates in the file, in DER: the one that it is, or all that stand in it as PEM (RFC 7468).
    ///
    /// - Throws: ``ToolError`` when one in PEM has no end or is not readable.
    func certificates() throws(ToolError) -> [Data] {
        let text = String(decoding: data, as: UTF8.self)
        guard data.first != 0x30, text.contains("-----BEGIN CERTIFICATE-----") else { return [data] }
        var certificates: [Data] = []
        var body: String?
        for line in text.split(whereSeparator: \.isNewline) {
            switch line.filter({ !$0.isWhitespace }) {
            case "-----BEGINCERTIFICATE-----" where body == nil: body = ""
            case "-----ENDCERTIFICATE-----":
                guard let text = body, let bytes = Data(base64Encoded: text), !bytes.isEmpty else {
                    throw unreadable(certificates.count + 1)
                }
                certificates.append(bytes)
                body = nil
            case let text: body = body.map { $0 + text }
            }
        }
        guard body == nil, !certificates.isEmpty else { throw unreadable(certificates.count + 1) }
        return certificates
    }

    private func unreadable(_ number: Int) -> ToolError {
        ToolError("\(path): certificate \(number) is not readable as PEM")
    }
}
