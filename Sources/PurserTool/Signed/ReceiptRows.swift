import Purser
import PurserVerification

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A receipt of any form, as lines and as JSON.
protocol ReceiptLines {
    /// Writes it as lines for people.
    func write(_ output: Output)
    /// Its members for programs.
    var json: [(String, JSONText)] { get }
}

extension TransactionReceipt: ReceiptLines {
    func write(_ output: Output) {
        output.line(output.style.heading("receipt of one transaction, in the form before iOS 7"))
        let fields: [(String, String?)] = [
            ("transaction", transactionID), ("original", originalTransactionID), ("product", productID),
            ("app", bundleID), ("environment", environment.rawValue),
        ]
        let rows = fields.compactMap { name, value in value.map { ["  " + name, Line.single($0)] } }
        for line in Table.lines(rows) { output.line(line) }
    }

    var json: [(String, JSONText)] {
        [
            ("transactionID", .string(transactionID)), ("originalTransactionID", .string(originalTransactionID)),
            ("productID", .string(productID)), ("bundleID", .string(bundleID)),
            ("environment", .string(environment.rawValue)),
        ]
    }
}

/// An app's receipt as lines and as JSON.
struct ReceiptRows: ReceiptLines {
    let receipt: AppReceipt

    func write(_ output: Output) {
        output.line(output.style.heading("receipt"))
        let fields: [(String, String?)] = [
            ("environment", receipt.receiptType), ("app", receipt.bundleID), ("version", receipt.appVersion),
            ("first version", receipt.originalAppVersion), ("made", Self.date(receipt.creationDate)),
            ("first got", Self.date(receipt.originalPurchaseDate)), ("expires", Self.date(receipt.expirationDate)),
        ]
        let rows = fields.compactMap { name, value in value.map { ["  " + name, Line.single($0)] } }
        for line in Table.lines(rows) { output.line(line) }
        output.line(output.style.heading(Words.count(receipt.purchases.count, "purchase")))
        for line in Table.lines(receipt.purchases.map(Self.cells)) { output.line(line) }
    }

    private static func cells(_ purchase: AppReceipt.Purchase) -> [String] {
        [
            "  " + Line.single(purchase.transactionID ?? "?"), Line.single(purchase.productID ?? "?"),
            "× \(purchase.quantity ?? 1)", date(purchase.purchaseDate) ?? "?",
            purchase.expirationDate.flatMap(date).map { "until \($0)" } ?? "",
            purchase.cancellationDate.flatMap(date).map { "refunded \($0)" } ?? "",
        ]
    }

    private static func date(_ date: Date?) -> String? { date?.formatted(.iso8601) }

    var json: [(String, JSONText)] {
        [
            ("receiptType", .string(receipt.receiptType)), ("bundleID", .string(receipt.bundleID)),
            ("appID", .optional(receipt.appID) { .integer($0) }), ("appVersion", .string(receipt.appVersion)),
            ("originalAppVersion", .string(receipt.originalAppVersion)),
            ("creationDate", Self.milliseconds(receipt.creationDate)),
            ("originalPurchaseDate", Self.milliseconds(receipt.originalPurchaseDate)),
            ("expirationDate", Self.milliseconds(receipt.expirationDate)),
            ("purchases", .array(receipt.purchases.map(Self.json))),
        ]
    }

    private static func json(_ purchase: AppReceipt.Purchase) -> JSONText {
        .object([
            ("transactionID", .string(purchase.transactionID)),
            ("originalTransactionID", .string(purchase.originalTransactionID)),
            ("productID", .string(purchase.productID)), ("kind", .string(purchase.productType?.rawValue)),
            ("quantity", .optional(purchase.quantity) { .integer($0) }),
            ("purchaseDate", milliseconds(purchase.purchaseDate)),
            ("originalPurchaseDate", milliseconds(purchase.originalPurchaseDate)),
            ("expirationDate", milliseconds(purchase.expirationDate)),
            ("cancellationDate", milliseconds(purchase.cancellationDate)),
            ("webOrderLineItemID", .optional(purchase.webOrderLineItemID) { .integer($0) }),
            ("isTrialPeriod", .optional(purchase.isTrialPeriod) { .bool($0) }),
            ("isInIntroOfferPeriod", .optional(purchase.isInIntroOfferPeriod) { .bool($0) }),
            ("promotionalOfferID", .string(purchase.promotionalOfferID)),
        ])
    }

    private static func milliseconds(_ date: Date?) -> JSONText {
        .optional(date) { .integer(Timestamp($0).milliseconds) }
    }
}
