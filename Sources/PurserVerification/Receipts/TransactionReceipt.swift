public import Purser

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A receipt of one transaction in the form before iOS 7 (`SKPaymentTransaction.transactionReceipt`), decoded and not verified.
///
/// Nothing of it is checked, and Purser cannot check it: it proves no purchase. Use its identifiers to request the signed
/// transaction from the App Store Server API.
public struct TransactionReceipt: Sendable, Hashable {
    /// The transaction's identifier (`transaction-id`), for calls of the App Store Server API.
    public let transactionID: String
    /// The identifier of the subscription's or purchase's first transaction.
    public let originalTransactionID: String?
    /// The product.
    public let productID: String?
    /// The app's bundle identifier.
    public let bundleID: String?
    /// The environment; receipts of production name none.
    public let environment: StoreEnvironment

    /// The largest receipt that is read, in bytes: 64 KiB; real ones have some five thousand.
    static let maximumBytes = 64 << 10
    /// The longest identifier of a transaction that is read; real ones have some fifteen digits.
    private static let longestIdentifier = 64

    /// Decodes a receipt, as its text or in Base64.
    ///
    /// The form is that of Apple's `verifyReceipt` before iOS 7: a dictionary with the member `purchase-info`, which is another
    /// dictionary in Base64.
    ///
    /// - Throws: ``SignedDataFailure`` with ``SignedDataFailure/Code/malformed`` or ``SignedDataFailure/Code/tooLarge``.
    public init(_ data: Data) throws(SignedDataFailure) {
        guard data.count <= Self.maximumBytes else {
            throw SignedDataFailure(
                .tooLarge, .form, "It has \(data.count) bytes; at most \(Self.maximumBytes) are read. Reject it.")
        }
        guard let text = Self.text(data) else {
            throw Self.malformed("it is neither a text that begins with a brace, nor such a text in Base64")
        }
        let outer = try Self.dictionary(text)
        guard let info = outer["purchase-info"], let bytes = Self.decoded(Array(info.utf8)) else {
            throw Self.malformed("its purchase-info is missing or not in Base64")
        }
        let inner = try Self.dictionary(bytes)
        guard let id = inner["transaction-id"], id.utf8.count <= Self.longestIdentifier,
            id.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
        else { throw Self.malformed("its transaction-id is missing or not a number") }
        transactionID = id
        originalTransactionID = inner["original-transaction-id"]
        productID = inner["product-id"]
        bundleID = inner["bid"]
        environment = outer["environment"].map { StoreEnvironment(rawValue: $0) } ?? .production
    }

    /// Whether data is meant to have this form, whole or not.
    static func isLikely(_ data: Data) -> Bool {
        guard data.count <= maximumBytes, let text = text(data) else { return false }
        return String(decoding: text, as: UTF8.self).contains("\"purchase-info\"")
    }

    /// Why nothing of this form is verified.
    static let notVerified = SignedDataFailure(
        .deprecatedForm, .form,
        "It is a receipt of one transaction in the form before iOS 7, which is not verified. Read its identifier with "
            + "TransactionReceipt, and request that transaction from the App Store Server API.")

    /// The text of the outer dictionary; `nil` for another form.
    private static func text(_ data: Data) -> [UInt8]? {
        let bytes = Array(data)
        for bytes in [bytes, decoded(bytes) ?? []]
        where bytes.first(where: { $0 > 0x20 }) == UInt8(ascii: "{") { return bytes }
        return nil
    }

    /// Reads Base64 with or without line breaks.
    private static func decoded(_ text: [UInt8]) -> [UInt8]? {
        Base64Reader.bytes(text.filter { $0 > 0x20 }, .standard)
    }

    private static func dictionary(_ bytes: [UInt8]) throws(SignedDataFailure) -> TextDictionary {
        do throws(TextDictionary.Mistake) { return try TextDictionary(bytes) } catch {
            guard error.isLimit else { throw malformed(error.reason) }
            throw SignedDataFailure(.tooLarge, .form, "It exceeds a limit: \(error.reason). Reject it.")
        }
    }

    private static func malformed(_ reason: String) -> SignedDataFailure {
        SignedDataFailure(
            .malformed, .form, "It is not a receipt in the form before iOS 7: \(reason). Pass it on unchanged.")
    }
}
