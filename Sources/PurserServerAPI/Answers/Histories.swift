#if Verification
    public import Foundation
    public import Purser

    /// A page of a customer's transactions, at most 20.
    public struct TransactionHistoryPage: AnswerObject {
        let fields: AnswerFields

        /// Where the next page begins, and where to go on tomorrow.
        public var revision: String? { fields.text("revision") }
        /// Whether there is another page now.
        public var hasMore: Bool { fields.flag("hasMore") ?? false }
        /// The app.
        public var bundleID: String? { fields.text("bundleId") }
        /// The app's number in the store; a sandbox names none.
        public var appID: UInt64? { fields.integer("appAppleId").flatMap { UInt64(exactly: $0) } }
        /// Where the transactions were made.
        public var environment: StoreEnvironment? { fields.text("environment").map { .init(rawValue: $0) } }
        /// The transactions, each as compact JWS.
        public var signedTransactions: [String] { fields.texts("signedTransactions") }
        /// The members that this version has no property for, as one JSON object; `nil` when there are none.
        public var unknownFields: String? { fields.unknown(besides: Self.known) }

        static let known: MemberKinds = [
            "revision": .text, "hasMore": .flag, "bundleId": .text, "appAppleId": .integer, "environment": .text,
            "signedTransactions": .texts,
        ]
    }

    /// A page of a customer's refunded transactions, at most 20.
    public struct RefundHistoryPage: AnswerObject {
        let fields: AnswerFields

        /// Where the next page begins, and where to go on tomorrow.
        public var revision: String? { fields.text("revision") }
        /// Whether there is another page now.
        public var hasMore: Bool { fields.flag("hasMore") ?? false }
        /// The transactions, each as compact JWS.
        public var signedTransactions: [String] { fields.texts("signedTransactions") }
        /// The members that this version has no property for, as one JSON object; `nil` when there are none.
        public var unknownFields: String? { fields.unknown(besides: Self.known) }

        static let known: MemberKinds = ["revision": .text, "hasMore": .flag, "signedTransactions": .texts]
    }

    /// A page of the notifications that Apple sent, at most 20.
    public struct NotificationHistoryPage: AnswerObject {
        let fields: AnswerFields

        /// Where the next page begins; it expires.
        public var paginationToken: String? { fields.text("paginationToken") }
        /// Whether there is another page.
        public var hasMore: Bool { fields.flag("hasMore") ?? false }
        /// The notifications, oldest first.
        public var notifications: [SentNotification] { fields.objects("notificationHistory").map { .init(fields: $0) } }
        /// The members that this version has no property for, as one JSON object; `nil` when there are none.
        public var unknownFields: String? { fields.unknown(besides: Self.known) }

        static let known: MemberKinds = [
            "paginationToken": .text, "hasMore": .flag, "notificationHistory": .objects(SentNotification.known),
        ]
    }

    /// A notification and the attempts to send it.
    public struct SentNotification: AnswerObject {
        let fields: AnswerFields

        /// The notification, as compact JWS.
        public var signedPayload: String? { fields.text("signedPayload") }
        /// The attempts, oldest first.
        public var sendAttempts: [SendAttempt] { fields.objects("sendAttempts").map { .init(fields: $0) } }
        /// The members that this version has no property for, as one JSON object; `nil` when there are none.
        public var unknownFields: String? { fields.unknown(besides: Self.known) }

        static let known: MemberKinds = ["signedPayload": .text, "sendAttempts": .objects(SendAttempt.known)]
    }

    /// One attempt to send a notification.
    public struct SendAttempt: AnswerObject {
        let fields: AnswerFields

        /// When it was made.
        public var date: Date? { fields.date("attemptDate") }
        /// How it ended, in Apple's spelling: `SUCCESS`, `TIMED_OUT`, `UNSUCCESSFUL_HTTP_RESPONSE_CODE` and others.
        public var result: String? { fields.text("sendAttemptResult") }
        /// The members that this version has no property for, as one JSON object; `nil` when there are none.
        public var unknownFields: String? { fields.unknown(besides: Self.known) }

        static let known: MemberKinds = ["attemptDate": .time, "sendAttemptResult": .text]
    }
#endif
