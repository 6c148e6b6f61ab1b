#if Verification
    import PurserFormats

    #if canImport(FoundationEssentials)
        import FoundationEssentials
    #else
        import Foundation
    #endif
    import Purser
    import PurserServerAPI
    import PurserVerification

    /// The images, messages, defaults and address of one environment, with Apple's limits.
    ///
    /// In the sandbox, images and messages are approved immediately; in production they wait for
    /// ``review(isApproved:)``.
    struct RetentionRecords: Sendable {
        /// The review state of an upload, in Apple's spelling.
        enum Review: String, Sendable {
            case pending = "PENDING"
            case approved = "APPROVED"
            case rejected = "REJECTED"
        }

        private struct Image: Sendable {
            var review: Review
            let size: String
        }

        private struct Message: Sendable {
            var review: Review
            let images: Set<UUID>
        }

        /// A product and a language.
        struct Place: Sendable, Hashable {
            let productID: String
            let locale: String
        }

        private let isSandbox: Bool
        private var images: [UUID: Image] = [:]
        private var messages: [UUID: Message] = [:]
        private var defaults: [Place: UUID] = [:]
        private(set) var address: String?

        /// The most images, and the most messages, of an app.
        private static let capacity = 2_000

        init(isSandbox: Bool) { self.isSandbox = isSandbox }

        private var firstReview: Review { isSandbox ? .approved : .pending }

        /// Reviews the pending uploads.
        mutating func review(isApproved: Bool) {
            let review: Review = isApproved ? .approved : .rejected
            for (id, image) in images where image.review == .pending { images[id]?.review = review }
            for (id, message) in messages where message.review == .pending { messages[id]?.review = review }
        }
    }

    extension RetentionRecords {
        /// Adds an image.
        mutating func upload(_ image: Data, as id: UUID, size: String?) throws(ServerRejection) {
            let size = size ?? "FULL_SIZE"
            guard ["FULL_SIZE", "BULLET_POINT"].contains(size) else { throw ServerRejection(.badRequestImageSize) }
            guard images[id] == nil else { throw ServerRejection(.imageAlreadyExists) }
            guard images.count < Self.capacity else { throw ServerRejection(.maximumNumberOfImagesReached) }
            guard let pixels = PNGSize(image), size != "FULL_SIZE" || pixels.isFullSize else {
                throw ServerRejection(.invalidImage)
            }
            images[id] = Image(review: firstReview, size: size)
        }

        /// Deletes an image, unless a message shows it.
        mutating func deleteImage(_ id: UUID) throws(ServerRejection) {
            guard images[id] != nil else { throw ServerRejection(.imageNotFound) }
            guard !messages.values.contains(where: { $0.images.contains(id) }) else {
                throw ServerRejection(.imageInUse)
            }
            images[id] = nil
        }

        /// All images.
        var imageList: SignedMembers {
            Self.list("image", images) { image, members in
                members.text("imageState", image.review.rawValue)
                members.text("imageSize", image.size)
            }
        }

        /// A list of uploads, in the order of their identifiers.
        private static func list<Upload>(
            _ kind: String, _ uploads: [UUID: Upload], _ describe: (Upload, inout SignedMembers) -> Void
        ) -> SignedMembers {
            var list = SignedMembers()
            list.list(
                "\(kind)Identifiers",
                uploads.sorted { $0.key.uuidString < $1.key.uuidString }.map { id, upload in
                    var members = SignedMembers()
                    members.uuid("\(kind)Identifier", id)
                    describe(upload, &members)
                    return members
                })
            return list
        }

        /// Adds a message.
        mutating func upload(_ message: [String: JSONValue], as id: UUID) throws(ServerRejection) {
            guard messages[id] == nil else { throw ServerRejection(.messageAlreadyExists) }
            guard messages.count < Self.capacity else { throw ServerRejection(.maximumNumberOfMessagesReached) }
            let shown = try RetentionMessageCheck(message).images
            for (id, size) in shown {
                guard let image = images[id] else { throw ServerRejection(.imageNotFound) }
                guard image.review == .approved else { throw ServerRejection(.imageNotApproved) }
                guard image.size == size else { throw ServerRejection(.badRequestImageSize) }
            }
            messages[id] = Message(review: firstReview, images: Set(shown.map(\.id)))
        }

        /// Deletes a message, and the defaults that use it.
        mutating func deleteMessage(_ id: UUID) throws(ServerRejection) {
            guard messages.removeValue(forKey: id) != nil else { throw ServerRejection(.messageNotFound) }
            defaults = defaults.filter { $0.value != id }
        }

        /// All messages.
        var messageList: SignedMembers {
            Self.list("message", messages) { $1.text("messageState", $0.review.rawValue) }
        }

        /// Sets the default message for a product and a language.
        mutating func setDefault(_ id: UUID?, for place: Place) throws(ServerRejection) {
            guard let id, let message = messages[id] else { throw ServerRejection(.messageNotFound) }
            guard message.review == .approved else { throw ServerRejection(.messageNotApproved) }
            defaults[place] = id
        }

        /// Removes the default message for a product and a language.
        mutating func deleteDefault(for place: Place) throws(ServerRejection) {
            guard defaults.removeValue(forKey: place) != nil else { throw ServerRejection(.defaultMessageNotFound) }
        }

        /// The default message for a product and a language.
        func defaultMessage(for place: Place) throws(ServerRejection) -> SignedMembers {
            guard let id = defaults[place] else { throw ServerRejection(.defaultMessageNotFound) }
            var members = SignedMembers()
            members.uuid("messageIdentifier", id)
            return members
        }

        /// Sets or removes the address for messages.
        ///
        /// - Parameter isTested: whether a performance test has passed, which production requires.
        mutating func setAddress(_ text: String?, isTested: Bool) throws(ServerRejection) {
            guard let text else {
                guard address != nil else { throw ServerRejection(.realtimeUrlNotFound) }
                address = nil
                return
            }
            guard text.count <= 256, text.hasPrefix("https://"), text.count > 8 else {
                throw ServerRejection(.badRequestRealtimeUrl)
            }
            guard isSandbox || isTested else { throw ServerRejection(.forbiddenNoPassingTest) }
            address = text
        }
    }

    /// The size of a PNG, from its first bytes.
    struct PNGSize: Sendable, Hashable {
        let width: Int
        let height: Int

        private static let mark: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

        /// Reads the first bytes; `nil` for another format.
        init?(_ data: Data) {
            let bytes = [UInt8](data.prefix(24))
            guard bytes.count == 24, bytes.starts(with: Self.mark) else { return nil }
            func number(_ start: Int) -> Int { bytes[start..<start + 4].reduce(0) { $0 << 8 | Int($1) } }
            (width, height) = (number(16), number(20))
        }

        /// Whether it has the full size: 3840 pixels wide and 160 to 2160 high.
        var isFullSize: Bool { width == 3_840 && (160...2_160).contains(height) }
    }

    /// Checks a message against Apple's limits.
    struct RetentionMessageCheck: Sendable {
        /// The images of the message, with their required sizes.
        private(set) var images: [(id: UUID, size: String)] = []

        init(_ members: [String: JSONValue]) throws(ServerRejection) {
            guard let header = members["header"]?.asText, let body = members["body"]?.asText else {
                throw ServerRejection(.generalBadRequest)
            }
            guard header.count <= 66 else { throw ServerRejection(.headerTooLong) }
            guard body.count <= 144 else { throw ServerRejection(.bodyTooLong) }
            if let image = members["image"] { try add(image, size: "FULL_SIZE") }
            if members["headerPosition"]?.asText == "ABOVE_IMAGE", images.isEmpty {
                throw ServerRejection(.badRequestAboveImageRequiresAnImage)
            }
            guard case .array(let points)? = members["bulletPoints"] else { return }
            guard points.count <= 5 else { throw ServerRejection(.badRequestTooManyBulletPoints) }
            for point in points {
                guard let text = point.asMembers?["text"]?.asText else { throw ServerRejection(.generalBadRequest) }
                guard text.count <= 66 else { throw ServerRejection(.badRequestBulletPointTextTooLong) }
                try add(point, size: "BULLET_POINT")
            }
        }

        private mutating func add(_ image: JSONValue, size: String) throws(ServerRejection) {
            guard let members = image.asMembers, let id = members["imageIdentifier"]?.asUUID,
                let text = members["altText"]?.asText
            else { throw ServerRejection(.generalBadRequest) }
            guard text.count <= 150 else { throw ServerRejection(.altTextTooLong) }
            images.append((id, size))
        }
    }
#endif
