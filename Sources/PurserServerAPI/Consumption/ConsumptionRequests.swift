#if Verification
    public import Foundation
    public import PurserVerification

    /// The refund requests that a server has to answer, with their deadlines.
    ///
    /// Apple asks again with a new notification identifier for the same transaction: that is one request here, with the deadline of
    /// the first. It is a value: keep it with the server's other records, and change it in the same write.
    public struct ConsumptionRequests: Sendable, Hashable, Codable {
        /// How long Apple waits for an answer: 12 hours.
        public static let time: Duration = .seconds(43_200)

        /// A request.
        public struct Request: Sendable, Hashable, Codable {
            /// The transaction.
            public let transactionID: String
            /// When Apple asked first.
            public let date: Date
            /// Until when an answer counts.
            public let deadline: Date
            /// The identifiers under which Apple asked.
            public internal(set) var notificationIDs: [String]
            /// When it was answered; `nil` while it is open.
            public internal(set) var answerDate: Date?
        }

        private var requests: [String: Request] = [:]

        /// No requests.
        public init() {}

        /// Apple has asked.
        ///
        /// - Parameters:
        ///   - transactionID: the transaction.
        ///   - notificationID: the identifier of the notification.
        ///   - date: when it was signed.
        /// - Returns: whether it is a new request; `false` for one that is known, answered or not.
        @discardableResult
        public mutating func asked(_ transactionID: String, by notificationID: String, at date: Date) -> Bool {
            if var known = requests[transactionID] {
                if known.notificationIDs.contains(notificationID) { return false }
                if date <= known.deadline {
                    known.notificationIDs.append(notificationID)
                    requests[transactionID] = known
                    return false
                }
            }
            requests[transactionID] = Request(
                transactionID: transactionID, date: date,
                deadline: date.addingTimeInterval(Self.time / .seconds(1)), notificationIDs: [notificationID])
            return true
        }

        /// Apple has sent a notification; others than consumption requests change nothing.
        ///
        /// - Returns: whether it is a new request.
        @discardableResult
        public mutating func received(_ notification: VerifiedNotification) -> Bool {
            let payload = notification.payload
            guard payload.type == .consumptionRequest, let id = notification.transaction?.payload.transactionID,
                let notificationID = payload.notificationID, let date = payload.signedDate
            else { return false }
            return asked(id, by: notificationID, at: date)
        }

        /// The answer for a transaction was sent, or is not to be sent, for want of consent.
        public mutating func answered(_ transactionID: String, at date: Date) {
            requests[transactionID]?.answerDate = date
        }

        /// The requests that can still be answered, the most urgent first.
        public func open(at date: Date) -> [Request] {
            requests.values.filter { $0.answerDate == nil && date < $0.deadline }.sorted(by: Self.isMoreUrgent)
        }

        /// The requests whose time has passed without an answer, the oldest first.
        public func missed(at date: Date) -> [Request] {
            requests.values.filter { $0.answerDate == nil && date >= $0.deadline }.sorted(by: Self.isMoreUrgent)
        }

        /// Forgets requests whose time passed before a date: Apple repeats a notification for three days at most.
        public mutating func forget(before date: Date) { requests = requests.filter { $0.value.deadline >= date } }

        private static func isMoreUrgent(_ first: Request, _ second: Request) -> Bool {
            (first.deadline, first.transactionID) < (second.deadline, second.transactionID)
        }
    }
#endif
