#if Verification
    public import Foundation

    /// A message that Apple shows to a customer who is about to cancel a subscription.
    public struct RetentionMessage: RequestBody, Hashable {
        /// An image with its alternative text.
        public struct Image: Sendable, Hashable {
            /// The identifier of an uploaded image.
            public var id: UUID
            /// The text for customers who do not see the image, at most 150 characters.
            public var alternativeText: String

            /// An image.
            public init(_ id: UUID, alternativeText: String) {
                self.id = id
                self.alternativeText = alternativeText
            }
        }

        /// A line of a list, with its image.
        public struct BulletPoint: Sendable, Hashable {
            /// The line, at most 66 characters.
            public var text: String
            /// The image beside it.
            public var image: Image

            /// A line.
            public init(_ text: String, image: Image) {
                self.text = text
                self.image = image
            }
        }

        /// The heading, at most 66 characters.
        public var header: String
        /// The text, at most 144 characters.
        public var body: String
        /// The image above the message; `nil` for none.
        public var image: Image?
        /// The place of the heading: `ABOVE_BODY`, or `ABOVE_IMAGE`, which requires an image.
        ///
        /// `nil` for Apple's default.
        public var headerPosition: String?
        /// A list, at most five lines.
        public var bulletPoints: [BulletPoint] = []

        /// A message.
        public init(header: String, body: String, image: Image? = nil) {
            self.header = header
            self.body = body
            self.image = image
        }

        var members: BodyMembers {
            var members = BodyMembers()
            members.set("header", header)
            members.set("body", body)
            members.set("image", image.map(Self.members))
            members.set("headerPosition", headerPosition)
            let points = bulletPoints.map { point in
                var members = Self.members(point.image)
                members.set("text", point.text)
                return members
            }
            members.set("bulletPoints", points.isEmpty ? nil : points)
            return members
        }

        private static func members(_ image: Image) -> BodyMembers {
            var members = BodyMembers()
            members.set("imageIdentifier", image.id)
            members.set("altText", image.alternativeText)
            return members
        }

        var fault: String? {
            if header.count > 66 { return "its heading has \(header.count) characters; at most 66 are allowed" }
            if body.count > 144 { return "its text has \(body.count) characters; at most 144 are allowed" }
            if bulletPoints.count > 5 { return "its list has \(bulletPoints.count) lines; at most 5 are allowed" }
            if bulletPoints.contains(where: { $0.text.count > 66 }) {
                return "a line of its list has more than 66 characters"
            }
            if headerPosition == "ABOVE_IMAGE", image == nil {
                return "headerPosition is ABOVE_IMAGE, and there is no image"
            }
            let images = bulletPoints.map(\.image) + [image].compactMap { $0 }
            return images.contains { $0.alternativeText.count > 150 }
                ? "the text for an image has more than 150 characters" : nil
        }
    }

    /// Bodies of one member.
    struct SingleMember: RequestBody {
        var members = BodyMembers()
        var fault: String?

        init(_ key: String, _ text: String) { members.set(key, text) }
        init(_ key: String, _ id: UUID) { members.set(key, id) }
    }
#endif
