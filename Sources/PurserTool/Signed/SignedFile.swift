import Foundation
import Purser
import PurserFormats
import PurserVerification

struct SignedFile: Sendable {
    let path: String
    let data: Data

    /// The maximum size of a file, in bytes: a receipt in Base64.
    private static let limit = 22 << 20

    init(path: String) throws(ToolError) {
        self.path = path
        do throws(BoundedFile.Failure) { data = try BoundedFile.read(path, limit: Self.limit) } catch {
            throw ToolError("\(path): \(error.message)")
        }
    }

    /// The file's text without surrounding white space; for the body of a server request, its member `signedPayload`.
    func compactJWS() throws(ToolError) -> CompactJWS {
        let text = String(decoding: data, as: UTF8.self)
        let members = try? SignedJSONReader.object(Array(data))
        do throws(SignedDataFailure) {
            if case .string(let inner)? = members?["signedPayload"] { return try CompactJWS(inner) }
            return try CompactJWS(text)
        } catch {
            var advice = error.message
            if transactionReceipt != nil || (try? AppReceipt(data)) != nil {
                advice = "it is a receipt: purser receipt \(path)"
            } else if let members, NotificationVersion1.isBody(members) {
                advice = NotificationVersion1.advice
            }
            throw ToolError("\(path) is not a compact JWS: \(advice)")
        }
    }

    /// The file's bytes, decoded if they are a receipt in Base64.
    var binary: Data {
        guard data.first != 0x30 else { return data }
        return Data(base64Encoded: data, options: .ignoreUnknownCharacters) ?? data
    }

    /// The receipt in the file, if it has the form before iOS 7.
    var transactionReceipt: TransactionReceipt? { try? TransactionReceipt(data) }

    func receipt() throws(ToolError) -> AppReceipt {
        do throws(SignedDataFailure) { return try AppReceipt(data) } catch {
            let isJWS = (try? compactJWS()) != nil
            let advice = isJWS ? "it is a compact JWS: purser jws \(path)" : error.message
            throw ToolError("\(path) is not a receipt: \(advice)")
        }
    }

    /// The certificates in the file, in DER: the file itself, or all PEM blocks in it (RFC 7468).
    func certificates() throws -> [Data] {
        let text = String(decoding: data, as: UTF8.self)
        guard data.first != 0x30, text.contains("-----BEGIN CERTIFICATE-----") else { return [data] }
        let blocks = text.components(separatedBy: "-----BEGIN CERTIFICATE-----").dropFirst()
        return try blocks.enumerated().map { index, block in
            let parts = block.components(separatedBy: "-----END CERTIFICATE-----")
            guard parts.count == 2, let bytes = Data(base64Encoded: parts[0].filter { !$0.isWhitespace }),
                !bytes.isEmpty
            else { throw ToolError("\(path): certificate \(index + 1) is not readable as PEM") }
            return bytes
        }
    }
}
