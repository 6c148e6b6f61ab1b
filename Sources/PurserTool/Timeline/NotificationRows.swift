import Purser
import PurserSimulator

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The notifications to an app's server about a timeline: a row for each.
struct NotificationRows {
    let notifications: [ServerNotification]

    /// The notifications, for people.
    var lines: [String] {
        Table.lines(
            notifications.map { reported in
                [
                    Words.day(Timestamp(reported.date)),
                    reported.subtype.map { "\(reported.type)/\($0)" } ?? reported.type,
                    reported.productID.map { Line.single($0) } ?? "", reported.transaction?.id ?? "",
                    reported.state.map { "\($0)" } ?? reported.summary.map { "\($0.succeededCount) of \($0.count)" }
                        ?? "",
                ]
            })
    }

    /// The notifications, for programs.
    var json: [JSONText] {
        notifications.map { reported in
            .line(
                "notification",
                [
                    ("id", .string(reported.id.uuidString.lowercased())), ("notificationType", .string(reported.type)),
                    ("subtype", .string(reported.subtype)), ("date", .integer(Timestamp(reported.date).milliseconds)),
                    ("transactionID", .string(reported.transaction?.id)),
                    ("productID", .string(reported.productID)),
                    ("state", .optional(reported.state) { .integer($0.rawValue) }),
                    ("succeededCount", .optional(reported.summary) { .integer($0.succeededCount) }),
                    ("failedCount", .optional(reported.summary) { .integer($0.failedCount) }),
                ])
        }
    }
}

extension ServerNotification {
    /// The product in the notification.
    fileprivate var productID: String? { transaction?.productID ?? summary?.productID }
}

extension ServerNotification.Summary {
    /// The number of subscriptions in the summary.
    fileprivate var count: Int { succeededCount + failedCount }
}
