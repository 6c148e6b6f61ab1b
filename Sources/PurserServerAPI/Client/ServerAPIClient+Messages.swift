#if Verification
    public import Foundation
    public import Purser

    // Retention messages, which Apple shows to customers who are about to cancel.
    extension ServerAPIClient {
        /// Uploads an image.
        ///
        /// The client repeats it only if the first request certainly had no effect.
        ///
        /// - Parameters:
        ///   - image: the PNG file.
        ///   - id: the caller's identifier of the image.
        ///   - size: `FULL_SIZE` or `BULLET_POINT`; `nil` for Apple's default.
        /// - Throws: ``ServerAPIFailure``; `CancellationError`.
        @discardableResult
        public func uploadImage(_ image: Data, as id: UUID, size: String? = nil) async throws -> StoreEnvironment {
            let query = size.map { [("imageSize", $0)] } ?? []
            return try await carryOut(CallRequest(.uploadImage, Self.text(id), query: query, image: image))
        }

        /// Deletes an image.
        ///
        /// The client repeats it only if the first request certainly had no effect.
        ///
        /// - Throws: ``ServerAPIFailure``; `CancellationError`.
        @discardableResult
        public func deleteImage(_ id: UUID) async throws -> StoreEnvironment {
            try await carryOut(CallRequest(.deleteImage, Self.text(id)))
        }

        /// Returns all images with their review states.
        ///
        /// - Throws: ``ServerAPIFailure``; `CancellationError`.
        public func getImageList() async throws -> ServerAPIAnswer<MessageImageList> {
            try await answer(to: CallRequest(.getImageList))
        }

        /// Uploads a message.
        ///
        /// The client repeats it only if the first request certainly had no effect.
        ///
        /// - Parameters:
        ///   - message: the message.
        ///   - id: the caller's identifier of the message.
        /// - Throws: ``ServerAPIFailure``; `CancellationError`.
        @discardableResult
        public func uploadMessage(_ message: RetentionMessage, as id: UUID) async throws -> StoreEnvironment {
            try await carryOut(CallRequest(.uploadMessage, Self.text(id), body: message))
        }

        /// Deletes a message.
        ///
        /// The client repeats it only if the first request certainly had no effect.
        ///
        /// - Throws: ``ServerAPIFailure``; `CancellationError`.
        @discardableResult
        public func deleteMessage(_ id: UUID) async throws -> StoreEnvironment {
            try await carryOut(CallRequest(.deleteMessage, Self.text(id)))
        }

        /// Returns all messages with their review states.
        ///
        /// - Throws: ``ServerAPIFailure``; `CancellationError`.
        public func getMessageList() async throws -> ServerAPIAnswer<RetentionMessageList> {
            try await answer(to: CallRequest(.getMessageList))
        }

        /// Sets the default message for a product and a language.
        ///
        /// - Parameters:
        ///   - messageID: the identifier of the message.
        ///   - productID: the subscription.
        ///   - locale: the language, such as `en-US`.
        /// - Throws: ``ServerAPIFailure``; `CancellationError`.
        @discardableResult
        public func configureDefaultMessage(
            _ messageID: UUID, for productID: String, locale: String
        ) async throws -> StoreEnvironment {
            let body = SingleMember("messageIdentifier", messageID)
            return try await carryOut(CallRequest(.configureDefaultMessage, productID, locale, body: body))
        }

        /// Removes the default message for a product and a language.
        ///
        /// The client repeats it only if the first request certainly had no effect.
        ///
        /// - Throws: ``ServerAPIFailure``; `CancellationError`.
        @discardableResult
        public func deleteDefaultMessage(for productID: String, locale: String) async throws -> StoreEnvironment {
            try await carryOut(CallRequest(.deleteDefaultMessage, productID, locale))
        }

        /// Returns the default message for a product and a language.
        ///
        /// - Throws: ``ServerAPIFailure``; `CancellationError`.
        public func getDefaultMessage(
            for productID: String, locale: String
        ) async throws -> ServerAPIAnswer<DefaultMessage> {
            try await answer(to: CallRequest(.getDefaultMessage, productID, locale))
        }

        /// Sets the address from which Apple requests messages.
        ///
        /// - Parameter address: the address, at most 256 characters.
        /// - Throws: ``ServerAPIFailure``; `CancellationError`.
        @discardableResult
        public func configureRealtimeURL(_ address: URL) async throws -> StoreEnvironment {
            var body = SingleMember("realtimeURL", address.absoluteString)
            if address.absoluteString.count > 256 { body.fault = "the address has more than 256 characters" }
            return try await carryOut(CallRequest(.configureRealtimeURL, body: body))
        }

        /// Removes the address from which Apple requests messages.
        ///
        /// The client repeats it only if the first request certainly had no effect.
        ///
        /// - Throws: ``ServerAPIFailure``; `CancellationError`.
        @discardableResult
        public func deleteRealtimeURL() async throws -> StoreEnvironment {
            try await carryOut(CallRequest(.deleteRealtimeURL))
        }

        /// Returns the address from which Apple requests messages.
        ///
        /// - Throws: ``ServerAPIFailure``; `CancellationError`.
        public func getRealtimeURL() async throws -> ServerAPIAnswer<RealtimeAddress> {
            try await answer(to: CallRequest(.getRealtimeURL))
        }

        /// Begins a performance test of the address for messages; only the sandbox has such tests.
        ///
        /// The client repeats it only if the first request certainly had no effect.
        ///
        /// - Parameter originalTransactionID: a subscription of a tester, by its original transaction identifier.
        /// - Throws: ``ServerAPIFailure``; `CancellationError`.
        public func initiatePerformanceTest(
            of originalTransactionID: String
        ) async throws -> ServerAPIAnswer<PerformanceTest> {
            var body = SingleMember("originalTransactionId", originalTransactionID)
            if !originalTransactionID.isIdentifier { body.fault = "the identifier \(String.identifierFault)" }
            return try await answer(to: CallRequest(.initiatePerformanceTest, body: body))
        }

        /// Returns the result of a performance test.
        ///
        /// - Parameter requestID: ``PerformanceTest/id``.
        ///
        /// - Throws: ``ServerAPIFailure``; `CancellationError`.
        public func getPerformanceTestResults(
            _ requestID: String
        ) async throws -> ServerAPIAnswer<PerformanceTestResult> {
            try await answer(to: CallRequest(.getPerformanceTestResults, requestID))
        }

        private static func text(_ id: UUID) -> String { id.uuidString.lowercased() }
    }
#endif
