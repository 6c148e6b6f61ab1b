#if Verification
    public import Foundation
    public import Purser
    public import PurserVerification

    /// The consumption requests that a server has to answer, with their deadlines.
    ///
    /// If Apple repeats a request for the same transaction with a new notification identifier, both count as one
    /// request with the first deadline. Store this value with the server's other records, in the same write.
    public struct ConsumptionRequests: Sendable, Hashable, Codable {
        /// One request.
        public struct Request: Sendable, Hashable, Codable {
            /// The transaction.
            public let transactionID: String
            /// The environment of the transaction: answer with a client of this environment.
            public let environment: StoreEnvironment
            /// The date of Apple's first notification.
            public internal(set) var date: Date
            /// The date by which Apple must have the answer.
            public internal(set) var deadline: Date
            /// The identifiers of Apple's notifications about this request.
            public internal(set) var notificationIDs: [String]
            /// The date of the answer; `nil` while there is none.
            public internal(set) var answerDate: Date?
        }

        private var requests: [String: Request] = [:]

        /// No requests.
        public init() {}

        /// The time that Apple waits for an answer: 12 hours in production, 5 minutes elsewhere.
        public static func time(in environment: StoreEnvironment) -> Duration {
            environment == .production ? .seconds(43_200) : .seconds(300)
        }

        /// Records a consumption request; notifications may arrive in any order.
        ///
        /// - Parameters:
        ///   - transactionID: the transaction.
        ///   - notificationID: the identifier of the notification.
        ///   - date: the date at which the notification was signed.
        ///   - environment: the environment of the transaction.
        /// - Returns: whether it is a new request; `false` for a known one, answered or not.
        @discardableResult
        package mutating func received(
            _ transactionID: String, by notificationID: String, at date: Date,
            in environment: StoreEnvironment = .production
        ) -> Bool {
            let time = Self.time(in: environment) / .seconds(1)
            if var known = requests[transactionID],
                known.notificationIDs.contains(notificationID) || date <= known.deadline
            {
                if !known.notificationIDs.contains(notificationID) { known.notificationIDs.append(notificationID) }
                // The first notification may arrive after its repetition; a notification of an earlier request changes
                // nothing.
                if date < known.date, date.addingTimeInterval(time) >= known.date {
                    (known.date, known.deadline) = (date, date.addingTimeInterval(time))
                }
                requests[transactionID] = known
                return false
            }
            requests[transactionID] = Request(
                transactionID: transactionID, environment: environment, date: date,
                deadline: date.addingTimeInterval(time), notificationIDs: [notificationID])
            return true
        }

        /// Records a notification; all but consumption requests change nothing.
        ///
        /// - Returns: whether it is a new request.
        @discardableResult
        public mutating func received(_ notification: VerifiedNotification) -> Bool {
            let payload = notification.payload
            guard payload.type == .consumptionRequest, let transaction = notification.transaction?.payload,
                let id = transaction.transactionID, let notificationID = payload.notificationID,
                let date = payload.signedDate
            else { return false }
            return received(id, by: notificationID, at: date, in: transaction.environment ?? .production)
        }

        /// Records that the answer was sent, or that no answer will be sent because the customer has not consented.
        public mutating func answered(_ transactionID: String, at date: Date) {
            requests[transactionID]?.answerDate = date
        }

        /// The unanswered requests whose deadline is ahead, the most urgent first.
        public func open(at date: Date) -> [Request] {
            requests.values.filter { $0.answerDate == nil && date < $0.deadline }.sorted(by: Self.isMoreUrgent)
        }

        /// The unanswered requests whose deadline has passed, the oldest first.
        public func missed(at date: Date) -> [Request] {
            requests.values.filter { $0.answerDate == nil && date >= $0.deadline }.sorted(by: Self.isMoreUrgent)
        }

        /// Removes the requests whose deadline was before a date.
        ///
        /// Keep them for a week: Apple repeats a notification for up to 157 hours.
        public mutating func forget(before date: Date) { requests = requests.filter { $0.value.deadline >= date } }

        private static func isMoreUrgent(_ first: Request, _ second: Request) -> Bool {
            (first.deadline, first.transactionID) < (second.deadline, second.transactionID)
        }
    }
#endif
