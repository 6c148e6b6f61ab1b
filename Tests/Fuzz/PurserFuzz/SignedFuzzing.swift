import Foundation
import Purser
import PurserFormats
import PurserNetworking
import PurserVerification

/// What the store signs, and servers say of receipts, made of any bytes, and given to the readers that need no package.
enum SignedFuzzing {
    /// Reads an input; tells what is wrong with an answer, if something is.
    static func check(_ bytes: [UInt8], by reader: SignedReader) -> String? {
        switch reader {
        case .transaction: return transaction(bytes)
        case .renewalInfo: return renewalInfo(bytes)
        case .appTransaction: return appTransaction(bytes)
        case .notification: return notification(bytes)
        case .json: return json(bytes)
        case .base64: return base64(bytes)
        case .jws: return jws(String(decoding: bytes, as: UTF8.self))
        case .answer: return answer(bytes)
        case .receipt: return receipt(bytes)
        }
    }

    private static func json(_ bytes: [UInt8]) -> String? {
        guard let members = try? SignedJSONReader.object(bytes) else { return nil }
        let text = JSONValue.object(members).text
        guard (try? SignedJSONReader.object(Array(text.utf8))) == members else {
            return "JSON is read as another value"
        }
        return transaction(bytes) ?? renewalInfo(bytes) ?? appTransaction(bytes) ?? notification(bytes)
    }

    private static func transaction(_ bytes: [UInt8]) -> String? {
        guard let payload = try? TransactionPayload(json: Data(bytes)) else { return nil }
        // Printing goes through every field, dates and prices too.
        if let transaction = try? payload.storeTransaction() { _ = "\(transaction.fields)" }
        _ = (payload.price, payload.deviceVerification, payload.commitmentInfo, payload.bundle, payload.signedDate)
        return wrong(payload.unknownFields)
    }

    private static func renewalInfo(_ bytes: [UInt8]) -> String? {
        guard let payload = try? RenewalInfoPayload(json: Data(bytes)) else { return nil }
        if let info = try? payload.storeRenewalInfo() { _ = "\(info)" }
        return wrong(payload.unknownFields)
    }

    private static func appTransaction(_ bytes: [UInt8]) -> String? {
        guard let payload = try? AppTransactionPayload(json: Data(bytes)) else { return nil }
        if let transaction = try? payload.storeAppTransaction() { _ = "\(transaction)" }
        return wrong(payload.unknownFields)
    }

    private static func notification(_ bytes: [UInt8]) -> String? {
        guard let payload = try? NotificationPayload(json: Data(bytes)) else {
            return NotificationVersion1.isBody(bytes) ? "version 1 is read as no JSON object" : nil
        }
        _ = (payload.type, payload.subtype, payload.environment, payload.bundleID, payload.appID, payload.signedDate)
        let token = payload.externalPurchaseToken
        _ = (token?.creationDate, token?.expirationDate, payload.data?.status, payload.summary?.storefrontCountryCodes)
        let rests = [
            payload.data?.unknownFields, payload.summary?.unknownFields, token?.unknownFields,
            payload.appData?.unknownFields, payload.unknownFields,
        ]
        return rests.lazy.compactMap(wrong).first
    }

    /// What is told as not known must be an object again.
    private static func wrong(_ unknownFields: String?) -> String? {
        guard let unknownFields else { return nil }
        let members = try? SignedJSONReader.object(Array(unknownFields.utf8))
        return members?.isEmpty == false ? nil : "unknown fields are not readable"
    }

    private static func base64(_ bytes: [UInt8]) -> String? {
        guard let decoded = Base64Reader.bytes(bytes, .standard) else { return nil }
        return Array(Data(decoded).base64EncodedString().utf8) == bytes ? nil : "Base64 has a second spelling"
    }

    private static func receipt(_ bytes: [UInt8]) -> String? {
        let old = try? TransactionReceipt(Data(bytes))
        guard let receipt = try? AppReceipt(Data(bytes)) else { return nil }
        _ = "\(receipt)"
        return old == nil ? nil : "a receipt has two forms"
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
