#if Verification

    /// A test notification that Apple will send.
    public struct TestNotification: AnswerObject {
        let fields: AnswerFields

        /// The token with which its status is read.
        public var token: String? { fields.text("testNotificationToken") }
        /// The members without a property in this version, as one JSON object; `nil` for none.
        public var unknownFields: String? { fields.unknown(besides: Self.known) }

        static let known: MemberKinds = ["testNotificationToken": .text]
    }

    /// The status of a test notification.
    public struct TestNotificationStatus: AnswerObject {
        let fields: AnswerFields

        /// The notification, as compact JWS.
        public var signedPayload: String? { fields.text("signedPayload") }
        /// The attempts to send it, oldest first.
        public var sendAttempts: [SendAttempt] { fields.objects("sendAttempts").map { .init(fields: $0) } }
        /// The members without a property in this version, as one JSON object; `nil` for none.
        public var unknownFields: String? { fields.unknown(besides: Self.known) }

        static let known: MemberKinds = ["signedPayload": .text, "sendAttempts": .objects(SendAttempt.known)]
    }
#endif
