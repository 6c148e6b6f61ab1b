#if Verification
    public import Foundation
    public import Purser

    /// A page of a customer's transactions, at most 20.
    public struct TransactionHistoryPage: AnswerObject {
        let fields: AnswerFields

        /// The end of this page: pass it to read the next page, or to read later changes another day.
        public var revision: String? { fields.text("revision") }
        /// Whether another page follows now.
        public var hasMore: Bool { fields.flag("hasMore") ?? false }
        /// The app's bundle identifier.
        public var bundleID: String? { fields.text("bundleId") }
        /// The app's Apple ID; `nil` in the sandbox.
        public var appID: UInt64? { fields.integer("appAppleId").flatMap { UInt64(exactly: $0) } }
        /// The environment of the transactions.
        public var environment: StoreEnvironment? { fields.text("environment").map { .init(rawValue: $0) } }
        /// The transactions, each as compact JWS.
        public var signedTransactions: [String] { fields.texts("signedTransactions") }
        /// The members without a property in this version, as one JSON object; `nil` for none.
        public var unknownFields: String? { fields.unknown(besides: Self.known) }

        static let known: MemberKinds = [
            "revision": .text, "hasMore": .flag, "bundleId": .text, "appAppleId": .integer, "environment": .text,
            "signedTransactions": .texts,
        ]
        static let required = ["hasMore"]
    }

    /// A page of a customer's refunded transactions, at most 20.
    public struct RefundHistoryPage: AnswerObject {
        let fields: AnswerFields

        /// The end of this page: pass it to read the next page, or to read later changes another day.
        public var revision: String? { fields.text("revision") }
        /// Whether another page follows now.
        public var hasMore: Bool { fields.flag("hasMore") ?? false }
        /// The transactions, each as compact JWS.
        public var signedTransactions: [String] { fields.texts("signedTransactions") }
        /// The members without a property in this version, as one JSON object; `nil` for none.
        public var unknownFields: String? { fields.unknown(besides: Self.known) }

        static let known: MemberKinds = ["revision": .text, "hasMore": .flag, "signedTransactions": .texts]
        static let required = ["hasMore"]
    }

    /// A page of the notifications that Apple sent, at most 20 of them.
    public struct NotificationHistoryPage: AnswerObject {
        let fields: AnswerFields

        /// The token of the next page.
        ///
        /// It expires: to continue on another day, store a date.
        public var paginationToken: String? { fields.text("paginationToken") }
        /// Whether another page follows.
        public var hasMore: Bool { fields.flag("hasMore") ?? false }
        /// The notifications, oldest first.
        public var notifications: [SentNotification] { fields.objects("notificationHistory").map { .init(fields: $0) } }
        /// The members without a property in this version, as one JSON object; `nil` for none.
        public var unknownFields: String? { fields.unknown(besides: Self.known) }

        static let known: MemberKinds = [
            "paginationToken": .text, "hasMore": .flag, "notificationHistory": .objects(SentNotification.known),
        ]
        static let required = ["hasMore"]
    }

    /// A notification and the attempts to send it.
    public struct SentNotification: AnswerObject {
        let fields: AnswerFields

        /// The notification, as compact JWS.
        public var signedPayload: String? { fields.text("signedPayload") }
        /// The attempts, oldest first.
        public var sendAttempts: [SendAttempt] { fields.objects("sendAttempts").map { .init(fields: $0) } }
        /// The members without a property in this version, as one JSON object; `nil` for none.
        public var unknownFields: String? { fields.unknown(besides: Self.known) }

        static let known: MemberKinds = ["signedPayload": .text, "sendAttempts": .objects(SendAttempt.known)]
    }

    /// One attempt to send a notification.
    public struct SendAttempt: AnswerObject {
        let fields: AnswerFields

        /// The date of the attempt.
        public var date: Date? { fields.date("attemptDate") }
        /// The result in Apple's spelling: `SUCCESS`, `TIMED_OUT`, `UNSUCCESSFUL_HTTP_RESPONSE_CODE` and others.
        public var result: String? { fields.text("sendAttemptResult") }
        /// The members without a property in this version, as one JSON object; `nil` for none.
        public var unknownFields: String? { fields.unknown(besides: Self.known) }

        static let known: MemberKinds = ["attemptDate": .time, "sendAttemptResult": .text]
    }
#endif
