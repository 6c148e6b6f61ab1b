#if Verification
    public import Foundation
    public import PurserVerification

    /// The filter for a history of notifications.
    public struct NotificationHistoryRequest: RequestBody, Hashable {
        /// The first date; Apple keeps notifications for about 180 days.
        public var startDate: Date
        /// The last date.
        public var endDate: Date
        /// Only notifications of this type; not together with a transaction.
        ///
        /// `nil` for all types.
        public var type: NotificationPayload.NotificationType?
        /// Only notifications of this subtype; needs ``type``.
        ///
        /// `nil` for all subtypes.
        public var subtype: NotificationPayload.Subtype?
        /// Only notifications about the customer of this transaction.
        ///
        /// `nil` for all customers.
        public var transactionID: String?
        /// `true` for only the notifications without a successful answer of the app's server.
        public var onlyFailures: Bool?

        /// All notifications between two dates.
        public init(from startDate: Date, to endDate: Date) {
            self.startDate = startDate
            self.endDate = endDate
        }

        var members: BodyMembers {
            var members = BodyMembers()
            members.set("startDate", startDate)
            members.set("endDate", endDate)
            members.set("notificationType", type?.rawValue)
            members.set("notificationSubtype", subtype?.rawValue)
            members.set("transactionId", transactionID)
            members.set("onlyFailures", onlyFailures)
            return members
        }

        var fault: String? {
            if startDate >= endDate { return "endDate is not later than startDate" }
            if type != nil, transactionID != nil { return "it has a type and a transaction; remove one of them" }
            if type == nil, subtype != nil { return "it has a subtype and no type" }
            return transactionID?.isIdentifier == false ? "transactionID \(String.identifierFault)" : nil
        }
    }
#endif
