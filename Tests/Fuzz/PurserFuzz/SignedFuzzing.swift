import Foundation
import Purser
import PurserNetworking
import PurserVerification

/// What the store signs, and servers say of receipts, made of any bytes, and given to the readers that need no package.
enum SignedFuzzing {
    /// The first bytes that stand for one of these inputs; all others are the ledger's.
    static let marks: ClosedRange<UInt8> = 0xF8...0xFC

    /// Reads an input; tells what is wrong with an answer, if something is.
    static func check(_ input: [UInt8]) -> String? {
        let bytes = Array(input.dropFirst())
        switch input.first {
        case 0xF8: return json(bytes)
        case 0xF9: return base64(bytes)
        case 0xFA: return jws(String(decoding: bytes, as: UTF8.self))
        case 0xFC: return answer(bytes)
        default:
            _ = try? AppReceipt(Data(bytes))
            return nil
        }
    }

    private static func json(_ bytes: [UInt8]) -> String? {
        guard let members = try? SignedJSONReader.object(bytes) else { return nil }
        let text = SignedJSON.object(members).text
        guard (try? SignedJSONReader.object(Array(text.utf8))) == members else {
            return "JSON is read as another value"
        }
        let data = Data(bytes)
        _ = try? TransactionPayload(json: data).storeTransaction()
        _ = try? RenewalInfoPayload(json: data).storeRenewalInfo()
        _ = try? AppTransactionPayload(json: data).storeAppTransaction()
        _ = try? NotificationPayload(json: data).unknownFields
        return nil
    }

    private static func base64(_ bytes: [UInt8]) -> String? {
        guard let decoded = Base64Reader.bytes(bytes, .standard) else { return nil }
        return Array(Data(decoded).base64EncodedString().utf8) == bytes ? nil : "Base64 has a second spelling"
    }

    private static func answer(_ bytes: [UInt8]) -> String? {
        guard let answer = try? ReceiptAnswer(Data(bytes)) else { return nil }
        _ = answer.verifySubscriptions(productIds: answer.distinctPurchaseIds())
        let products = Set(answer.purchases.map(\.productID))
        _ = answer.verifySubscriptions(ofType: .nonRenewing(validDuration: .seconds(Int64.max)), productIds: products)
        return nil
    }

    private static func jws(_ text: String) -> String? {
        guard let jws = try? CompactJWS(text) else { return nil }
        return (try? CompactJWS(jws.text)) == jws ? nil : "a JWS is read as another one"
    }
}
