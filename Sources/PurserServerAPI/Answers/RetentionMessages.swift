#if Verification
    public import Foundation

    /// All images of retention messages.
    public struct MessageImageList: AnswerObject {
        let fields: AnswerFields

        /// The images.
        public var images: [MessageImage] { fields.objects("imageIdentifiers").map { .init(fields: $0) } }
        /// The members without a property in this version, as one JSON object; `nil` for none.
        public var unknownFields: String? { fields.unknown(besides: Self.known) }

        static let known: MemberKinds = ["imageIdentifiers": .objects(MessageImage.known)]
    }

    /// An image of retention messages.
    public struct MessageImage: AnswerObject {
        let fields: AnswerFields

        /// Its identifier.
        public var id: UUID? { fields.uuid("imageIdentifier") }
        /// `PENDING`, `APPROVED` or `REJECTED`.
        public var state: String? { fields.text("imageState") }
        /// `FULL_SIZE` or `BULLET_POINT`.
        public var size: String? { fields.text("imageSize") }
        /// The members without a property in this version, as one JSON object; `nil` for none.
        public var unknownFields: String? { fields.unknown(besides: Self.known) }

        static let known: MemberKinds = ["imageIdentifier": .uuid, "imageState": .text, "imageSize": .text]
    }

    /// All retention messages.
    public struct RetentionMessageList: AnswerObject {
        let fields: AnswerFields

        /// The messages.
        public var messages: [RetentionMessageState] { fields.objects("messageIdentifiers").map { .init(fields: $0) } }
        /// The members without a property in this version, as one JSON object; `nil` for none.
        public var unknownFields: String? { fields.unknown(besides: Self.known) }

        static let known: MemberKinds = ["messageIdentifiers": .objects(RetentionMessageState.known)]
    }

    /// A retention message with its review state.
    public struct RetentionMessageState: AnswerObject {
        let fields: AnswerFields

        /// Its identifier.
        public var id: UUID? { fields.uuid("messageIdentifier") }
        /// `PENDING`, `APPROVED` or `REJECTED`.
        public var state: String? { fields.text("messageState") }
        /// The members without a property in this version, as one JSON object; `nil` for none.
        public var unknownFields: String? { fields.unknown(besides: Self.known) }

        static let known: MemberKinds = ["messageIdentifier": .uuid, "messageState": .text]
    }

    /// The default message for a product and a language.
    public struct DefaultMessage: AnswerObject {
        let fields: AnswerFields

        /// The identifier of the message.
        public var messageID: UUID? { fields.uuid("messageIdentifier") }
        /// The members without a property in this version, as one JSON object; `nil` for none.
        public var unknownFields: String? { fields.unknown(besides: Self.known) }

        static let known: MemberKinds = ["messageIdentifier": .uuid]
    }

    /// The address from which Apple requests messages.
    public struct RealtimeAddress: AnswerObject {
        let fields: AnswerFields

        /// The address; `nil` if none is set.
        public var text: String? { fields.text("realtimeURL") }
        /// The members without a property in this version, as one JSON object; `nil` for none.
        public var unknownFields: String? { fields.unknown(besides: Self.known) }

        static let known: MemberKinds = ["realtimeURL": .text]
    }
#endif
