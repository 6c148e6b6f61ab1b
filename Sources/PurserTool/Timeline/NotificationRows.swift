import Purser
import PurserSimulator

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What an app's server is told of a life: a row for each notification.
struct NotificationRows {
    let notifications: [ServerNotification]

    /// The notifications, for people.
    var lines: [String] {
        Table.lines(
            notifications.map { told in
                [
                    Words.day(Timestamp(told.date)), told.subtype.map { "\(told.type)/\($0)" } ?? told.type,
                    told.productID.map { Line.single($0) } ?? "", told.transaction?.id ?? "",
                    told.state.map { "\($0)" } ?? told.summary.map { "\($0.succeededCount) of \($0.count)" } ?? "",
                ]
            })
    }

    /// The notifications, for programs.
    var json: [JSONText] {
        notifications.map { told in
            .line(
                "notification",
                [
                    ("id", .string(told.id.uuidString.lowercased())), ("notificationType", .string(told.type)),
                    ("subtype", .string(told.subtype)), ("date", .integer(Timestamp(told.date).milliseconds)),
                    ("transactionID", .string(told.transaction?.id)),
                    ("productID", .string(told.productID)),
                    ("state", .optional(told.state) { .integer($0.rawValue) }),
                    ("succeededCount", .optional(told.summary) { .integer($0.succeededCount) }),
                    ("failedCount", .optional(told.summary) { .integer($0.failedCount) }),
                ])
        }
    }
}

extension ServerNotification {
    /// The product that it is about.
    fileprivate var productID: String? { transaction?.productID ?? summary?.productID }
}

extension ServerNotification.Summary {
    /// How many subscriptions it is about.
    fileprivate var count: Int { succeededCount + failedCount }
}
