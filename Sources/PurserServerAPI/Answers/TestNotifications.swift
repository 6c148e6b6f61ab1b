#if Verification

    /// A test notification that Apple will send.
    public struct TestNotification: AnswerObject {
        let fields: AnswerFields

        /// The token by which its status is asked for.
        public var token: String? { fields.text("testNotificationToken") }
        /// The members that this version has no property for, as one JSON object; `nil` when there are none.
        public var unknownFields: String? { fields.unknown(besides: Self.known) }

        static let known: MemberKinds = ["testNotificationToken": .text]
    }

    /// What became of a test notification.
    public struct TestNotificationStatus: AnswerObject {
        let fields: AnswerFields

        /// The notification, as compact JWS.
        public var signedPayload: String? { fields.text("signedPayload") }
        /// The attempts to send it, oldest first.
        public var sendAttempts: [SendAttempt] { fields.objects("sendAttempts").map { .init(fields: $0) } }
        /// The members that this version has no property for, as one JSON object; `nil` when there are none.
        public var unknownFields: String? { fields.unknown(besides: Self.known) }

        static let known: MemberKinds = ["signedPayload": .text, "sendAttempts": .objects(SendAttempt.known)]
    }
#endif
