import Foundation
import Purser
import PurserSimulator

extension ServerNotification {
    /// A notification to an app's server: day, type, product, transaction, state.
    var row: Row {
        let productID = transaction?.productID ?? summary?.productID
        let counts = summary.map { "\($0.succeededCount) of \($0.succeededCount + $0.failedCount)" }
        return Row(
            [
                Words.day(Timestamp(date)), subtype.map { "\(type)/\($0)" } ?? type, productID, transaction?.id,
                state.map { "\($0)" } ?? counts,
            ], "notification",
            [
                "id": id.uuidString.lowercased(), "notificationType": type, "subtype": subtype, "date": date,
                "transactionID": transaction?.id, "productID": productID, "state": state?.rawValue,
                "succeededCount": summary?.succeededCount, "failedCount": summary?.failedCount,
            ])
    }
}
