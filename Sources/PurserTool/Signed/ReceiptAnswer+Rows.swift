import Foundation
import Purser
import PurserNetworking

extension ReceiptAnswer: ReceiptForm {
    var title: String { "the server's answer" }

    var fields: [Row] {
        [
            .field("status", "\(status)", "status", status.rawValue),
            .text("environment", "environment", environment?.rawValue), .text("app", "bundleID", bundleID),
            Row(appVersion.map { ["version", $0] } ?? [], [:]), .date("asked", "requestDate", requestDate),
            .field(
                "left out", unreadableRows > 0 ? Words.count(unreadableRows, "row") : nil, "unreadableRows",
                unreadableRows),
        ]
    }

    var purchaseRows: [Row]? { (latestPurchases ?? purchases).map(Self.row) }
    var renewalRows: [Row]? { renewals.map(Self.row) }

    private static func row(_ reported: StoreTransaction) -> Row {
        Row(
            [
                reported.id, reported.productID, "× \(reported.purchasedQuantity)", Words.date(reported.purchaseDate),
                Words.date("until ", reported.expirationDate),
                reported.revocationDate == nil && reported.isUpgraded
                    ? "upgraded" : Words.date("refunded ", reported.revocationDate),
            ],
            [
                "transactionID": reported.id, "originalTransactionID": reported.originalID,
                "productID": reported.productID, "quantity": reported.purchasedQuantity,
                "purchaseDate": reported.purchaseDate, "expirationDate": reported.expirationDate,
                "cancellationDate": reported.revocationDate, "isUpgraded": reported.isUpgraded,
            ])
    }

    private static func row(_ info: StoreRenewalInfo) -> Row {
        Row(
            [
                info.originalTransactionID, info.currentProductID, info.willAutoRenew ? "renews" : "does not renew",
                Words.date("kept until ", info.gracePeriodExpirationDate),
            ],
            [
                "originalTransactionID": info.originalTransactionID, "productID": info.currentProductID,
                "willAutoRenew": info.willAutoRenew, "gracePeriodExpirationDate": info.gracePeriodExpirationDate,
            ])
    }
}
