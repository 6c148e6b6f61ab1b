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
    /// The product that it is about.
    fileprivate var productID: String? { transaction?.productID ?? summary?.productID }
}

extension ServerNotification.Summary {
    /// How many subscriptions it is about.
    fileprivate var count: Int { succeededCount + failedCount }
}
