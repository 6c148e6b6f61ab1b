import Foundation
import Purser
import PurserVerification

/// A receipt of any form: its fields, for people and for programs.
protocol ReceiptForm: JSONConvertible {
    var title: String { get }
    var fields: [Row] { get }
    /// The purchases in it; `nil` for the form that is about one transaction.
    var purchaseRows: [Row]? { get }
    /// The renewals in it; `nil` for a form without them.
    var renewalRows: [Row]? { get }
}

extension ReceiptForm {
    var purchaseRows: [Row]? { nil }
    var renewalRows: [Row]? { nil }

    func write(_ output: Output) {
        output.section(title, fields.map(\.cells))
        guard let purchaseRows else { return }
        output.section(Words.count(purchaseRows.count, "purchase"), purchaseRows.map(\.cells))
        for line in (renewalRows ?? []).lines { output.remark("  " + line) }
    }

    var json: JSONText {
        fields.object + (purchaseRows.map { ["purchases": $0.map(\.json)] } ?? [:])
            + (renewalRows.map { ["renewals": $0.map(\.json)] } ?? [:])
    }
}

extension TransactionReceipt: ReceiptForm {
    var title: String { "receipt of one transaction, in the form before iOS 7" }

    var fields: [Row] {
        [
            .text("transaction", "transactionID", transactionID),
            .text("original", "originalTransactionID", originalTransactionID),
            .text("product", "productID", productID), .text("app", "bundleID", bundleID),
            .text("environment", "environment", environment.rawValue),
        ]
    }
}

extension AppReceipt: ReceiptForm {
    var title: String { "receipt" }

    var fields: [Row] {
        [
            .text("environment", "receiptType", receiptType), .text("app", "bundleID", bundleID),
            .field("", nil, "appID", appID), .text("version", "appVersion", appVersion),
            .text("first version", "originalAppVersion", originalAppVersion),
            .date("made", "creationDate", creationDate),
            .date("first got", "originalPurchaseDate", originalPurchaseDate),
            .date("expires", "expirationDate", expirationDate),
        ]
    }

    var purchaseRows: [Row]? { purchases.map(\.row) }
}

extension AppReceipt.Purchase {
    fileprivate var row: Row {
        Row(
            [
                transactionID ?? "?", productID ?? "?", "× \(quantity ?? 1)", Words.date(purchaseDate),
                Words.date("until ", expirationDate), Words.date("refunded ", cancellationDate),
            ],
            [
                "transactionID": transactionID, "originalTransactionID": originalTransactionID,
                "productID": productID, "kind": productType?.rawValue, "quantity": quantity,
                "purchaseDate": purchaseDate, "originalPurchaseDate": originalPurchaseDate,
                "expirationDate": expirationDate, "cancellationDate": cancellationDate,
                "webOrderLineItemID": webOrderLineItemID, "isTrialPeriod": isTrialPeriod,
                "isInIntroOfferPeriod": isInIntroOfferPeriod, "promotionalOfferID": promotionalOfferID,
            ])
    }
}

extension Row {
    /// A text with its name for people and its key for programs.
    static func text(_ name: String, _ key: String, _ value: String?) -> Row { .field(name, value, key, value) }

    static func date(_ name: String, _ key: String, _ value: Date?) -> Row {
        .field(name, value?.formatted(.iso8601), key, value)
    }
}
