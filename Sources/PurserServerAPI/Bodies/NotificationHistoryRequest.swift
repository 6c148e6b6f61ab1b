#if Verification
    public import Foundation
    public import PurserVerification

    /// Which of the notifications that Apple sent are read.
    public struct NotificationHistoryRequest: RequestBody, Hashable {
        /// The first moment; Apple keeps some 180 days.
        public var startDate: Date
        /// The last moment.
        public var endDate: Date
        /// Those of one type; not together with a transaction.
        public var type: NotificationPayload.NotificationType?
        /// Those of one subtype of that type.
        public var subtype: NotificationPayload.Subtype?
        /// Those about the customer of one transaction.
        public var transactionID: String?
        /// Whether only those are read that this server has not answered with success.
        public var onlyFailures: Bool?

        /// All notifications of a time.
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
            if startDate >= endDate { return "the time ends before it begins" }
            if type != nil, transactionID != nil {
                return "it asks for a type and for a transaction; ask for one of them"
            }
            return type == nil && subtype != nil ? "it asks for a subtype without its type" : nil
        }
    }
#endif
